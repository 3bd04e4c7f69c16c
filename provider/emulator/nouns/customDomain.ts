import { z } from "zod";
import type { RecordOf } from "../records";
import { backendBusy, invalid, ok, type Reply, refused } from "../server/reply";
import { text } from "../server/request";
import { type Context, dedicatedInstanceOf, type Route, route, singleOf } from "../server/route";
import { assertIdle, drawDuration } from "./instances/state";

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i;

const acceptedWith = (status: string): Reply => ({ status: 202, body: { status } });

/** The domain of the instance whose key was used; answers "busy" while the instance or its domain is being changed. */
const changeableDomainOf = (context: Context): RecordOf<"customDomains"> => {
  const instance = dedicatedInstanceOf(context);
  const domain = singleOf(context.store, "customDomains", instance);
  assertIdle(instance, context.now);
  if (domain.change) throw backendBusy();
  return domain;
};

/** Operations of the instance API on the custom domain. */
export const customDomainRoutes: Route[] = [
  route({
    operation: "customDomain.get",
    method: "GET",
    path: "/api/custom-domain",
    auth: "instance",
    handle: (context) => {
      const { hostname, change } = singleOf(context.store, "customDomains", dedicatedInstanceOf(context));
      return { ...ok({ hostname, configured: hostname !== null }), pending: change !== null };
    },
  }),
  route({
    operation: "customDomain.set",
    method: "POST",
    path: "/api/custom-domain",
    auth: "instance",
    body: z.strictObject({ hostname: text.regex(hostName, "Must be a host name") }),
    handle: (context) => {
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
  }),
  route({
    operation: "customDomain.remove",
    method: "DELETE",
    path: "/api/custom-domain",
    auth: "instance",
    handle: (context) => {
      const domain = changeableDomainOf(context);
      if (domain.hostname !== null) {
        domain.change = { hostname: null, endsAt: context.now + drawDuration(context, "removingDomain") };
      }
      return acceptedWith("Custom domain being removed");
    },
  }),
];
