import { z } from "zod";
import { backends } from "./catalogue";
import { base, collection } from "./collection";

/** Broker instances. URLs and host names are made from `host`, `username`, `password` and `vhost` when asked for. */
export const instances = collection({
  schema: z.strictObject({
    ...base,
    name: z.string(),
    plan: z.string(),
    region: z.string(),
    tags: z.array(z.string()),
    providerid: z.string(),
    vpc_id: z.int().nullable(),
    backend: z.enum(backends),
    shared: z.boolean(),
    nodes: z.int().positive(),
    rmq_version: z.string(),
    apikey: z.string(),
    host: z.string(),
    username: z.string(),
    password: z.string(),
    vhost: z.string(),
    readyAt: z.number(),
    goneAt: z.number().nullable(),
  }),
  firstId: 1001,
  make: (given, { id, now, random }) => {
    const username = given.username ?? random.word(8);
    return {
      name: given.name ?? `instance-${id}`,
      plan: given.plan ?? "clustered-small-1",
      region: given.region ?? "provider-a::region-1",
      tags: given.tags ?? [],
      providerid: given.providerid ?? random.key(),
      vpc_id: given.vpc_id ?? null,
      backend: given.backend ?? "clustered",
      shared: given.shared ?? false,
      nodes: given.nodes ?? 1,
      rmq_version: given.rmq_version ?? "3.12.13",
      apikey: given.apikey ?? random.key(),
      host: given.host ?? `broker-${id}`,
      username,
      password: given.password ?? random.word(32),
      vhost: given.vhost ?? username,
      readyAt: given.readyAt ?? now,
      goneAt: given.goneAt ?? null,
    };
  },
});
