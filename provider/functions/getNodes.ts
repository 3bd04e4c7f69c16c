import * as pulumi from "@pulumi/pulumi";
import type { Node } from "../api";
import { type SettingValues, seenSettings } from "../resources/shared/settings";
import { askInstance } from "./askInstance";
import type { InvokeOptions } from "./invoke";

/** The instance that is asked about. */
export interface OnInstanceArgs {
  /** The id of the instance. */
  instance: string | number;
  /** The instance's own API key, for who has no account key. Default: as for resources on an instance. */
  instanceApiKey?: string;
}

/** {@link OnInstanceArgs} that may be outputs of resources. */
export interface OnInstanceOutputArgs {
  /** The id of the instance. */
  instance: pulumi.Input<string | number>;
  /** The instance's own API key, for who has no account key. Default: as for resources on an instance. */
  instanceApiKey?: pulumi.Input<string>;
}

/** A node as {@link getNodes} returns it. */
export interface NodeResult {
  /** The name, as actions on nodes take it. */
  name: string;
  /** The host name for the outside. */
  hostname?: string;
  /** The host name inside the VPC. */
  hostnameInternal?: string;
  /** Whether no change of the node is under way. */
  configured: boolean;
  /** Whether the broker runs. */
  running?: boolean;
  /** Whether the broker is compiled natively. */
  hipe?: boolean;
  /** The broker's version. */
  brokerVersion?: string;
  /** The Erlang version. */
  erlangVersion?: string;
  /** The plan's own disk. The service does not name the unit. */
  diskSize?: number;
  /** The disk that is added to it. The service does not name the unit. */
  additionalDiskSize?: number;
  /** The availability zone. */
  availabilityZone?: string;
}

/** What {@link getAvailableVersions} returns. */
export interface AvailableVersionsResult {
  /** Versions of the broker that the instance can be upgraded to. */
  brokerVersions: string[];
  /** Versions of Erlang that the instance can be upgraded to. */
  erlangVersions: string[];
}

/** A setting as {@link getAvailableSettings} lists it. */
export interface AvailableSettingResult {
  /** The service's name of the setting, which `config` takes as it is. */
  name: string;
  /** `boolean`, `int`, `float` or `symbol`. */
  type: string;
  /** What it does. */
  description?: string;
  /** The value where none is set. */
  default?: string | number | boolean;
  /** The lowest value. */
  min?: number;
  /** The highest value. */
  max?: number;
  /** The lowest version of the broker that takes it. */
  versionRequirement?: string;
}

/**
 * The nodes of an instance, as they are now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const zones = broker.getNodes({ instance: 123 }).then((nodes) => nodes.map((node) => node.availabilityZone));
 * ```
 */
export function getNodes(args: OnInstanceArgs, options?: InvokeOptions): Promise<NodeResult[]> {
  return askInstance("getNodes", args, options, async (api, call) => (await api.nodes(call)).map(nodeResult));
}

/** {@link getNodes} for arguments that are outputs of resources. */
export function getNodesOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<NodeResult[]> {
  return pulumi.output(args).apply((known) => getNodes(known, options));
}

/**
 * The versions of broker and Erlang that an instance can be upgraded to now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getAvailableVersions({ instance: 123 }).then((versions) => versions.brokerVersions);
 * ```
 */
export function getAvailableVersions(args: OnInstanceArgs, options?: InvokeOptions): Promise<AvailableVersionsResult> {
  return askInstance("getAvailableVersions", args, options, async (api, call) => {
    const { broker_versions, erlang_versions } = await api.availableVersions(call);
    return { brokerVersions: broker_versions, erlangVersions: erlang_versions };
  });
}

/** {@link getAvailableVersions} for arguments that are outputs of resources. */
export function getAvailableVersionsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<AvailableVersionsResult> {
  return pulumi.output(args).apply((known) => getAvailableVersions(known, options));
}

/**
 * The settings of a broker that are set, under the names that `config` takes.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const heartbeat = broker.getConfig({ instance: 123 }).then((config) => config["heartbeat"]);
 * ```
 */
export function getConfig(args: OnInstanceArgs, options?: InvokeOptions): Promise<SettingValues> {
  return askInstance("getConfig", args, options, async (api, call) => {
    return seenSettings(await api.config.get(call, { fresh: true }), undefined);
  });
}

/** {@link getConfig} for arguments that are outputs of resources. */
export function getConfigOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<SettingValues> {
  return pulumi.output(args).apply((known) => getConfig(known, options));
}

/**
 * The settings that a broker takes, with their defaults and bounds.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getAvailableSettings({ instance: 123 }).then((all) => all.map((setting) => setting.name));
 * ```
 */
export function getAvailableSettings(args: OnInstanceArgs, options?: InvokeOptions): Promise<AvailableSettingResult[]> {
  return askInstance("getAvailableSettings", args, options, async (api, call) => {
    const all = await api.config.available(call);
    return all.map(({ desc, version_requirement, default: usual, ...setting }) => ({
      ...setting,
      description: desc,
      default: usual ?? undefined,
      versionRequirement: version_requirement,
    }));
  });
}

/** {@link getAvailableSettings} for arguments that are outputs of resources. */
export function getAvailableSettingsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<AvailableSettingResult[]> {
  return pulumi.output(args).apply((known) => getAvailableSettings(known, options));
}

function nodeResult(node: Node): NodeResult {
  return {
    name: node.name,
    hostname: node.hostname,
    hostnameInternal: node.hostname_internal,
    configured: node.configured,
    running: node.running,
    hipe: node.hipe,
    brokerVersion: node.broker_version,
    erlangVersion: node.erlang_version,
    diskSize: node.disk_size,
    additionalDiskSize: node.additional_disk_size,
    availabilityZone: node.availability_zone,
  };
}
