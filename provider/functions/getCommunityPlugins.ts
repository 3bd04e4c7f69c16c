import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput } from "./invoke";

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
