import type * as pulumi from "@pulumi/pulumi";
import type { EventBridge as EventBridgeWire } from "../api";
import { type EventBridge, eventBridgeIds, toState } from "../resources/eventBridge";
import { parseNumber } from "../resources/shared/ids";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput, withoutNone } from "./invoke";

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
  /** The number of messages that are taken from the queue at once, when the service shows it. */
  prefetch?: number;
  /** True when nothing else can take messages from the queue; missing when the service does not show it. */
  exclusiveConsumer?: boolean;
}

/** The arguments of {@link getEventBridge}. */
export interface GetEventBridgeArgs extends OnInstanceArgs {
  /** The id, as `<instance>/eventbridges/<number>` or only the number, or the resource itself. */
  id: EventBridge | string | number;
}

/** {@link GetEventBridgeArgs} that may be outputs of resources. */
export interface GetEventBridgeOutputArgs extends OnInstanceOutputArgs {
  /** The event bridge, as a resource or by its id: `<instance>/eventbridges/<number>`, or only the number. */
  id: EventBridge | pulumi.Input<string | number>;
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
export const getEventBridge = askInstance<GetEventBridgeArgs, EventBridgeResult>({
  name: "getEventBridge",
  async answer(api, call, { instance, id }) {
    const item = parseNumber(eventBridgeIds, instance, String(id));
    const bridge = await api.eventBridges.get(item, call);
    if (bridge === undefined) throw new Error(`instance ${instance} has no event bridge ${item}`);
    return toResult(instance, bridge);
  },
});

/** {@link getEventBridge} for arguments that are outputs of resources. */
export const getEventBridgeOutput = askOutput<GetEventBridgeOutputArgs, EventBridgeResult>(getEventBridge);

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
export const getEventBridges = askInstance<OnInstanceArgs, EventBridgeResult[]>({
  name: "getEventBridges",
  list: true,
  async answer(api, call, { instance }) {
    const bridges = await api.eventBridges.list(call, { fresh: true });
    return bridges.map((bridge) => toResult(instance, bridge));
  },
});

/** {@link getEventBridges} for arguments that are outputs of resources. */
export const getEventBridgesOutput = askOutput<OnInstanceOutputArgs, EventBridgeResult[]>(getEventBridges);

function toResult(instance: string, bridge: EventBridgeWire): EventBridgeResult {
  const { status, ...state } = toState(bridge);
  const id = eventBridgeIds.make({ instance, number: bridge.id });
  const { account_id: accountId, prefetch, exclusive_consumer: exclusiveConsumer } = bridge;
  return { id, ...state, ...withoutNone({ status, accountId, prefetch, exclusiveConsumer }) };
}
