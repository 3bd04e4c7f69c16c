import { z } from "zod";
import { base, collection } from "../server/collection";

/** The types of recipient. */
export const recipientTypes = [
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
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    type: z.enum(recipientTypes),
    value: z.string(),
    name: z.string(),
    options: z.record(z.string(), z.unknown()).nullable(),
    last_status: z.string().nullable(),
  }),
  firstId: 4001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    type: given.type ?? "email",
    value: given.value ?? "team@example.com",
    name: given.name ?? "Default",
    options: given.options ?? null,
    last_status: given.last_status ?? null,
  }),
});
