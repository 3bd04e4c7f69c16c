import { z } from "zod";
import { base, collection } from "../server/collection";

/** The types of alarm. */
export const alarmTypes = [
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

/** Alarms. A field that is null is left out of the answer, except `reminder_interval`. */
export const alarms = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    type: z.enum(alarmTypes),
    enabled: z.boolean(),
    value_threshold: z.int().nullable(),
    time_threshold: z.int().nullable(),
    value_calculation: z.enum(["fixed", "percentage"]).nullable(),
    queue_regex: z.string().nullable(),
    vhost_regex: z.string().nullable(),
    message_type: z.enum(["total", "unacked", "ready"]).nullable(),
    recipients: z.array(z.int()),
    reminder_interval: z.int().nullable(),
  }),
  firstId: 3001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    type: given.type ?? "notice",
    enabled: given.enabled ?? true,
    value_threshold: given.value_threshold ?? null,
    time_threshold: given.time_threshold ?? null,
    value_calculation: given.value_calculation ?? null,
    queue_regex: given.queue_regex ?? null,
    vhost_regex: given.vhost_regex ?? null,
    message_type: given.message_type ?? null,
    recipients: given.recipients ?? [],
    reminder_interval: given.reminder_interval ?? null,
  }),
});
