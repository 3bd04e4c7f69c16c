import { z } from "zod";
import type { RecordOf } from "../records";
import { created, noContent, ok } from "../server/reply";
import { text } from "../server/request";
import { instanceOf, listOf, ownOf, type Route, route } from "../server/route";

const fields = z.strictObject({
  webhook_uri: text.refine(isHttpUrl, "Must be an http or https URL"),
  vhost: text,
  queue: text,
  concurrency: z.int().min(1, "Must be at least 1"),
});

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

const show = ({ id, webhook_uri, vhost, queue, concurrency, last_status }: RecordOf<"webhooks">) => ({
  id,
  webhook_uri,
  vhost,
  queue,
  concurrency,
  last_status,
});

/** Operations of the instance API on webhooks. */
export const webhookRoutes: Route[] = [
  route({
    operation: "webhooks.list",
    method: "GET",
    path: "/api/webhooks",
    auth: "instance",
    handle: (context) => ok(listOf(context, "webhooks").map(show)),
  }),
  route({
    operation: "webhooks.get",
    method: "GET",
    path: "/api/webhooks/:id",
    auth: "instance",
    handle: (context) => ok(show(ownOf(context, "webhooks"))),
  }),
  route({
    operation: "webhooks.create",
    method: "POST",
    path: "/api/webhooks",
    auth: "instance",
    body: fields,
    handle: (context) => {
      const webhook = context.store.insert("webhooks", { ...context.body, instance_id: instanceOf(context).id });
      return created({ id: webhook.id });
    },
  }),
  route({
    operation: "webhooks.update",
    method: "PUT",
    path: "/api/webhooks/:id",
    auth: "instance",
    body: fields,
    handle: (context) => {
      context.store.update("webhooks", ownOf(context, "webhooks").id, context.body);
      return created({ rowCount: 1 });
    },
  }),
  route({
    operation: "webhooks.delete",
    method: "DELETE",
    path: "/api/webhooks/:id",
    auth: "instance",
    handle: (context) => {
      context.store.remove("webhooks", ownOf(context, "webhooks").id);
      return noContent();
    },
  }),
];
