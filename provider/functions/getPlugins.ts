import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput } from "./invoke";

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
