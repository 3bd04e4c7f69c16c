// `instances` is the kind of record on which most of `nouns/` and `server/auth.ts` work. Usual values in `make` may
// change. A new field must be optional or have a default in the schema, because older state files lack it. Names must
// stay, because users' tests and state files have them.
import { z } from "zod";
import { base, collection, moment, type RecordIn } from "../../server/collection";

/** The kinds of broker software, as plans and instances name them. */
export const backends = ["clustered", "alternative"] as const;

/** The fields that a change sets when it ends. */
const changed = z.strictObject({
  plan: z.string().optional(),
  shared: z.boolean().optional(),
  nodes: z.int().min(1).max(99).optional(),
  region: z.string().optional(),
  host: z.string().optional(),
  extra_disk_size: z.int().optional(),
  rmq_version: z.string().optional(),
  erlang_version: z.string().nullable().optional(),
});

/** Broker instances. URLs, host names and nodes are computed from these fields for each answer. */
export const instances = collection({
  name: "instances",
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
    nodes: z.int().min(1).max(99),
    zones: z.array(z.string()),
    extra_disk_size: z.int(),
    rmq_version: z.string(),
    erlang_version: z.string().nullable(),
    /** The broker settings that were set at some time. */
    config: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    apikey: z.string(),
    host: z.string(),
    username: z.string(),
    password: z.string(),
    vhost: z.string(),
    /** `hipe` has the names of the nodes that run with HiPE, `firehose` the names of the vhosts that are traced. */
    hipe: z.array(z.string()),
    firehose: z.array(z.string()),
    /** The times in which nodes do not run. `until` is null for a node that stays stopped until somebody starts it. */
    outages: z.array(z.strictObject({ node: z.string(), from: moment, until: moment.nullable() })),
    /** The change that is under way. From `startsAt` to `endsAt`, no node is configured. */
    change: z.strictObject({ startsAt: moment, endsAt: moment, fields: changed }).nullable(),
    /** Jobs in the background. `GET jobs/:id` finds a job by its id. A job with an error ends as failed. */
    jobs: z.array(z.strictObject({ id: z.string(), error: z.string().nullable(), endsAt: moment })),
    readyAt: moment,
    goneAt: moment.nullable(),
  }),
  firstId: 1001,
  make: (given, { id, now, random }) => {
    const username = given.username ?? random.word(8);
    const backend = given.backend ?? "clustered";
    return {
      name: given.name ?? `instance-${id}`,
      plan: given.plan ?? `${backend}-small-1`,
      region: given.region ?? "provider-a::region-1",
      tags: given.tags ?? [],
      providerid: given.providerid ?? random.key(),
      vpc_id: given.vpc_id ?? null,
      backend,
      shared: given.shared ?? false,
      nodes: given.nodes ?? 1,
      zones: given.zones ?? [],
      extra_disk_size: given.extra_disk_size ?? 0,
      rmq_version: given.rmq_version ?? (backend === "clustered" ? "3.12.13" : "2.1.0"),
      erlang_version: given.erlang_version ?? (backend === "clustered" ? "26.2.5.2" : null),
      // The settings that the service sets itself.
      config: given.config ?? {
        "broker_prometheus.return_per_object_metrics": false,
        "broker.heartbeat": 120,
        "broker.connection_max": 0,
      },
      apikey: given.apikey ?? random.key(),
      host: given.host ?? `broker-${id}`,
      username,
      password: given.password ?? random.word(32),
      vhost: given.vhost ?? username,
      hipe: given.hipe ?? [],
      firehose: given.firehose ?? [],
      outages: given.outages ?? [],
      change: given.change ?? null,
      jobs: given.jobs ?? [],
      readyAt: given.readyAt ?? now,
      goneAt: given.goneAt ?? null,
    };
  },
  settle: (instance, now) => {
    if (instance.change && instance.change.endsAt <= now) {
      Object.assign(instance, instance.change.fields);
      instance.change = null;
    }
    instance.outages = instance.outages.filter(({ until }) => until === null || until > now);
  },
});

/** One instance. */
export type Instance = RecordIn<typeof instances>;
