import { z } from "zod";
import type { RecordOf } from "../records";
import { recipientTypes } from "../records/recipients";
import { created, noContent, ok } from "../server/reply";
import { text } from "../server/request";
import { childrenOf, instanceOf, listOf, ownOf, type Route, route } from "../server/route";

const fields = z.strictObject({
  type: z.enum(recipientTypes, { error: "Unknown type" }),
  value: text,
  name: z.string().optional(),
  options: z.record(z.string(), z.unknown()).nullable().optional(),
});

const show = ({ id, type, value, name, options, last_status }: RecordOf<"recipients">) => ({
  id,
  type,
  value,
  name,
  options,
  last_status,
});

/** Operations of the instance API on recipients of alarms. */
export const recipientRoutes: Route[] = [
  route({
    operation: "recipients.list",
    method: "GET",
    path: "/api/alarms/recipients",
    auth: "instance",
    handle: (context) => ok(listOf(context, "recipients").map(show)),
  }),
  route({
    operation: "recipients.get",
    method: "GET",
    path: "/api/alarms/recipients/:id",
    auth: "instance",
    handle: (context) => ok(show(ownOf(context, "recipients"))),
  }),
  route({
    operation: "recipients.create",
    method: "POST",
    path: "/api/alarms/recipients",
    auth: "instance",
    body: fields,
    handle: (context) => {
      const { name = "", options = {}, ...rest } = context.body;
      const instance_id = instanceOf(context).id;
      return created(show(context.store.insert("recipients", { ...rest, name, options, instance_id })));
    },
  }),
  route({
    operation: "recipients.update",
    method: "PUT",
    path: "/api/alarms/recipients/:id",
    auth: "instance",
    body: fields,
    handle: (context) => {
      const recipient = ownOf(context, "recipients");
      return ok(show(Object.assign(recipient, context.body)));
    },
  }),
  route({
    operation: "recipients.delete",
    method: "DELETE",
    path: "/api/alarms/recipients/:id",
    auth: "instance",
    handle: (context) => {
      const { id, instance_id } = ownOf(context, "recipients");
      context.store.remove("recipients", id);
      for (const alarm of childrenOf(context.store, "alarms", instance_id)) {
        alarm.recipients = alarm.recipients.filter((each) => each !== id);
      }
      return noContent();
    },
  }),
];
