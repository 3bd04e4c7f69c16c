import { z } from "zod";
import type { RecordOf } from "../records";
import { created, noContent, notFound, ok } from "../reply";
import { text } from "../request";
import { type Context, instanceOf, type Route, route } from "../route";

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

/** The webhook of the path, if it is one of the instance whose key was used. */
const own = (context: Context) => {
  const webhook = context.store.get("webhooks", context.params["id"] ?? "");
  if (webhook.instance_id !== instanceOf(context).id) {
    throw notFound();
  }
  return webhook;
};

/** Operations of the instance API on webhooks. */
export const webhookRoutes: Route[] = [
  route({
    operation: "webhooks.list",
    method: "GET",
    path: "/api/webhooks",
    auth: "instance",
    handle: (context) => {
      const instance = instanceOf(context).id;
      return ok(
        context.store
          .list("webhooks")
          .filter((webhook) => webhook.instance_id === instance)
          .map(show),
      );
    },
  }),
  route({
    operation: "webhooks.get",
    method: "GET",
    path: "/api/webhooks/:id",
    auth: "instance",
    handle: (context) => ok(show(own(context))),
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
      context.store.update("webhooks", own(context).id, context.body);
      return created({ rowCount: 1 });
    },
  }),
  route({
    operation: "webhooks.delete",
    method: "DELETE",
    path: "/api/webhooks/:id",
    auth: "instance",
    handle: (context) => {
      context.store.remove("webhooks", own(context).id);
      return noContent();
    },
  }),
];
