import type * as pulumi from "@pulumi/pulumi";
import type { Webhook as WebhookWire } from "../api";
import { parseNumber } from "../resources/shared/ids";
import { toState, type Webhook, webhookIds } from "../resources/webhook";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions, withoutNone } from "./invoke";

/** A webhook as {@link getWebhook} and {@link getWebhooks} return it. */
export interface WebhookResult {
  /** The id, as `<instance>/webhooks/<number>`. */
  id: string;
  /** The URI to which the messages are sent. Keep it secret. */
  webhookUri: string;
  /** The vhost of the queue. */
  vhost: string;
  /** The queue whose messages are sent. */
  queue: string;
  /** The number of requests that may be under way at once. */
  concurrency: number;
  /** The service's text about the last delivery; missing before the first one. */
  lastStatus?: string;
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

/** The question of {@link getWebhook}. */
export const getWebhookQuestion = aboutInstance<GetWebhookArgs, WebhookResult>({
  name: "getWebhook",
  secret: ["webhookUri"],
  async answer(api, call, { instance, id }) {
    const item = parseNumber(webhookIds, instance, String(id));
    const webhook = await api.webhooks.get(item, call);
    if (webhook === undefined) throw new Error(`instance ${instance} has no webhook ${item}`);
    return toResult(instance, webhook);
  },
});

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
export function getWebhook(args: GetWebhookArgs, options?: InvokeOptions): Promise<WebhookResult> {
  return ask(getWebhookQuestion, args, options);
}

/** {@link getWebhook} for arguments that are outputs of resources. The result is secret, as it holds the URI. */
export function getWebhookOutput(args: GetWebhookOutputArgs, options?: InvokeOptions): pulumi.Output<WebhookResult> {
  return askOutput(getWebhookQuestion, args, options);
}

/** The question of {@link getWebhooks}. */
export const getWebhooksQuestion = aboutInstance<OnInstanceArgs, WebhookResult[]>({
  name: "getWebhooks",
  list: true,
  secret: ["webhookUri"],
  async answer(api, call, { instance }) {
    const webhooks = await api.webhooks.list(call, { fresh: true });
    return webhooks.map((webhook) => toResult(instance, webhook));
  },
});

/**
 * All webhooks of an instance: `getWebhooksOutput` keeps them secret; this function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const queues = broker.getWebhooks({ instance: 123 }).then((all) => all.map((webhook) => webhook.queue));
 * ```
 */
export function getWebhooks(args: OnInstanceArgs, options?: InvokeOptions): Promise<WebhookResult[]> {
  return ask(getWebhooksQuestion, args, options);
}

/** {@link getWebhooks} for arguments that are outputs of resources. The result is secret, as it holds the URIs. */
export function getWebhooksOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<WebhookResult[]> {
  return askOutput(getWebhooksQuestion, args, options);
}

function toResult(instance: string, webhook: WebhookWire): WebhookResult {
  const { lastStatus, ...state } = toState(webhook);
  return {
    id: webhookIds.make({ instance, number: webhook.id }),
    ...state,
    ...withoutNone({ lastStatus, retryInterval: webhook.retry_interval }),
  };
}
