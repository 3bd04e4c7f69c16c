// `nouns/index.ts` lists `planNoun`; `instances/` calls `findPlan` and `checkQuota`; `service/seed.ts` adds the plans.
// The text of `checkQuota` may change. The answer must not show `quota`, because the specification has only four
// fields. Field names must stay, because users' tests set them. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { ok, refused } from "../server/reply";
import { noun, route } from "../server/route";
import type { Store } from "../server/store";
import { backends, instances } from "./instances/record";

/** Plans. Answers show `name`, `price`, `backend` and `shared`. The other fields are rules of the service. */
export const plans = collection({
  name: "plans",
  ...recordOf({
    name: usually(z.string(), "clustered-small-1"),
    price: usually(z.number(), 0),
    backend: usually(z.enum(backends), "clustered"),
    shared: usually(z.boolean(), false),
    /** The number of nodes of a new instance, unless its order names one of `node_choices`. */
    nodes: usually(z.int().min(1).max(99), 1),
    node_choices: usually(z.array(z.int().min(1).max(99)), (_tools, { nodes = 1 }) => [Number(nodes)]),
    /** The number of instances on this plan that the account may have; null means any number. */
    quota: orNull(z.int().min(0)),
  }),
});

/** One plan. */
export type Plan = RecordIn<typeof plans>;

/** The plan of this name, while it is in the catalogue. */
export const findPlan = (store: Store, name: string) => store.list(plans).find((plan) => plan.name === name);

/** Refuses an instance on a plan when the account already has as many instances on the plan as `quota` says. */
export function checkQuota(store: Store, { name, quota }: Plan): void {
  const held = store.list(instances).filter((each) => each.plan === name && each.goneAt === null).length;
  if (quota !== null && held >= quota) {
    throw refused(`You have reached your quota of ${quota} instances, contact us to raise it`);
  }
}

/** The plans of the catalogue. */
export const planNoun = noun({
  name: "plans",
  api: "account",
  collections: [plans],
  routes: {
    list: route("GET /api/plans", { query: z.strictObject({ backend: z.string().optional() }) }, ({ store, query }) =>
      ok(
        store
          .list(plans)
          .filter(({ backend }) => query.backend === undefined || backend === query.backend)
          .map(({ name, price, backend, shared }) => ({ name, price, backend, shared })),
      ),
    ),
  },
});
