import { z } from "zod";
import { base, collection } from "./collection";

/** Broker software, as plans and instances name it. */
export const backends = ["clustered", "alternative"] as const;

/** Regions of the three cloud providers. */
export const regions = collection({
  schema: z.strictObject({
    ...base,
    provider: z.string(),
    region: z.string(),
    name: z.string(),
    has_shared_plans: z.boolean(),
  }),
  firstId: 1,
  make: (given) => ({
    provider: given.provider ?? "provider-a",
    region: given.region ?? "region-1",
    name: given.name ?? "Region 1",
    has_shared_plans: given.has_shared_plans ?? false,
  }),
});

/** Plans with their price. What instances on a plan may have is kept with it and is not part of the answer. */
export const plans = collection({
  schema: z.strictObject({
    ...base,
    name: z.string(),
    price: z.number(),
    backend: z.enum(backends),
    shared: z.boolean(),
    /** How many nodes it has unless asked for others, and how many may be asked for. */
    nodes: z.int().min(1).max(99),
    node_choices: z.array(z.int().min(1).max(99)),
    /** How many instances of it the account may have; null: any number. */
    quota: z.int().min(0).nullable(),
  }),
  firstId: 1,
  make: (given) => ({
    name: given.name ?? "clustered-small-1",
    price: given.price ?? 0,
    backend: given.backend ?? "clustered",
    shared: given.shared ?? false,
    nodes: given.nodes ?? 1,
    node_choices: given.node_choices ?? [given.nodes ?? 1],
    quota: given.quota ?? null,
  }),
});
