// `nouns/index.ts` lists the nouns for alarms and recipients; `instances/creation.ts` copies their records. Texts of
// refusals may change together with `refusals.test.ts`. `alarmTypeTable` must stay, because the specification has it.
// Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { created, invalid, noContent, ok } from "../server/reply";
import { text } from "../server/request";
import { type Context, childrenOf, instanceOf, listOf, noun, ownOf, route } from "../server/route";
import { secret } from "../server/secrets";

/** The types of alarm. */
const alarmTypes = [
  "cpu",
  "memory",
  "disk",
  "queue",
  "connection",
  "flow",
  "consumer",
  "channel",
  "netsplit",
  "server_unreachable",
  "notice",
] as const;

/** The alarms that the service makes with an instance that has nodes of its own. */
const firstOfNodes = [
  { type: "cpu", value_threshold: 90, time_threshold: 600 },
  { type: "memory", value_threshold: 90, time_threshold: 600 },
  { type: "disk", value_threshold: 5, time_threshold: 600, value_calculation: "fixed" },
] as const;

/** The alarm that the service makes with every instance. */
const firstOfAll = { type: "notice" } as const;

/** Alarms. A field that is null is left out of the answer, except `reminder_interval`. */
export const alarms = collection({
  name: "alarms",
  firstId: 3001,
  first: ({ shared }) => [...(shared ? [] : firstOfNodes), firstOfAll],
  ...recordOf({
    ...ofInstance,
    type: usually(z.enum(alarmTypes), "notice"),
    enabled: usually(z.boolean(), true),
    value_threshold: orNull(z.int()),
    time_threshold: orNull(z.int()),
    value_calculation: orNull(z.enum(["fixed", "percentage"])),
    queue_regex: orNull(z.string()),
    vhost_regex: orNull(z.string()),
    message_type: orNull(z.enum(["total", "unacked", "ready"])),
    recipients: usually(z.array(z.int()), []),
    reminder_interval: orNull(z.int()),
  }),
});

type Alarm = RecordIn<typeof alarms>;

/** The types of recipient. */
const recipientTypes = [
  "email",
  "webhook",
  "incident_a",
  "incident_b",
  "incident_b_eu",
  "incident_c",
  "incident_d",
  "chat_a",
  "chat_b",
] as const;

/** Recipients of alarms. */
export const recipients = collection({
  name: "recipients",
  firstId: 4001,
  first: () => [{}],
  ...recordOf({
    ...ofInstance,
    type: usually(z.enum(recipientTypes), "email"),
    value: usually(z.string(), "team@example.com"),
    name: usually(z.string(), "Default"),
    options: orNull(z.record(z.string(), z.unknown())),
    last_status: orNull(z.string()),
  }),
});

/** A field that only some types of alarm have. */
type AlarmField = keyof Pick<
  Alarm,
  "value_threshold" | "time_threshold" | "value_calculation" | "queue_regex" | "vhost_regex" | "message_type"
>;

interface AlarmType {
  required: AlarmField[];
  optional?: AlarmField[];
  /** True for types that only an instance with nodes of its own can have. */
  dedicated?: true;
}

const bothThresholds: AlarmField[] = ["value_threshold", "time_threshold"];

/** The fields that each type of alarm has beside the fields of every alarm. */
const alarmTypeTable: Record<Alarm["type"], AlarmType> = {
  cpu: { required: bothThresholds, dedicated: true },
  memory: { required: bothThresholds, dedicated: true },
  disk: { required: bothThresholds, optional: ["value_calculation"], dedicated: true },
  queue: { required: bothThresholds, optional: ["queue_regex", "vhost_regex", "message_type"] },
  connection: { required: bothThresholds },
  flow: { required: ["time_threshold"] },
  consumer: { required: bothThresholds, optional: ["queue_regex", "vhost_regex"] },
  channel: { required: bothThresholds },
  netsplit: { required: ["time_threshold"], dedicated: true },
  server_unreachable: { required: [], dedicated: true },
  notice: { required: [] },
};

/** The fields that a type of alarm has beside those of every alarm, required or not. */
const fieldsOf = (type: Alarm["type"]): AlarmField[] => {
  const { required, optional = [] } = alarmTypeTable[type];
  return [...required, ...optional];
};

/** The values of fields that a request leaves out. */
const defaultsFor = (type: Alarm["type"]): Partial<Alarm> => ({
  ...(type === "disk" ? { value_calculation: "fixed" } : {}),
  ...(type === "queue" ? { message_type: "total" } : {}),
});

const alarmBody = z.strictObject({
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

const showAlarm = (alarm: Alarm) => ({
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
function check(
  context: Context<z.output<typeof alarmBody>>,
  type: Alarm["type"],
  isNew: boolean,
  before?: Alarm,
): void {
  const { body } = context;
  const { required, dedicated } = alarmTypeTable[type];
  const own = listOf(context, recipients).map(({ id }) => id);
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

const recipientBody = z.strictObject({
  type: z.enum(recipientTypes, { error: "Unknown type" }),
  value: secret(text),
  name: z.string().optional(),
  options: z.record(z.string(), z.unknown()).nullable().optional(),
});

const showRecipient = ({ id, type, value, name, options, last_status }: RecordIn<typeof recipients>) => ({
  id,
  type,
  value,
  name,
  options,
  last_status,
});

const unspecified = ["last_status"];

/** Recipients of alarms. */
export const recipientNoun = noun({
  name: "recipients",
  api: "instance",
  collections: [recipients],
  routes: {
    create: route("POST /api/alarms/recipients", { body: recipientBody, unspecified }, (context) => {
      const { name = "", options = {}, ...rest } = context.body;
      const instance_id = instanceOf(context).id;
      return created(showRecipient(context.store.insert(recipients, { ...rest, name, options, instance_id })));
    }),
    list: route("GET /api/alarms/recipients", { unspecified }, (context) =>
      ok(listOf(context, recipients).map(showRecipient)),
    ),
    get: route("GET /api/alarms/recipients/:id", { unspecified }, (context) =>
      ok(showRecipient(ownOf(context, recipients))),
    ),
    update: route("PUT /api/alarms/recipients/:id", { body: recipientBody, unspecified }, (context) => {
      const recipient = ownOf(context, recipients);
      return ok(showRecipient(Object.assign(recipient, context.body)));
    }),
    delete: route("DELETE /api/alarms/recipients/:id", (context) => {
      const { id, instance_id } = ownOf(context, recipients);
      context.store.remove(recipients, id);
      for (const alarm of childrenOf(context.store, alarms, instance_id)) {
        alarm.recipients = alarm.recipients.filter((each) => each !== id);
      }
      return noContent();
    }),
  },
});

/** Alarms of an instance. */
export const alarmNoun = noun({
  name: "alarms",
  api: "instance",
  collections: [alarms],
  routes: {
    create: route("POST /api/alarms", { body: alarmBody.required({ type: true }), unspecified: [] }, (context) => {
      const { body, store } = context;
      check(context, body.type, true);
      const instance_id = instanceOf(context).id;
      return created(showAlarm(store.insert(alarms, { ...defaultsFor(body.type), ...body, instance_id })));
    }),
    list: route("GET /api/alarms", (context) => ok(listOf(context, alarms).map(showAlarm))),
    get: route("GET /api/alarms/:id", (context) => ok(showAlarm(ownOf(context, alarms)))),
    update: route("PUT /api/alarms/:id", { body: alarmBody }, (context) => {
      const alarm = ownOf(context, alarms);
      if (context.body.type !== undefined && context.body.type !== alarm.type) {
        throw invalid([["type", "Can't be changed"]]);
      }
      check(context, alarm.type, false, alarm);
      return created(showAlarm(Object.assign(alarm, context.body)));
    }),
    delete: route("DELETE /api/alarms/:id", (context) => {
      context.store.remove(alarms, ownOf(context, alarms).id);
      return noContent();
    }),
  },
});
