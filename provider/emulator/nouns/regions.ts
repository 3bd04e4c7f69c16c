// `nouns/index.ts` lists `regionNoun`; `vpcs.ts` and `instances/` call `findRegion`; `service/seed.ts` adds the
// regions. Default values may change. The form `<provider>::<region>` must stay, because programs name a region so.
// Keys and order of `routes` must stay, because tests compare them with the client and the specification.
import { z } from "zod";
import { collection, recordOf, usually } from "../server/collection";
import { ok } from "../server/reply";
import { noun, route } from "../server/route";
import type { Store } from "../server/store";

/** Regions of the three cloud providers. */
export const regions = collection({
  name: "regions",
  ...recordOf({
    provider: usually(z.string(), "provider-a"),
    region: usually(z.string(), "region-1"),
    name: usually(z.string(), "Region 1"),
    has_shared_plans: usually(z.boolean(), false),
  }),
});

/** The region that a request names as `<provider>::<region>`. */
export const findRegion = (store: Store, name: string) =>
  store.list(regions).find(({ provider, region }) => `${provider}::${region}` === name);

/** The regions of the catalogue. */
export const regionNoun = noun({
  name: "regions",
  api: "account",
  collections: [regions],
  routes: {
    list: route(
      "GET /api/regions",
      { query: z.strictObject({ provider: z.string().optional() }) },
      ({ store, query }) =>
        ok(
          store
            .list(regions)
            .filter(({ provider }) => query.provider === undefined || provider === query.provider)
            .map(({ provider, region, name, has_shared_plans }) => ({ provider, region, name, has_shared_plans })),
        ),
    ),
  },
});
