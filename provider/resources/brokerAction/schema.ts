// The folder's files read the list of actions and the schema here; `resources/index.ts` exports the types. A new action
// goes into `BrokerActionName` or `NodesActionName`, into `onNodes` and into `works.ts`. The text of `describeAction`
// must stay, because records on users' disks have it as their name.
import { z } from "zod";
import { field, inputsOf } from "../../framework/kind/marks";
import { childShape } from "../shared/child";
import { nodeNames } from "../shared/nodes";
import { triggersShape } from "../shared/triggers";

/** An action that takes the names of nodes. */
export type NodesActionName = "restart" | "mgmt-restart" | "stop" | "start" | "reboot";

/** An action that a {@link BrokerAction} can carry out. */
export type BrokerActionName =
  | "restart"
  | "cluster-restart"
  | "mgmt-restart"
  | "stop"
  | "start"
  | "reboot"
  | "upgrade-erlang"
  | "upgrade-broker-erlang"
  | "run-maintenance";

/** For each action, in the order of the specification, whether it takes the names of nodes or is for the whole instance. */
const onNodes: { readonly [Name in BrokerActionName]: Name extends NodesActionName ? true : false } = {
  restart: true,
  "cluster-restart": false,
  "mgmt-restart": true,
  stop: true,
  start: true,
  reboot: true,
  "upgrade-erlang": false,
  "upgrade-broker-erlang": false,
  "run-maintenance": false,
};

export const actionNames = Object.keys(onNodes) as [BrokerActionName, ...BrokerActionName[]];

export const isActionName = (text: string): text is BrokerActionName => Object.hasOwn(onNodes, text);

/** True for an action that takes the names of nodes; every other action is for the whole instance. */
export const takesNodes = (action: BrokerActionName): boolean => onNodes[action];

/** An action as messages name it, which is also its name in the record of what was sent. */
export const describeAction = ({ action, instance }: { action: BrokerActionName; instance: string }): string =>
  `action ${action} of instance ${instance}`;

export const brokerActionSchema = inputsOf(() => ({
  ...childShape,
  action: field(z.enum(actionNames), { replace: true }),
  nodes: field(nodeNames, { set: true, local: true }),
  ...triggersShape,
}));

/** The inputs of an action after the check. */
export type BrokerActionValues = z.output<typeof brokerActionSchema>;
