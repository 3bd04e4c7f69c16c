import { z } from "zod";
import { base, collection } from "./collection";

/** VPCs. `readyAt` is in the future while a VPC is being made; `goneAt` is set while it is being removed. */
export const vpcs = collection({
  schema: z.strictObject({
    ...base,
    name: z.string(),
    region: z.string(),
    subnet: z.string(),
    tags: z.array(z.string()),
    providerid: z.string(),
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
    providerid: given.providerid ?? `vpc-${random.word(12)}`,
    apikey: given.apikey ?? random.key(),
    readyAt: given.readyAt ?? now,
    goneAt: given.goneAt ?? null,
  }),
});
