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

/** All actions, in the order of the specification. */
export const actionNames = [
  "restart",
  "cluster-restart",
  "mgmt-restart",
  "stop",
  "start",
  "reboot",
  "upgrade-erlang",
  "upgrade-broker-erlang",
  "run-maintenance",
] as const satisfies readonly BrokerActionName[];

/** True for the name of an action. */
export const isActionName = (text: string): text is BrokerActionName =>
  (actionNames as readonly string[]).includes(text);

/** The actions that take the names of nodes. */
const onNodes: readonly BrokerActionName[] = [
  "restart",
  "mgmt-restart",
  "stop",
  "start",
  "reboot",
] satisfies NodesActionName[];

/** True for an action that takes the names of nodes; every other action is for the whole instance. */
export const takesNodes = (action: BrokerActionName): boolean => onNodes.includes(action);

/** An action as messages name it, which is also its name in the record of what was sent. */
export const describeAction = (action: BrokerActionName, instance: string): string =>
  `action ${action} of instance ${instance}`;
