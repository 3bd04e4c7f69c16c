// `nouns/index.ts` lists `customDomainNoun`. Texts of refusals may change with their tests. POST and DELETE must answer
// 202 before the change ends, because a live service does so. `dns_ready` must stay, because tests set it. Keys and
// order of `routes` must stay, because tests compare them with the client and the specification.
import { z } from "zod";
import { collection, moment, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { backendBusy, invalid, ok, type Reply, refused } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, noun, route, singleOf } from "../server/route";
import { drawDuration } from "../service/timings";
import { assertIdle } from "./instances/state";

/** The custom domain of each instance; a new instance has none. */
const customDomains = collection({
  name: "customDomains",
  firstId: 11_001,
  single: true,
  ...recordOf({
    ...ofInstance,
    hostname: orNull(z.string()),
    /**
     * The change under way. `hostname` is the name for which the service makes a certificate. While the service
     * removes the domain, `hostname` is null.
     */
    change: orNull(z.strictObject({ hostname: z.string().nullable(), endsAt: moment })),
    /** True when host names resolve to an address. With false, POST refuses every host name. */
    dns_ready: usually(z.boolean(), true),
  }),
  settle: (domain, now) => {
    if (domain.change && domain.change.endsAt <= now) {
      domain.hostname = domain.change.hostname;
      domain.change = null;
    }
  },
});

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const acceptedWith = (status: string): Reply => ({ status: 202, body: { status } });

/** The domain of the instance whose key was used; answers "busy" while the instance or its domain is being changed. */
const changeableDomainOf = (context: Context): RecordIn<typeof customDomains> => {
  const instance = dedicatedInstanceOf(context);
  const domain = singleOf(context.store, customDomains, instance);
  assertIdle(instance, context.now);
  if (domain.change) throw backendBusy();
  return domain;
};

/** The custom domain of an instance. */
export const customDomainNoun = noun({
  name: "customDomain",
  api: "instance",
  collections: [customDomains],
  routes: {
    get: route("GET /api/custom-domain", (context) => {
      const { hostname, change } = singleOf(context.store, customDomains, dedicatedInstanceOf(context));
      return { ...ok({ hostname, configured: hostname !== null }), pending: change !== null };
    }),
    set: route(
      "POST /api/custom-domain",
      { body: z.strictObject({ hostname: text.regex(hostName, "Must be a host name") }) },
      (context) => {
        const domain = changeableDomainOf(context);
        const { hostname } = context.body;
        if (!domain.dns_ready) throw invalid([["error", "Provided hostname does not resolve to any address."]]);
        if (domain.hostname !== null && domain.hostname !== hostname) {
          throw refused(`The custom domain ${domain.hostname} is configured, remove it first`);
        }
        if (domain.hostname === null)
          domain.change = { hostname, endsAt: context.now + drawDuration(context, "certifying") };
        return acceptedWith("Custom domain added, certificate being generated");
      },
    ),
    remove: route("DELETE /api/custom-domain", (context) => {
      const domain = changeableDomainOf(context);
      if (domain.hostname !== null) {
        domain.change = { hostname: null, endsAt: context.now + drawDuration(context, "removingDomain") };
      }
      return acceptedWith("Custom domain being removed");
    }),
  },
});
