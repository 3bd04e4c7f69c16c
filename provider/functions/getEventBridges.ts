import * as pulumi from "@pulumi/pulumi";
import type { EventBridge as EventBridgeWire } from "../api";
import { toState } from "../resources/eventBridge";
import { childId, parseItem } from "../resources/shared/ids";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { type InvokeOptions, withoutNone } from "./invoke";

/** An event bridge as {@link getEventBridge} and {@link getEventBridges} return it. */
export interface EventBridgeResult {
  /** The id, as `<instance>/eventbridges/<number>`. */
  id: string;
  /** The vhost of the queue. */
  vhost: string;
  /** The queue whose messages are sent. */
  queue: string;
  /** The cloud region of the event bus. */
  cloudRegion: string;
  /** The id of the cloud account of the event bus, leading zeros included. */
  cloudAccountId: string;
  /** True when an event holds the headers of its message too. */
  withHeaders: boolean;
  /** The reason why the service could not start the event bridge; missing when the service could. */
  status?: string;
  /** The account of the service that the event bridge belongs to. */
  accountId?: string;
}

/** The arguments of {@link getEventBridge}. */
export interface GetEventBridgeArgs extends OnInstanceArgs {
  /** The id, as `<instance>/eventbridges/<number>` or only the number. */
  id: string | number;
}

/** {@link GetEventBridgeArgs} that may be outputs of resources. */
export interface GetEventBridgeOutputArgs extends OnInstanceOutputArgs {
  /** The id, as `<instance>/eventbridges/<number>` or only the number. */
  id: pulumi.Input<string | number>;
}

/**
 * One event bridge of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const queue = broker.getEventBridge({ instance: 123, id: 7 }).then((bridge) => bridge.queue);
 * ```
 *
 * @throws when the instance has no event bridge with this id.
 */
export function getEventBridge(args: GetEventBridgeArgs, options?: InvokeOptions): Promise<EventBridgeResult> {
  return askInstance("getEventBridge", args, options, async (api, call) => {
    const item = parseItem("EventBridge", "eventbridges", String(args.instance), String(args.id));
    const bridge = await api.eventBridges.get(item, call);
    if (bridge === undefined) throw new Error(`getEventBridge: instance ${args.instance} has no event bridge ${item}`);
    return toResult(String(args.instance), bridge);
  });
}

/** {@link getEventBridge} for arguments that are outputs of resources. */
export function getEventBridgeOutput(
  args: GetEventBridgeOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<EventBridgeResult> {
  return pulumi.output(args).apply((known) => getEventBridge(known, options));
}

/**
 * All event bridges of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const broken = broker
 *   .getEventBridges({ instance: 123 })
 *   .then((bridges) => bridges.filter((bridge) => bridge.status !== undefined).map((bridge) => bridge.id));
 * ```
 */
export function getEventBridges(args: OnInstanceArgs, options?: InvokeOptions): Promise<EventBridgeResult[]> {
  return askInstance("getEventBridges", args, options, async (api, call) => {
    const all = await api.eventBridges.list(call, { fresh: true });
    return all.map((bridge) => toResult(String(args.instance), bridge));
  });
}

/** {@link getEventBridges} for arguments that are outputs of resources. */
export function getEventBridgesOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<EventBridgeResult[]> {
  return pulumi.output(args).apply((known) => getEventBridges(known, options));
}

function toResult(instance: string, bridge: EventBridgeWire): EventBridgeResult {
  const { status, ...state } = toState(bridge);
  const id = childId(instance, "eventbridges", bridge.id);
  return { id, ...state, ...withoutNone({ status, accountId: bridge.account_id }) };
}
