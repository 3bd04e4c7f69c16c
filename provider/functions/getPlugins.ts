import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

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

/** The question of {@link getPlugins}. */
export const getPluginsQuestion = aboutInstance<OnInstanceArgs, PluginResult[]>({
  name: "getPlugins",
  list: true,
  answer: (api, call) => api.plugins.list(call, { fresh: true }),
});

/**
 * The plugins of an instance: all that come with the broker, and the community plugins that are or were enabled.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const enabled = broker.getPlugins({ instance: 123 }).then((all) => all.filter((plugin) => plugin.enabled));
 * ```
 */
export function getPlugins(args: OnInstanceArgs, options?: InvokeOptions): Promise<PluginResult[]> {
  return ask(getPluginsQuestion, args, options);
}

/** {@link getPlugins} for arguments that are outputs of resources. */
export function getPluginsOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<PluginResult[]> {
  return askOutput(getPluginsQuestion, args, options);
}
