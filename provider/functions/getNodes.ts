// Programs import `getNodes` and `getNodesOutput`, and `plugin/functions.ts` answers `getNodes` for other languages.
// New fields of the client's answer go into `NodeResult`. The value of `name` must stay, because the argument `nodes`
// of `BrokerAction` and `Hipe` takes this name.
import { askOutput, inCamelCase } from "../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../resources/shared/askInstance";

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
