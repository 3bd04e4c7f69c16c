import { z } from "zod";
import type { RecordOf } from "../records";
import { ok, refused } from "../server/reply";
import { type Route, route } from "../server/route";
import type { Store } from "../server/store";

/** The region that a request names as `<provider>::<region>`. */
export const findRegion = (store: Store, name: string) =>
  store.list("regions").find(({ provider, region }) => `${provider}::${region}` === name);

/** The plan of this name, while it is in the catalogue. */
export const findPlan = (store: Store, name: string) => store.list("plans").find((plan) => plan.name === name);

/** Refuses one more instance of a plan than the account may have. */
export function checkQuota(store: Store, { name, quota }: RecordOf<"plans">): void {
  const held = store.list("instances").filter((each) => each.plan === name && each.goneAt === null).length;
  if (quota !== null && held >= quota) {
    throw refused(`You have reached your quota of ${quota} instances, contact us to raise it`);
  }
}

/** What can be ordered: regions and plans. */
export const catalogueRoutes: Route[] = [
  route({
    operation: "regions.list",
    method: "GET",
    path: "/api/regions",
    auth: "account",
    query: z.strictObject({ provider: z.string().optional() }),
    handle: ({ store, query }) =>
      ok(
        store
          .list("regions")
          .filter(({ provider }) => query.provider === undefined || provider === query.provider)
          .map(({ provider, region, name, has_shared_plans }) => ({ provider, region, name, has_shared_plans })),
      ),
  }),
  route({
    operation: "plans.list",
    method: "GET",
    path: "/api/plans",
    auth: "account",
    query: z.strictObject({ backend: z.string().optional() }),
    handle: ({ store, query }) =>
      ok(
        store
          .list("plans")
          .filter(({ backend }) => query.backend === undefined || backend === query.backend)
          .map(({ name, price, backend, shared }) => ({ name, price, backend, shared })),
      ),
  }),
];
