// `nouns/index.ts` lists `webhookNoun`. Default values may change. `webhook_uri` must stay `secret`, because a URL can
// hold a password that the log must not show. PUT must answer `rowCount`, because a live service does so. Keys of
// `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { created, noContent, ok } from "../server/reply";
import { httpUrl, text } from "../server/request";
import { instanceOf, listOf, noun, ownOf, route } from "../server/route";
import { secret } from "../server/secrets";

const webhooks = collection({
  name: "webhooks",
  firstId: 21,
  ...recordOf({
    ...ofInstance,
    webhook_uri: usually(z.string(), "https://example.com/hook"),
    vhost: usually(z.string(), "/"),
    queue: usually(z.string(), "queue"),
    concurrency: usually(z.int().positive(), 1),
    last_status: orNull(z.union([z.string(), z.number()])),
  }),
});

const body = z.strictObject({
  webhook_uri: secret(httpUrl),
  vhost: text,
  queue: text,
  concurrency: z.int().min(1, "Must be at least 1"),
});

const show = ({ id, webhook_uri, vhost, queue, concurrency, last_status }: RecordIn<typeof webhooks>) => ({
  id,
  webhook_uri,
  vhost,
  queue,
  concurrency,
  last_status,
});

/** Webhooks of instances. */
export const webhookNoun = noun({
  name: "webhooks",
  api: "instance",
  collections: [webhooks],
  routes: {
    list: route("GET /api/webhooks", (context) => ok(listOf(context, webhooks).map(show))),
    get: route("GET /api/webhooks/:id", (context) => ok(show(ownOf(context, webhooks)))),
    create: route("POST /api/webhooks", { body }, (context) => {
      const webhook = context.store.insert(webhooks, { ...context.body, instance_id: instanceOf(context).id });
      return created({ id: webhook.id });
    }),
    update: route("PUT /api/webhooks/:id", { body }, (context) => {
      context.store.update(webhooks, ownOf(context, webhooks).id, context.body);
      return created({ rowCount: 1 });
    }),
    delete: route("DELETE /api/webhooks/:id", (context) => {
      context.store.remove(webhooks, ownOf(context, webhooks).id);
      return noContent();
    }),
  },
});
