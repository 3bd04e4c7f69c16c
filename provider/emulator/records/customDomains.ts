import { z } from "zod";
import { base, collection } from "../server/collection";

/** The custom domain of each instance; a new instance has none. */
export const customDomains = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    hostname: z.string().nullable(),
    /**
     * The change under way. `hostname` is the name whose certificate is being made, or null while the domain is
     * removed.
     */
    change: z.strictObject({ hostname: z.string().nullable(), endsAt: z.number() }).nullable(),
    /** True when the host names that requests name resolve to an address. */
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
