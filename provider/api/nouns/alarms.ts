// `alarmNoun` declares alarms and recipients. `nouns/index.ts` opens it; `resources/alarm/` and `resources/recipient/`
// use its collections, and `alarm/steps.ts` calls `untakenFields`. A new field goes into the schema and the body. The
// `secrets` of recipients must stay, because values hold credentials.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type ChangeableOperations, type CollectionSpec, collectionOperations } from "../lists/collectionOperations";
import type { Api } from "../transport/endpoint";
import { canonical } from "../transport/equality";
import { count, createdChildSchema, flag, objectId, shown } from "../transport/schemas";

/** An alarm. A field that is null means "none"; a field that is missing means that the service does not say. */
const alarmSchema = shown(() => ({
  id: objectId,
  type: z.string(),
  enabled: flag.nullish(),
  value_threshold: count.nullish(),
  time_threshold: count.nullish(),
  value_calculation: z.string().nullish(),
  queue_regex: z.string().nullish(),
  vhost_regex: z.string().nullish(),
  message_type: z.string().nullish(),
  recipients: z.array(count).nullish(),
  reminder_interval: count.nullish(),
}));
/** An alarm as the service shows it. */
export type Alarm = z.output<typeof alarmSchema>;

/** An alarm as a resource sends it. Which fields are used depends on the type. */
export interface AlarmBody {
  type: string;
  enabled: boolean;
  recipients: number[];
  value_threshold?: number;
  time_threshold?: number;
  value_calculation?: string;
  queue_regex?: string;
  vhost_regex?: string;
  message_type?: string;
  /** The value null ends the reminders. */
  reminder_interval?: number | null;
}

const recipientSchema = shown(() => ({
  id: objectId,
  type: z.string(),
  value: z.string(),
  name: z.string().nullish(),
  options: z.record(z.string(), z.unknown()).nullish(),
  /** The specification does not say what type a value that is not null has. */
  last_status: z.unknown().optional(),
}));
/** A recipient of alarms as the service shows it. */
export type Recipient = z.output<typeof recipientSchema>;

/** A recipient as a resource sends it. */
export interface RecipientBody {
  type: string;
  value: string;
  name: string;
  options?: Record<string, unknown>;
}

const alarmSpec: CollectionSpec<Alarm, AlarmBody, { id: string }> = {
  name: "alarm",
  path: "/api/alarms",
  item: alarmSchema,
  created: createdChildSchema,
  echoes: true,
  // A field that is left out is not set in a new alarm, so an alarm that has the field set is another alarm.
  same: (alarm, body) => untakenFields(alarm, { ...unset, ...body }).length === 0,
  merge: (body, id, before) => ({ ...before, ...body, id }),
};

const recipientSpec: CollectionSpec<Recipient, RecipientBody, { id: string }> = {
  name: "recipient",
  path: "/api/alarms/recipients",
  item: recipientSchema,
  created: createdChildSchema,
  same: (recipient, body) =>
    recipient.type === body.type &&
    recipient.value === body.value &&
    (recipient.name ?? "") === body.name &&
    canonical(recipient.options ?? {}) === canonical(body.options ?? {}),
  merge: (body, id, before) => ({ last_status: null, ...before, ...body, id }),
  // The value may be the key of an incident tool, a URL with a token, or a person's address.
  secrets: ["value", "options"],
};

/** The body of a POST or PUT of an alarm. Which fields are used depends on the type. */
export type AlarmRequest = Pick<AlarmBody, "type"> & Partial<AlarmBody>;

/** The body of a POST or PUT of a recipient. */
export type RecipientRequest = Omit<RecipientBody, "name"> & { name?: string };

/** The operations on alarms and recipients. */
export interface AlarmOperations {
  readonly recipients: ChangeableOperations<Recipient, RecipientRequest, RecipientRequest, Recipient>;
  readonly alarms: ChangeableOperations<Alarm, AlarmRequest, AlarmRequest, Alarm>;
}

export const alarmNoun = (instance: Api) => ({
  operations: {
    recipients: collectionOperations(instance, recipientSpec, { answer: recipientSchema }),
    alarms: collectionOperations(instance, alarmSpec, { answer: alarmSchema }),
  } as AlarmOperations,
  shared: { alarms: createCollection(instance, alarmSpec), recipients: createCollection(instance, recipientSpec) },
});

/** The fields that a body of any type may leave out, with the values that mean "not set". */
const unset = { queue_regex: "", vhost_regex: "", reminder_interval: null } as const;

/** The fields in which an alarm differs from `body`. A field that the service does not show counts as equal. */
export function untakenFields(alarm: Alarm, body: AlarmBody): (keyof AlarmBody)[] {
  const shown = { ...alarm, enabled: alarm.enabled ?? undefined };
  return (Object.keys(body) as (keyof AlarmBody)[]).filter(
    (field) =>
      body[field] !== undefined && shown[field] !== undefined && comparable(shown[field]) !== comparable(body[field]),
  );
}

/** A value in a form that can be compared. Empty texts, empty lists, 0 and null all mean that a field is not set. */
const comparable = (value: unknown): unknown =>
  (Array.isArray(value) ? [...new Set(value)].sort().join() : value) || null;
