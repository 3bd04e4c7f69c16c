import {
  actionEndpoints,
  type FirehoseSwitch,
  getNewVersions,
  type HipeSwitch,
  type NewVersions,
  type OnNodes,
  switchBody,
} from "../nouns/actions";
import { upgradeBroker } from "../nouns/broker";
import type { CallOptions } from "../transport/call";
import type { Api, Endpoint } from "../transport/endpoint";
import { request } from "../transport/request";
import type { Message } from "../transport/schemas";

/** The service's words on what it will do, if it says anything. */
export type Said = Message | undefined;

/**
 * The actions on an instance. Each action is sent once. When it is unclear whether the service acted, the error is
 * `ambiguous`. The answer comes before the action begins.
 */
export interface ActionOperations {
  /** Switches HiPE on or off. The request is repeated when no answer comes. */
  hipe(hipe: HipeSwitch, options?: CallOptions): Promise<Said>;
  /** Switches the tracing of a vhost on or off; not for production. The request is repeated when no answer comes. */
  firehose(firehose: FirehoseSwitch, options?: CallOptions): Promise<Said>;
  /** Restarts the broker on nodes. */
  restart(nodes?: OnNodes, options?: CallOptions): Promise<Said>;
  /** Restarts the whole cluster. */
  clusterRestart(options?: CallOptions): Promise<Said>;
  /** Restarts the management interface on nodes. No answer shows when the restart is done. */
  mgmtRestart(nodes?: OnNodes, options?: CallOptions): Promise<Said>;
  /** Stops the broker on nodes. */
  stop(nodes?: OnNodes, options?: CallOptions): Promise<Said>;
  /** Starts the broker on nodes. */
  start(nodes?: OnNodes, options?: CallOptions): Promise<Said>;
  /** Reboots nodes. */
  reboot(nodes?: OnNodes, options?: CallOptions): Promise<Said>;
  /** Upgrades Erlang to the latest version that works with the broker. */
  upgradeErlang(options?: CallOptions): Promise<Said>;
  /** Upgrades the broker to a version that `nodes.availableVersions` offers. */
  upgradeBroker(to: { version: string }, options?: CallOptions): Promise<Said>;
  /** Upgrades broker and Erlang to the latest versions to which one upgrade can lead. */
  upgradeBrokerErlang(options?: CallOptions): Promise<Said>;
  /** The versions that `upgradeBrokerErlang` would lead to. */
  newBrokerErlangVersions(options?: CallOptions): Promise<NewVersions>;
}

/** Makes the actions on an instance. Each action is one request. */
export function actionOperations(instance: Api): ActionOperations {
  const { hipe, firehose, clusterRestart, upgradeErlang, upgradeBrokerErlang } = actionEndpoints;
  const act = (endpoint: Endpoint<Said>) => (options?: CallOptions) => request(instance, endpoint, {}, options);
  const actOnNodes = (endpoint: Endpoint<Said>) => (nodes?: OnNodes, options?: CallOptions) =>
    request(instance, endpoint, { body: { ...nodes } }, options);
  return {
    hipe: (body, options) => request(instance, hipe, { body: switchBody(body) }, options),
    firehose: (body, options) => request(instance, firehose, { body: switchBody(body) }, options),
    restart: actOnNodes(actionEndpoints.restart),
    clusterRestart: act(clusterRestart),
    mgmtRestart: actOnNodes(actionEndpoints.mgmtRestart),
    stop: actOnNodes(actionEndpoints.stop),
    start: actOnNodes(actionEndpoints.start),
    reboot: actOnNodes(actionEndpoints.reboot),
    upgradeErlang: act(upgradeErlang),
    upgradeBroker: (body, options) => request(instance, upgradeBroker, { body }, options),
    upgradeBrokerErlang: act(upgradeBrokerErlang),
    newBrokerErlangVersions: (options) => request(instance, getNewVersions, {}, options),
  };
}
