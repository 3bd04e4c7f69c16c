// `webhookNoun` declares the webhooks of a broker. `nouns/index.ts` opens it, and `resources/webhook.ts` uses its
// collection. A new field goes into `webhookSchema`; a field that requests may send goes into `WebhookBody`, too.
// `secrets` must keep `webhook_uri`, because the URI may carry a token.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type ChangeableOperations, type CollectionSpec, collectionOperations } from "../lists/collectionOperations";
import type { Api } from "../transport/endpoint";
import { count, createdChildSchema, type MadeChild, objectId, observed, shown } from "../transport/schemas";

/** An item of `GET /api/webhooks`, and the answer of `GET /api/webhooks/<id>`. */
export const webhookSchema = shown(() => ({
  id: objectId,
  webhook_uri: z.string(),
  vhost: z.string(),
  queue: z.string(),
  concurrency: count,
  /** The specification does not say what type a value that is not null has. */
  last_status: z.unknown().optional(),
  retry_interval: observed(count),
}));
/** A webhook as the service shows it. */
export type Webhook = z.output<typeof webhookSchema>;

/** The body of a POST or PUT of a webhook. */
export type WebhookBody = Pick<Webhook, "webhook_uri" | "vhost" | "queue" | "concurrency">;

const webhookSpec: CollectionSpec<Webhook, WebhookBody, { id: string }> = {
  name: "webhook",
  path: "/api/webhooks",
  item: webhookSchema,
  created: createdChildSchema,
  merge: (body, id, before) => ({ last_status: null, ...before, ...body, id }),
  secrets: ["webhook_uri"],
};

/** The operations on webhooks. */
export type WebhookOperations = ChangeableOperations<Webhook, WebhookBody, WebhookBody, MadeChild | undefined>;

export const webhookNoun = (instance: Api) => ({
  operations: {
    webhooks: collectionOperations(instance, webhookSpec, { echo: createdChildSchema }) as WebhookOperations,
  },
  shared: { webhooks: createCollection(instance, webhookSpec) },
});
