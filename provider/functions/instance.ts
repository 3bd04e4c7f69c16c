// Programs import the functions, and `plugin/functions.ts` serves them. A new field goes into the interface, in camel
// case; names must stay. The `name` of a `NodeResult` must stay, because `BrokerAction` and `Hipe` take it for `nodes`.
import { askOutput, inCamelCase } from "../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../resources/shared/askInstance";

/** What {@link getAvailableVersions} returns. */
export interface AvailableVersionsResult {
  /** Versions of the broker that the instance can be upgraded to. */
  brokerVersions: string[];
  /** Versions of Erlang that the instance can be upgraded to. */
  erlangVersions: string[];
}

/**
 * The versions of broker and Erlang that an instance can be upgraded to now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getAvailableVersions({ instance: 123 }).then((versions) => versions.brokerVersions);
 * ```
 *
 * @category Brokers and their networks
 */
export const getAvailableVersions = askInstance<OnInstanceArgs, AvailableVersionsResult>({
  name: "getAvailableVersions",
  answer: async (api, call) => inCamelCase(await api.availableVersions(call)),
});

/** {@link getAvailableVersions} for arguments that are outputs of resources. */
export const getAvailableVersionsOutput = askOutput<OnInstanceOutputArgs, AvailableVersionsResult>(
  getAvailableVersions,
);

/** The result of {@link getNextVersions}. */
export interface NextVersionsResult {
  /** The broker's version after the upgrade. */
  brokerVersion?: string;
  /** The Erlang version after the upgrade; missing for a broker without Erlang. */
  erlangVersion?: string;
}

/**
 * The versions to which one upgrade of both the broker and Erlang would lead now. {@link getAvailableVersions} lists all
 * versions that an instance can be upgraded to.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const next = broker.getNextVersions({ instance: 123 }).then((versions) => versions.brokerVersion);
 * ```
 *
 * @category Brokers and their networks
 */
export const getNextVersions = askInstance<OnInstanceArgs, NextVersionsResult>({
  name: "getNextVersions",
  async answer(api, call) {
    const seen = await api.operations.actions.newBrokerErlangVersions(call);
    return { brokerVersion: seen.new_broker_version, erlangVersion: seen.new_erlang_version };
  },
});

/** {@link getNextVersions} for arguments that are outputs of resources. */
export const getNextVersionsOutput = askOutput<OnInstanceOutputArgs, NextVersionsResult>(getNextVersions);

/** A node as {@link getNodes} returns it. */
export interface NodeResult {
  /** The name, as actions on nodes take it. */
  name: string;
  /** The host name for clients outside the VPC. */
  hostname?: string;
  /** The host name for clients inside the VPC. */
  hostnameInternal?: string;
  /** True when the node is configured, and false while it is being changed. */
  configured: boolean;
  /** True when the broker runs on the node. */
  running?: boolean;
  /** True when the broker runs as native code (HiPE). */
  hipe?: boolean;
  /** The broker's version. */
  brokerVersion?: string;
  /** The Erlang version. */
  erlangVersion?: string;
  /** The size of the disk that the plan includes. The service does not name the unit. */
  diskSize?: number;
  /** The size of the disk that was added to the plan's. The service does not name the unit. */
  additionalDiskSize?: number;
  /** The availability zone. */
  availabilityZone?: string;
}

/**
 * The nodes of an instance, as they are now.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const zones = broker.getNodes({ instance: 123 }).then((nodes) => nodes.map((node) => node.availabilityZone));
 * ```
 *
 * @category Brokers and their networks
 */
export const getNodes = askInstance<OnInstanceArgs, NodeResult[]>({
  name: "getNodes",
  list: true,
  answer: async (api, call) => (await api.nodes(call)).map(inCamelCase),
});

/** {@link getNodes} for arguments that are outputs of resources. */
export const getNodesOutput = askOutput<OnInstanceOutputArgs, NodeResult[]>(getNodes);
