// `resources/index.ts` exports the file. A new argument goes into arguments, schema, `toState` and `toWire`. The type
// and id must stay, because states hold them; `webhookUri` must stay `secret`: such URLs often hold a token.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Webhook as WebhookWire } from "../api";
import { askOutput, withoutNone } from "../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import type { Agrees, Given, Shown } from "./shared/agrees";
import { askInstance, getListed, type OnInstanceArgs, type OnInstanceOutputArgs } from "./shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, childSuper } from "./shared/child";
import { childKind } from "./shared/childKind";
import { idsOf } from "./shared/ids";
import { isHttpUrl, statusText } from "./shared/texts";

/** What a {@link Webhook} is made from. */
export interface WebhookArgs extends ChildArgs {
  /**
   * Where each message of the queue is sent, as an http or https URL. Secret: such URLs often hold a token. Messages
   * that nobody accepts there stay in the queue and are sent again, so the endpoint may come later than the webhook.
   * Changed in place. Plain http is accepted with a warning.
   */
  webhookUri: pulumi.Input<string>;
  /**
   * The vhost of the queue, which must exist. A new broker has one vhost, the output `vhost` of its `Instance`. Changed
   * in place. While the `Instance` itself changes, a preview does not know its outputs, and shows an update. `up`
   * updates only if the vhost is another one. Give the vhost's name as a text to keep the update out of the preview.
   */
  vhost: pulumi.Input<string>;
  /**
   * The queue whose messages are sent. Nothing here makes the queue: a client of the broker must declare it, such as
   * your application when it starts. A queue that other consumers read too is shared with them: each message goes to
   * one of them. Changed in place.
   */
  queue: pulumi.Input<string>;
  /** How many requests may be under way at once, 1 or more. Changed in place. Left out: 1. */
  concurrency?: pulumi.Input<number>;
}

interface WebhookState extends ChildValues, Given<WebhookArgs, "concurrency"> {
  /** The service's text about the last delivery, as last seen; not set before the first delivery. */
  lastStatus: string | null;
}

const schema = inputsOf(() => ({
  ...childShape,
  webhookUri: field(z.string().refine(isHttpUrl, "must be an http or https URL"), { secret: true }),
  vhost: z.string().min(1, "must not be empty"),
  queue: z.string().min(1, "must not be empty"),
  concurrency: field(z.number().int("must be a whole number").min(1, "must be 1 or more").optional(), { default: 1 }),
}));

type Args = z.output<typeof schema> & { concurrency: number };

const webhookIds = idsOf("Webhook", "<instance>/webhooks/<number>");

/** Turns a webhook of the service into state; no other function does. */
const toState = (webhook: WebhookWire): Omit<WebhookState, keyof ChildValues> => ({
  webhookUri: webhook.webhook_uri,
  vhost: webhook.vhost,
  queue: webhook.queue,
  concurrency: webhook.concurrency,
  lastStatus: statusText(webhook.last_status),
});

const webhookDefinition = childKind({
  type: "Webhook",
  ids: webhookIds,
  schema,
  outputs: ["lastStatus"],
  twins: ["webhook", "both send its messages"],
  collection: (api) => api.webhooks,

  async offered(ctx, args) {
    if (/^http:/i.test(args.webhookUri))
      ctx.say.warn("webhookUri is plain http: others can read the messages in transit");
    return [];
  },
  toState,
  toWire: ({ webhookUri, vhost, queue, concurrency }: Args) => ({ webhook_uri: webhookUri, vhost, queue, concurrency }),
});

/**
 * Sends the messages of a queue to an HTTP endpoint: one POST for each message. The service removes a message when the
 * endpoint answers in the 200 range, and sends it again otherwise.
 *
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import * as broker from "pulumi-broker";
 *
 * const orders = new broker.Webhook("orders", {
 *   instance: 123,
 *   webhookUri: new pulumi.Config().requireSecret("ordersUri"),
 *   vhost: "/",
 *   queue: "orders",
 *   concurrency: 5,
 * });
 * ```
 *
 * Changing the instance replaces the webhook; everything else is changed in place. Take over an existing webhook with
 * `{ import: "<instance>/webhooks/<number>" }`.
 *
 * @category Where messages are sent
 */
export class Webhook extends CustomResource {
  /** @throws at preview: a URL that is not http or https, a concurrency below 1, no key for the instance. */
  constructor(name: string, args: WebhookArgs, opts?: pulumi.CustomResourceOptions) {
    super(...childSuper<Agrees<WebhookArgs, typeof schema>>(webhookDefinition, name, args, opts));
  }

  /** Reads a webhook that something else manages, by its id `<instance>/webhooks/<number>`. Fails for an unknown id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Webhook {
    return new Webhook(name, {} as WebhookArgs, { ...opts, id });
  }

  /** True when a value is a Webhook, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Webhook {
    return isInstanceOf(webhookDefinition, value);
  }
}

export interface Webhook extends Outputs<WebhookState> {}

/** A webhook as {@link getWebhook} and {@link getWebhooks} return it. */
export interface WebhookResult extends Shown<WebhookState, "lastStatus"> {
  /** The id, as `<instance>/webhooks/<number>`. */
  id: string;
  /** The time after which a failed delivery is tried again, as the service shows it, which names no unit. */
  retryInterval?: number;
}

/** The arguments of {@link getWebhook}. */
export interface GetWebhookArgs extends OnInstanceArgs {
  /** The id, as `<instance>/webhooks/<number>` or only the number, or the resource itself. */
  id: Webhook | string | number;
}

/** {@link GetWebhookArgs} that may be outputs of resources. */
export interface GetWebhookOutputArgs extends OnInstanceOutputArgs {
  /** The webhook, as a resource or by its id: `<instance>/webhooks/<number>`, or only the number. */
  id: Webhook | pulumi.Input<string | number>;
}

/**
 * One webhook of an instance: `getWebhookOutput` keeps it secret; this function returns it in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const queue = broker.getWebhook({ instance: 123, id: 7 }).then((webhook) => webhook.queue);
 * ```
 *
 * @throws when the instance has no webhook with this id.
 */
export const getWebhook = askInstance<GetWebhookArgs, WebhookResult>({
  name: "getWebhook",
  secret: ["webhookUri"],
  async answer(api, call, args) {
    const named = { ids: webhookIds, name: "webhook", listing: "getWebhooks" };
    return toResult(args.instance, await getListed(args, named, (number) => api.webhooks.get(number, call)));
  },
});

/** {@link getWebhook} for arguments that are outputs of resources. The result is secret, as it holds the URI. */
export const getWebhookOutput = askOutput<GetWebhookOutputArgs, WebhookResult>(getWebhook);

/**
 * All webhooks of an instance: `getWebhooksOutput` keeps them secret; this function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const queues = broker.getWebhooks({ instance: 123 }).then((all) => all.map((webhook) => webhook.queue));
 * ```
 */
export const getWebhooks = askInstance<OnInstanceArgs, WebhookResult[]>({
  name: "getWebhooks",
  list: true,
  secret: ["webhookUri"],
  answer: async (api, call, { instance }) =>
    (await api.webhooks.list(call, { fresh: true })).map((webhook) => toResult(instance, webhook)),
});

/** {@link getWebhooks} for arguments that are outputs of resources. The result is secret, as it holds the URIs. */
export const getWebhooksOutput = askOutput<OnInstanceOutputArgs, WebhookResult[]>(getWebhooks);

function toResult(instance: string, webhook: WebhookWire): WebhookResult {
  const { lastStatus, ...state } = toState(webhook);
  const id = webhookIds.make({ instance, number: webhook.id });
  return { id, ...state, ...withoutNone({ lastStatus, retryInterval: webhook.retry_interval }) };
}
