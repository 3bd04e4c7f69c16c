import { z } from "zod";
import { base, collection } from "./collection";

/** Plugins of instances, enabled or not; those with a `require` are community plugins. */
export const plugins = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    required: z.boolean(),
    hidden: z.boolean(),
    recommended: z.boolean(),
    /** Why it can't be enabled. */
    blocked: z.string().nullable(),
    /** The minimum broker version of a community plugin. */
    require: z.string().nullable(),
    /** A change under way, and what it leads to. */
    change: z.strictObject({ enabled: z.boolean(), endsAt: z.number() }).nullable(),
    /** Being enabled takes its time and leads to nothing. */
    never_enables: z.boolean(),
  }),
  firstId: 10_001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    name: given.name ?? "broker_plugin",
    description: given.description ?? "",
    enabled: given.enabled ?? false,
    required: given.required ?? false,
    hidden: given.hidden ?? false,
    recommended: given.recommended ?? false,
    blocked: given.blocked ?? null,
    require: given.require ?? null,
    change: given.change ?? null,
    never_enables: given.never_enables ?? false,
  }),
  settle: (plugin, now) => {
    if (plugin.change && plugin.change.endsAt <= now) {
      plugin.enabled = plugin.change.enabled && !plugin.never_enables;
      plugin.change = null;
    }
  },
});
