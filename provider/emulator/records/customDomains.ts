import { z } from "zod";
import { base, collection } from "./collection";

/** The custom domain of each instance; none has one at first. */
export const customDomains = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    hostname: z.string().nullable(),
    /** A certificate being made for a host name, or the one in place being removed (null). */
    change: z.strictObject({ hostname: z.string().nullable(), endsAt: z.number() }).nullable(),
    /** Whether the name servers know the host names that are asked for. */
    dns_ready: z.boolean(),
  }),
  firstId: 11_001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    hostname: given.hostname ?? null,
    change: given.change ?? null,
    dns_ready: given.dns_ready ?? true,
  }),
  settle: (domain, now) => {
    if (domain.change && domain.change.endsAt <= now) {
      domain.hostname = domain.change.hostname;
      domain.change = null;
    }
  },
});
