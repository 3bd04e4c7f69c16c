// `resources/index.ts` exports the functions to programs. A new field also goes into `api/nouns/plugins.ts`, which
// forms the answers. The names of functions and fields must stay, because programs use them.
import { askOutput } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";

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
