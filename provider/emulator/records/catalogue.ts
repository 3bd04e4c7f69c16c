import { z } from "zod";
import { base, collection } from "../server/collection";

/** The kinds of broker software, as plans and instances name them. */
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

/** Plans. Answers show the name, the price, the broker software and `shared`; the other fields are rules of the service. */
export const plans = collection({
  schema: z.strictObject({
    ...base,
    name: z.string(),
    price: z.number(),
    backend: z.enum(backends),
    shared: z.boolean(),
    /** The number of nodes of a new instance, unless its order names one of `node_choices`. */
    nodes: z.int().min(1).max(99),
    node_choices: z.array(z.int().min(1).max(99)),
    /** The number of instances on this plan that the account may have; null means any number. */
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
