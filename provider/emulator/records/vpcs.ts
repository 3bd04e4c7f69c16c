import { z } from "zod";
import { base, collection } from "../server/collection";

/** The id that a VPC has at the cloud provider. */
export const cloudIdOf = ({ cloud_id, providerid }: Pick<z.output<typeof vpcs.schema>, "cloud_id" | "providerid">) =>
  cloud_id ?? providerid;

/** VPCs. `readyAt` is in the future while a VPC is being made; `goneAt` is set while it is being removed. */
export const vpcs = collection({
  schema: z.strictObject({
    ...base,
    name: z.string(),
    region: z.string(),
    subnet: z.string(),
    tags: z.array(z.string()),
    /** The service's own name for the VPC: a UUID, and not the id at the cloud provider. */
    providerid: z.string(),
    /** The id at the cloud provider, which peerings name. A state file of an earlier version has none. */
    cloud_id: z.string().optional(),
    apikey: z.string(),
    readyAt: z.number(),
    goneAt: z.number().nullable(),
  }),
  firstId: 5001,
  make: (given, { now, random }) => ({
    name: given.name ?? "vpc",
    region: given.region ?? "provider-a::region-1",
    subnet: given.subnet ?? "10.56.72.0/24",
    tags: given.tags ?? [],
    cloud_id: given.cloud_id ?? `vpc-${random.word(12)}`,
    apikey: given.apikey ?? random.key(),
    providerid: given.providerid ?? random.key(),
    readyAt: given.readyAt ?? now,
    goneAt: given.goneAt ?? null,
  }),
});
