import { z } from "zod";
import type { RecordOf } from "../records";
import { alarmTypes } from "../records/alarms";
import { created, invalid, noContent, ok } from "../server/reply";
import { type Context, instanceOf, listOf, ownOf, type Route, route } from "../server/route";
import { alarmTypeTable, defaultsFor, fieldsOf } from "../service/alarmFields";

type Alarm = RecordOf<"alarms">;

const changes = z.strictObject({
  type: z.enum(alarmTypes, { error: "Unknown type" }).optional(),
  enabled: z.boolean().optional(),
  value_threshold: z.int().min(0, "Must be at least 0").optional(),
  time_threshold: z.int().min(0, "Must be at least 0").optional(),
  value_calculation: z.enum(["fixed", "percentage"], { error: "Must be fixed or percentage" }).optional(),
  queue_regex: z.string().optional(),
  vhost_regex: z.string().optional(),
  message_type: z.enum(["total", "unacked", "ready"], { error: "Must be total, unacked or ready" }).optional(),
  recipients: z.array(z.int()).optional(),
  reminder_interval: z.int().min(0, "Must be at least 0").nullable().optional(),
});

const show = (alarm: Alarm) => ({
  id: alarm.id,
  type: alarm.type,
  enabled: alarm.enabled,
  ...Object.fromEntries(fieldsOf(alarm.type).map((field) => [field, alarm[field]])),
  recipients: alarm.recipients,
  reminder_interval: alarm.reminder_interval,
});

const isPercent = (type: Alarm["type"], calculation: Alarm["value_calculation"] | undefined): boolean =>
  type === "cpu" || type === "memory" || (type === "disk" && calculation === "percentage");

/**
 * Refuses fields that the type of alarm does not have, recipients of other instances, and a new alarm without a
 * required field.
 */
function check(context: Context<z.output<typeof changes>>, type: Alarm["type"], isNew: boolean, before?: Alarm): void {
  const { body } = context;
  const { required, dedicated } = alarmTypeTable[type];
  const own = listOf(context, "recipients").map(({ id }) => id);
  const common = ["type", "enabled", "recipients", "reminder_interval"];
  const allowed: string[] = [...common, ...fieldsOf(type)];
  const problems = [
    ...(dedicated && instanceOf(context).shared ? [["type", "Isn't available on shared plans"] as const] : []),
    ...Object.keys(body)
      .filter((field) => !allowed.includes(field))
      .map((field) => [field, `Unknown field for a ${type} alarm`] as const),
    ...required
      .filter((field) => isNew && body[field] === undefined)
      .map((field) => [field, "Field is required"] as const),
    ...(isPercent(type, body.value_calculation ?? before?.value_calculation) &&
    (body.value_threshold ?? before?.value_threshold ?? 0) > 100
      ? [["value_threshold", "Must be a percentage, at most 100"] as const]
      : []),
    ...(body.recipients ?? [])
      .filter((id) => !own.includes(id))
      .map((id) => ["recipients", `Unknown recipient ${id}`] as const),
  ];
  if (problems.length > 0) throw invalid(problems);
}

/** Operations of the instance API on alarms. */
export const alarmRoutes: Route[] = [
  route({
    operation: "alarms.list",
    method: "GET",
    path: "/api/alarms",
    auth: "instance",
    handle: (context) => ok(listOf(context, "alarms").map(show)),
  }),
  route({
    operation: "alarms.get",
    method: "GET",
    path: "/api/alarms/:id",
    auth: "instance",
    handle: (context) => ok(show(ownOf(context, "alarms"))),
  }),
  route({
    operation: "alarms.create",
    method: "POST",
    path: "/api/alarms",
    auth: "instance",
    body: changes.required({ type: true }),
    handle: (context) => {
      const { body, store } = context;
      check(context, body.type, true);
      const instance_id = instanceOf(context).id;
      return created(show(store.insert("alarms", { ...defaultsFor(body.type), ...body, instance_id })));
    },
  }),
  route({
    operation: "alarms.update",
    method: "PUT",
    path: "/api/alarms/:id",
    auth: "instance",
    body: changes,
    handle: (context) => {
      const alarm = ownOf(context, "alarms");
      if (context.body.type !== undefined && context.body.type !== alarm.type) {
        throw invalid([["type", "Can't be changed"]]);
      }
      check(context, alarm.type, false, alarm);
      return created(show(Object.assign(alarm, context.body)));
    },
  }),
  route({
    operation: "alarms.delete",
    method: "DELETE",
    path: "/api/alarms/:id",
    auth: "instance",
    handle: (context) => {
      context.store.remove("alarms", ownOf(context, "alarms").id);
      return noContent();
    },
  }),
];
