import type * as pulumi from "@pulumi/pulumi";
import type { Webhook as WebhookWire } from "../api";
import { parseNumber } from "../resources/shared/ids";
import { toState, type Webhook, webhookIds } from "../resources/webhook";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput, withoutNone } from "./invoke";

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
  async answer(api, call, { instance, id }) {
    const item = parseNumber(webhookIds, instance, String(id));
    const webhook = await api.webhooks.get(item, call);
    if (webhook === undefined) throw new Error(`instance ${instance} has no webhook ${item}`);
    return toResult(instance, webhook);
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
  async answer(api, call, { instance }) {
    const webhooks = await api.webhooks.list(call, { fresh: true });
    return webhooks.map((webhook) => toResult(instance, webhook));
  },
});

/** {@link getWebhooks} for arguments that are outputs of resources. The result is secret, as it holds the URIs. */
export const getWebhooksOutput = askOutput<OnInstanceOutputArgs, WebhookResult[]>(getWebhooks);

function toResult(instance: string, webhook: WebhookWire): WebhookResult {
  const { lastStatus, ...state } = toState(webhook);
  return {
    id: webhookIds.make({ instance, number: webhook.id }),
    ...state,
    ...withoutNone({ lastStatus, retryInterval: webhook.retry_interval }),
  };
}
