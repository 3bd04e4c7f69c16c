// `actionNoun` declares requests that act on a broker. `nouns/index.ts` opens it; `brokerAction/`, `hipe.ts`,
// `firehose.ts`, `instance/version.ts` and `functions/instance.ts` send them. Method names must stay:
// `pulumi-broker/client` shows them. `set` must send `enabled` and `enable`: the specification has both. A new action
// may be added.
import type { z } from "zod";
import type { Api, CallOptions } from "../transport/endpoint";
import { messageSchema, type Said, shown, text } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

/** The nodes on which an action is taken. */
export interface OnNodes {
  /** The names of the nodes. Default: all nodes. */
  nodes?: string[];
}

/** The state of a switch that can be set for single nodes. */
export interface HipeSwitch extends OnNodes {
  enabled: boolean;
}

/** The state of a switch of one vhost. */
export interface FirehoseSwitch {
  enabled: boolean;
  /** The vhost that is traced. */
  vhost: string;
}

/** The answer of `GET /api/actions/new-broker-erlang-versions`, whose shape the specification does not show. */
const newVersionsSchema = shown(() => ({ new_broker_version: text, new_erlang_version: text })) // An answer with neither field must not be taken for "there is nothing newer".
  .refine((seen) => seen.new_broker_version !== undefined || seen.new_erlang_version !== undefined, {
    path: ["new_broker_version"],
    message: "missing",
  });
/** The versions to which an upgrade of both broker and Erlang would lead. */
export type NewVersions = z.output<typeof newVersionsSchema>;

/**
 * The actions on an instance. A POST is sent once: when it is unclear whether the service acted, the error is `ambiguous`.
 * `hipe` and `firehose` are PUTs and are repeated. The answer comes before the action begins.
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

export function actionNoun(instance: Api) {
  const send = senderTo(instance);
  const at = (name: string) => `/api/actions/${name}`;
  const post = (name: string) => ({ method: "POST", path: at(name), echo: messageSchema }) as const;
  const act = (name: string) => send(post(name));
  const actOnNodes = (name: string) => send(post(name), (nodes?: OnNodes) => ({ body: { ...nodes } }));
  const set = (name: string) =>
    send({ method: "PUT", path: at(name), echo: messageSchema }, (body: { enabled: boolean }) => ({
      body: { ...body, enable: body.enabled },
    }));
  const actions: ActionOperations = {
    hipe: set("hipe"),
    firehose: set("firehose"),
    restart: actOnNodes("restart"),
    clusterRestart: act("cluster-restart"),
    mgmtRestart: actOnNodes("mgmt-restart"),
    stop: actOnNodes("stop"),
    start: actOnNodes("start"),
    reboot: actOnNodes("reboot"),
    upgradeErlang: act("upgrade-erlang"),
    upgradeBroker: send(post("upgrade-broker"), withBody),
    upgradeBrokerErlang: act("upgrade-broker-erlang"),
    newBrokerErlangVersions: send({ method: "GET", path: at("new-broker-erlang-versions"), answer: newVersionsSchema }),
  };
  return { operations: { actions }, shared: {} };
}
