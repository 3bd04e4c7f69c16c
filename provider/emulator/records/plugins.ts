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
    /** A community plugin that was enabled at some time: it stays, enabled or not. */
    installed: z.boolean(),
    /** Each null, or a sentence that says why: it can't be disabled, is not shown to people, should be enabled … */
    required: z.string().nullable(),
    hidden: z.string().nullable(),
    recommended: z.string().nullable(),
    /** … can't be enabled, is on its way out. */
    blocked: z.string().nullable(),
    deprecated: z.string().nullable(),
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
    installed: given.installed ?? given.enabled ?? false,
    required: given.required ?? null,
    hidden: given.hidden ?? null,
    recommended: given.recommended ?? null,
    blocked: given.blocked ?? null,
    deprecated: given.deprecated ?? null,
    require: given.require ?? null,
    change: given.change ?? null,
    never_enables: given.never_enables ?? false,
  }),
  settle: (plugin, now) => {
    if (plugin.change && plugin.change.endsAt <= now) {
      plugin.enabled = plugin.change.enabled && !plugin.never_enables;
      plugin.change = null;
    }
    plugin.installed ||= plugin.enabled;
  },
});
