import * as pulumi from "@pulumi/pulumi";
import { askInstance } from "./askInstance";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./getNodes";
import type { InvokeOptions } from "./invoke";

/** A plugin as {@link getPlugins} lists it. */
export interface PluginResult {
  /** The name, as `Plugin` takes it. */
  name: string;
  /** The version. */
  version?: string;
  /** What it does. */
  description?: string;
  /** Whether it is enabled. */
  enabled: boolean;
  /** Whether the broker needs it: it cannot be disabled then. */
  required: boolean;
  /** What the broker needs it for, where the service says so. */
  requiredFor?: string;
  /** Why it cannot be enabled, where it cannot. */
  blocked?: string;
}

/** A community plugin as {@link getCommunityPlugins} lists it. */
export interface CommunityPluginResult {
  /** The name, as `Plugin` takes it with `community: true`. */
  name: string;
  /** What it does. */
  description?: string;
  /** The lowest version of the broker that takes it. */
  require?: string;
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
export function getPlugins(args: OnInstanceArgs, options?: InvokeOptions): Promise<PluginResult[]> {
  return askInstance("getPlugins", args, options, (api, call) => api.plugins.list(call, { fresh: true }));
}

/** {@link getPlugins} for arguments that are outputs of resources. */
export function getPluginsOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<PluginResult[]> {
  return pulumi.output(args).apply((known) => getPlugins(known, options));
}

/**
 * The community plugins that the service offers for an instance. One that is or was enabled may be missing here: it is
 * in {@link getPlugins} then.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getCommunityPlugins({ instance: 123 }).then((all) => all.map((plugin) => plugin.name));
 * ```
 */
export function getCommunityPlugins(args: OnInstanceArgs, options?: InvokeOptions): Promise<CommunityPluginResult[]> {
  return askInstance("getCommunityPlugins", args, options, (api, call) => api.plugins.community(call, { fresh: true }));
}

/** {@link getCommunityPlugins} for arguments that are outputs of resources. */
export function getCommunityPluginsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<CommunityPluginResult[]> {
  return pulumi.output(args).apply((known) => getCommunityPlugins(known, options));
}
