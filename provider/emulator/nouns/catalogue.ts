import { z } from "zod";
import { ok } from "../server/reply";
import { type Route, route } from "../server/route";

/** Operations of the account API on regions and plans. */
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
