// `resources/index.ts` exports the file. A new argument goes into schema, `toState` and `toWire`, with the mark
// `replace`: the service changes no event bridge in place. The form of the id must stay, because states hold it.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { EventBridge as EventBridgeWire } from "../api";
import { askOutput, withoutNone } from "../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import type { Agrees, Given, Shown } from "./shared/agrees";
import { askInstance, getListed, type OnInstanceArgs, type OnInstanceOutputArgs } from "./shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, childSuper } from "./shared/child";
import { childKind } from "./shared/childKind";
import { idsOf } from "./shared/ids";

/** What an {@link EventBridge} is made from. Changing anything but `instanceApiKey` replaces it. */
export interface EventBridgeArgs extends ChildArgs {
  /**
   * The vhost of the queue, which must exist. A new broker has one vhost, the output `vhost` of its `Instance`.
   * Changing this replaces the event bridge. While the `Instance` itself changes, a preview does not know its outputs,
   * and shows a replacement. `up` replaces only if the vhost is another one. Give the vhost's name as a text to keep
   * the replacement out of the preview.
   */
  vhost: pulumi.Input<string>;
  /**
   * The queue whose messages are sent, which must be durable. Nothing here makes the queue: a client of the broker must
   * declare it. Changing this replaces the event bridge.
   */
  queue: pulumi.Input<string>;
  /** The region of the event bus, by the name that its cloud gives it. Changing this replaces the event bridge. */
  cloudRegion: pulumi.Input<string>;
  /**
   * The id of the cloud account of the event bus: 12 digits, as a string, because a number would lose leading zeros.
   * Changing this replaces the event bridge.
   */
  cloudAccountId: pulumi.Input<string>;
  /**
   * True when an event holds the message's headers too: its data is then an object with `headers` and `body`. Changing
   * this replaces the event bridge. Left out: false for a new event bridge, as it is for an existing one.
   */
  withHeaders?: pulumi.Input<boolean>;
}

interface EventBridgeState extends ChildValues, Given<EventBridgeArgs, "withHeaders"> {
  /** The reason why the service could not start the event bridge, as last seen; not set when the service could. */
  status: string | null;
}

const name = z.string().min(1, "must not be empty");

const schema = inputsOf(() => ({
  ...childShape,
  vhost: field(name, { replace: true }),
  queue: field(name.clone(), { replace: true }),
  cloudRegion: field(name.clone(), { replace: true }),
  cloudAccountId: field(z.string().regex(/^\d{12}$/, 'must be a string of 12 digits, such as "123456789012"'), {
    replace: true,
  }),
  withHeaders: field(z.boolean().optional(), { replace: true, default: false }),
}));

type Args = z.output<typeof schema> & { withHeaders: boolean };

const eventBridgeIds = idsOf("EventBridge", "<instance>/eventbridges/<number>");

/** Turns an event bridge of the service into state; no other function does. */
const toState = (bridge: EventBridgeWire): Omit<EventBridgeState, keyof ChildValues> => ({
  vhost: bridge.vhost,
  queue: bridge.queue,
  cloudRegion: bridge.cloud_region,
  cloudAccountId: bridge.cloud_account_id,
  withHeaders: bridge.with_headers,
  status: bridge.status || null,
});

const eventBridgeDefinition = childKind({
  type: "EventBridge",
  ids: eventBridgeIds,
  schema,
  outputs: ["status"],
  twins: ["event bridge", "both send its messages"],
  // No field can be changed in place, so an update sends nothing.
  collection: (api) => ({ ...api.eventBridges, update: async () => undefined }),
  toState,
  toWire: (args: Args) => ({
    vhost: args.vhost,
    queue: args.queue,
    cloud_region: args.cloudRegion,
    cloud_account_id: args.cloudAccountId,
    with_headers: args.withHeaders,
  }),
});

/**
 * Sends the messages of a durable queue as events to an event bus of a cloud account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const orders = new broker.EventBridge("orders", {
 *   instance: 123,
 *   vhost: "/",
 *   queue: "orders",
 *   cloudRegion: "region-1",
 *   cloudAccountId: "012345678901",
 *   withHeaders: true,
 * });
 * ```
 *
 * The service changes no event bridge in place: every change but that of `instanceApiKey` replaces it,
 * and the new one is made first. Take over an existing event bridge with `{ import: "<instance>/eventbridges/<number>" }`.
 *
 * @category Where messages are sent
 */
export class EventBridge extends CustomResource {
  /** @throws at preview: an account id that is not a string of 12 digits, no key for the instance. */
  constructor(name: string, args: EventBridgeArgs, opts?: pulumi.CustomResourceOptions) {
    super(...childSuper<Agrees<EventBridgeArgs, typeof schema>>(eventBridgeDefinition, name, args, opts));
  }

  /**
   * Reads an event bridge that something else manages, by its id `<instance>/eventbridges/<number>`. Fails for an
   * unknown id.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): EventBridge {
    return new EventBridge(name, {} as EventBridgeArgs, { ...opts, id });
  }

  /** True when a value is an EventBridge, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is EventBridge {
    return isInstanceOf(eventBridgeDefinition, value);
  }
}

export interface EventBridge extends Outputs<EventBridgeState> {}

/** An event bridge as {@link getEventBridge} and {@link getEventBridges} return it. */
export interface EventBridgeResult extends Shown<EventBridgeState, "status"> {
  /** The id, as `<instance>/eventbridges/<number>`. */
  id: string;
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
  async answer(api, call, args) {
    const named = { ids: eventBridgeIds, name: "event bridge", listing: "getEventBridges" };
    return toResult(args.instance, await getListed(args, named, (number) => api.eventBridges.get(number, call)));
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
  answer: async (api, call, { instance }) =>
    (await api.eventBridges.list(call, { fresh: true })).map((bridge) => toResult(instance, bridge)),
});

/** {@link getEventBridges} for arguments that are outputs of resources. */
export const getEventBridgesOutput = askOutput<OnInstanceOutputArgs, EventBridgeResult[]>(getEventBridges);

function toResult(instance: string, bridge: EventBridgeWire): EventBridgeResult {
  const { status, ...state } = toState(bridge);
  const id = eventBridgeIds.make({ instance, number: bridge.id });
  const { account_id: accountId, prefetch, exclusive_consumer: exclusiveConsumer } = bridge;
  return { id, ...state, ...withoutNone({ status, accountId, prefetch, exclusiveConsumer }) };
}
