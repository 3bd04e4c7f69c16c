import { z } from "zod";
import { base, collection } from "../server/collection";

/** Plugins of instances, enabled or not. A plugin with a `require` is a community plugin. */
export const plugins = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    name: z.string(),
    description: z.string(),
    enabled: z.boolean(),
    /** True for a plugin that was enabled at some time: a community plugin stays installed when it is disabled. */
    installed: z.boolean(),
    /**
     * A sentence that says why the plugin can't be disabled, is hidden from users, or should be enabled; null without
     * such a reason.
     */
    required: z.string().nullable(),
    hidden: z.string().nullable(),
    recommended: z.string().nullable(),
    /** A sentence that says why the plugin can't be enabled, or is deprecated; null without such a reason. */
    blocked: z.string().nullable(),
    deprecated: z.string().nullable(),
    /** The lowest broker version of a community plugin. */
    require: z.string().nullable(),
    /** The change that is under way. */
    change: z.strictObject({ enabled: z.boolean(), endsAt: z.number() }).nullable(),
    /** True for a plugin that stays disabled although the service accepted a request to enable it. */
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
