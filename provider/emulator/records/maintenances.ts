import { z } from "zod";
import { base, collection, moment } from "../server/collection";

const dayMs = 86_400_000;

/** The days of the week, as the settings name them. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Scheduled and running maintenance; the record is removed when the maintenance is done. */
export const maintenances = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    /** Times are kept in milliseconds; answers write them in the form of the specification. */
    scheduled_by: moment,
    required_by: moment,
    status: z.enum(["scheduled", "running"]),
    duration: z.string(),
    description: z.string(),
    goneAt: z.number().nullable(),
  }),
  firstId: 12_001,
  ofInstance: true,
  make: (given, { now }) => ({
    instance_id: given.instance_id ?? 1001,
    scheduled_by: given.scheduled_by ?? now + 7 * dayMs,
    required_by: given.required_by ?? now + 30 * dayMs,
    status: given.status ?? "scheduled",
    duration: given.duration ?? "10 minutes",
    description: given.description ?? "Operating system upgrade",
    goneAt: given.goneAt ?? null,
  }),
});

/** The day and time that each instance prefers for maintenance; both are empty until somebody sets them. */
export const maintenanceSettings = collection({
  schema: z.strictObject({
    ...base,
    instance_id: z.int(),
    preferred_maintenance_day: z.enum(["", ...weekdays]),
    preferred_maintenance_time: z.string(),
    automatic_updates: z.boolean(),
  }),
  firstId: 13_001,
  ofInstance: true,
  make: (given) => ({
    instance_id: given.instance_id ?? 1001,
    preferred_maintenance_day: given.preferred_maintenance_day ?? "",
    preferred_maintenance_time: given.preferred_maintenance_time ?? "",
    automatic_updates: given.automatic_updates ?? true,
  }),
});
