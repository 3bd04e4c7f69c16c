// `resources/index.ts` exports the class and its arguments to programs. A new action goes into `schema.ts` and
// `works.ts`. The comment of the class must describe when `definition.ts` sends an action, because users rely on it;
// argument names must stay for the same reason.
import type * as pulumi from "@pulumi/pulumi";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Agrees } from "../shared/agrees";
import { type ChildArgs, childSuper } from "../shared/child";
import { type TriggersArgs, withPlainTriggers } from "../shared/triggers";
import { type BrokerActionState, brokerActionDefinition } from "./definition";
import type { BrokerActionName, brokerActionSchema, NodesActionName } from "./schema";

/** An action on all nodes of an instance. */
export interface WholeActionArgs extends ChildArgs, TriggersArgs {
  /**
   * The action: `restart`, `cluster-restart`, `mgmt-restart` (of the management interface), `stop`, `start`, `reboot`,
   * `upgrade-erlang`, `upgrade-broker-erlang` (both to the newest version on offer), or `run-maintenance` (the next
   * planned one). Changing it replaces the resource, which carries out the new action.
   */
  action: pulumi.Input<BrokerActionName>;
  /** Only for `restart`, `mgmt-restart`, `stop`, `start` and `reboot`: the other actions are for all nodes. */
  nodes?: undefined;
}

/** An action on some nodes of an instance. */
export interface NodesActionArgs extends ChildArgs, TriggersArgs {
  /** The action. Changing it replaces the resource, which carries out the new action. */
  action: pulumi.Input<NodesActionName>;
  /**
   * The names of the nodes, in any order, as `getNodes` lists them, for `restart`, `mgmt-restart`, `stop`, `start` and
   * `reboot`. A change sends nothing: the next change of `triggers` uses it. Left out: all nodes.
   */
  nodes?: pulumi.Input<pulumi.Input<string>[]>;
}

/** What a {@link BrokerAction} is made from. */
export type BrokerActionArgs = WholeActionArgs | NodesActionArgs;

/**
 * Something that is done once to a broker: a restart, a stop, an upgrade, the run of a planned maintenance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const restart = new broker.BrokerAction("restart", {
 *   instance: 123,
 *   action: "restart",
 *   triggers: ["2030-01-20"],
 * });
 * ```
 *
 * Creating this resource carries out the action, and each change of `triggers` does so once more. A refresh, a removal
 * and the same triggers never do. Removing the resource sends nothing: nothing is taken back, and a stopped node stays
 * stopped. The resource waits until it sees the action begin and end, for as long as `customTimeouts` allows. By
 * default that is an hour for a create, and three hours for an update. A wait that runs out keeps the resource in
 * state, and the next run only waits on. Nothing shows a restart of the management interface, which is done when the
 * service has accepted it. A restart that is too short to be seen ends with a warning, one minute after the service has
 * named the nodes in its answer.
 *
 * A record in Pulumi's folder on this machine (`PULUMI_HOME`) says what was sent, so that a run that was killed sends
 * nothing twice. Where it stays open whether the service has acted, an upgrade, a start, a stop and a maintenance are
 * decided by what the service shows. A restart or a reboot, which nothing shows afterwards, is an error that says how
 * to look. `{ import: "<id>" }`, with the id of that error, takes over, and does not send, an action that was carried
 * out.
 *
 * If you make the resource anew with the same triggers, it carries out the action again. That is after a delete, under
 * a new name, after `pulumi state delete` or `retainOnDelete`, and with `pulumi up --replace`. The last three need a
 * further `up`, `preview` or `refresh` after the run that sent the action. That command sees the saved state and
 * removes the record. Without it, nothing tells them from a killed run: the next run sends nothing, a line says so, and
 * new triggers send the action.
 *
 * Another machine, such as a CI runner with a new disk, has no record. After a killed run it shows only the engine's
 * warning of a pending operation, and the next `up` sends the action once more. Look before that `up`, or keep the
 * folder `pulumi-broker/sent` of `PULUMI_HOME` between the runs.
 *
 * @category Settings, plugins and maintenance
 */
export class BrokerAction extends CustomResource {
  /** The action. */
  declare readonly action: pulumi.Output<BrokerActionName>;
  /** The triggers for which the action was last sent. */
  declare readonly triggers: pulumi.Output<unknown>;

  /**
   * @throws at preview: nodes that the instance does not have, or that the action does not take. Also: an action that a
   * shared plan or the broker does not take, no planned maintenance to run, no key for the instance.
   */
  constructor(name: string, args: BrokerActionArgs, opts?: pulumi.CustomResourceOptions) {
    const plain = withPlainTriggers(args, "BrokerAction", name);
    super(
      ...childSuper<Agrees<BrokerActionArgs, typeof brokerActionSchema>>(brokerActionDefinition, name, plain, opts),
    );
  }

  /** Reads an action by its id, which shows only whether the instance is there. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BrokerAction {
    return new BrokerAction(name, {} as BrokerActionArgs, { ...opts, id });
  }

  /** True when a value is a BrokerAction, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is BrokerAction {
    return isInstanceOf(brokerActionDefinition, value);
  }
}

export interface BrokerAction extends Outputs<BrokerActionState> {}
