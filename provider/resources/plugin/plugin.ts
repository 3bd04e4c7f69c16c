// `resources/index.ts` exports all names to programs. A new output goes into `PluginState`, `outputs` and `toState`.
// The type and the names must stay, because states and programs hold them.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Plugin as PluginWire } from "../../api";
import { askOutput } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import { field, inputsOf } from "../../framework/kind/marks";
import type { Agrees, Given } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, partSuper } from "../shared/child";
import { readCall } from "../shared/ctx";
import { named } from "../shared/defineKind";
import { partKind } from "../shared/partKind";
import { disable, enable, isPluginName, lookAt, pluginIds } from "./steps";

/** What a {@link Plugin} is made from. */
export interface PluginArgs extends ChildArgs {
  /**
   * The plugin's own name, as `getPlugins` lists it: letters, digits and underscores. The broker must offer the plugin;
   * a plugin that is enabled already is taken over unchanged. Changing this replaces the resource: the new plugin is
   * enabled and the old one is disabled. Left out: the resource's logical name.
   */
  name?: pulumi.Input<string>;
  /**
   * True when the plugin is a community plugin, as `getCommunityPlugins` lists them. Changing this replaces the
   * resource, and leaves an enabled plugin enabled. Left out: false.
   */
  community?: pulumi.Input<boolean>;
}

/** A plugin as state keeps it. */
interface PluginState extends ChildValues, Given<PluginArgs, "name" | "community"> {
  /** The version of the plugin. */
  version: string | null;
  /** What the plugin does, in the service's words. */
  description: string | null;
  /** True when the plugin was enabled when last seen. */
  enabled: boolean;
}

const schema = inputsOf(() => ({
  ...childShape,
  name: field(z.string().refine(isPluginName, "must consist of 1 to 100 letters, digits and underscores"), {
    replace: true,
  }),
  community: field(z.boolean(), { replace: true }),
}));

const pluginDefinition = partKind<z.output<typeof schema>, PluginState, typeof pluginIds>({
  type: "Plugin",
  ids: pluginIds,
  schema,
  arrange: (inputs, name) => ({ ...named(inputs, name), community: inputs["community"] ?? false }),
  outputs: ["version", "description", "enabled"],

  create: async (turn, at) => toState(await enable(turn, at)),

  // The resource exists while the plugin is enabled. A plugin that somebody else has disabled counts as gone, as after
  // a delete: a refresh drops the resource, and the next `up` enables the plugin by one POST.
  async read(ctx, at) {
    const call = readCall(ctx);
    let seen = await lookAt(at, call);
    if (!seen?.enabled && ctx.kept.sent().length === 0) {
      seen = await lookAt(at, call, { fresh: true });
      if (!seen?.enabled) return undefined;
    }
    return { name: at.name, community: at.community, ...toState(seen ?? { enabled: false }) };
  },

  // No field can be changed in place: an update only waits for the change of an earlier run.
  update: async (turn, at) => toState(await enable(turn, at)),

  delete: disable,
});

/** Turns a plugin of the service into state; no other function does. */
function toState(plugin: Pick<PluginWire, "enabled"> & Partial<PluginWire>): Partial<PluginState> {
  return { version: plugin.version ?? null, description: plugin.description ?? null, enabled: plugin.enabled };
}

/**
 * An enabled plugin of the broker: one that comes with the broker, or a community plugin.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const federation = new broker.Plugin("federation", { instance: 123, name: "broker_federation" });
 * const delayed = new broker.Plugin("delayed", {
 *   instance: 123,
 *   name: "broker_delayed_message_exchange",
 *   community: true,
 * });
 * ```
 *
 * `broker.getPlugins({ instance: 123 })` lists the plugins of a broker, and says which of them are enabled already.
 *
 * The plugins of one instance are changed one after another, in no particular order, and the resource waits for each
 * change: no `dependsOn` is needed. A plugin that is enabled already is taken over unchanged. The service does not tell
 * the kind of such a plugin, so the package relies on `community`. Removing the resource disables the plugin, even if
 * it was enabled before. A plugin that the broker requires stays, and a line says so. A refusal of the service, as for
 * a plugin of the other kind, is an error; correcting `community` leaves the plugin enabled. Every other change
 * replaces the resource. A refresh drops a plugin that somebody else has disabled, and the next `up` enables it. Take
 * over an enabled plugin with `{ import: "<instance>/plugins/<name>" }` or `{ import:
 * "<instance>/community-plugins/<name>" }`.
 *
 * @category Settings, plugins and maintenance
 */
export class Plugin extends CustomResource {
  /**
   * @throws at preview: a name that no plugin can have, no key for the instance. At `up`: a plugin that the instance
   * does not have (with the nearest names), a blocked plugin, a community plugin that needs a newer broker.
   */
  constructor(name: string, args: PluginArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<PluginArgs, typeof schema, "name" | "community">>(pluginDefinition, name, args, opts));
  }

  /**
   * Reads a plugin that something else manages, by the id `<instance>/plugins/<name>` or
   * `<instance>/community-plugins/<name>`. Fails when it is not enabled.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Plugin {
    return new Plugin(name, {} as PluginArgs, { ...opts, id });
  }

  /** True when a value is a Plugin, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Plugin {
    return isInstanceOf(pluginDefinition, value);
  }
}

export interface Plugin extends Outputs<PluginState> {}

/** A plugin as {@link getPlugins} lists it. */
export interface PluginResult {
  /** The name, as `Plugin` takes it. */
  name: string;
  /** The version. */
  version?: string;
  /** What the plugin does. */
  description?: string;
  /** True when the plugin is enabled. */
  enabled: boolean;
  /** True when the broker needs the plugin, which then cannot be disabled. */
  required: boolean;
  /** The reason why the broker needs the plugin, when the service gives one. */
  requiredFor?: string;
  /** The reason why the plugin cannot be enabled; missing when it can. */
  blocked?: string;
  /** The reason why the service recommends the plugin; missing when it does not. */
  recommended?: string;
  /** The reason why the service hides the plugin in its own pages; missing when it does not. */
  hidden?: string;
  /** The reason why the plugin should no longer be used; missing when there is none. */
  deprecated?: string;
}

/**
 * The plugins of an instance: all that come with the broker, and the community plugins that are or were enabled.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const enabled = broker.getPlugins({ instance: 123 }).then((all) => all.filter((plugin) => plugin.enabled));
 * ```
 */
export const getPlugins = askInstance<OnInstanceArgs, PluginResult[]>({
  name: "getPlugins",
  list: true,
  answer: (api, call) => api.plugins.list(call, { fresh: true }),
});

/** {@link getPlugins} for arguments that are outputs of resources. */
export const getPluginsOutput = askOutput<OnInstanceOutputArgs, PluginResult[]>(getPlugins);

/** A community plugin as {@link getCommunityPlugins} lists it. */
export interface CommunityPluginResult {
  /** The name, as `Plugin` takes it with `community: true`. */
  name: string;
  /** What the plugin does. */
  description?: string;
  /** The lowest version of the broker with which the plugin works. */
  require?: string;
}

/**
 * The community plugins that the service offers for an instance. A plugin that is or was enabled may be missing here,
 * and is then listed by `getPlugins`.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getCommunityPlugins({ instance: 123 }).then((all) => all.map((plugin) => plugin.name));
 * ```
 */
export const getCommunityPlugins = askInstance<OnInstanceArgs, CommunityPluginResult[]>({
  name: "getCommunityPlugins",
  list: true,
  answer: (api, call) => api.plugins.community(call, { fresh: true }),
});

/** {@link getCommunityPlugins} for arguments that are outputs of resources. */
export const getCommunityPluginsOutput = askOutput<OnInstanceOutputArgs, CommunityPluginResult[]>(getCommunityPlugins);
