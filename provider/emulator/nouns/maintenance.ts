// `nouns/index.ts` lists the nouns for maintenance and its settings; `service/seed.ts` adds a maintenance. Default
// texts and dates may change. `writeTime` must stay, because the specification has this form. Empty texts must clear
// day and time, because a live service does so. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, moment, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { changesSaved, invalid, ok, refused } from "../server/reply";
import { text } from "../server/request";
import { dedicatedInstanceOf, listOf, noun, ownOf, route, singleOf } from "../server/route";
import { dialectOf } from "../service/dialects";
import { drawDuration } from "../service/timings";
import { beginChange } from "./instances/state";

const dayMs = 86_400_000;

/** The days of the week, as the settings name them. */
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** Scheduled and running maintenance; the record is removed when the maintenance is done. */
export const maintenances = collection({
  name: "maintenances",
  firstId: 12_001,
  ...recordOf({
    ...ofInstance,
    /** Times are kept in milliseconds; answers write them in the form of the specification. */
    scheduled_by: usually(moment, ({ now }) => now + 7 * dayMs),
    required_by: usually(moment, ({ now }) => now + 30 * dayMs),
    status: usually(z.enum(["scheduled", "running"]), "scheduled"),
    duration: usually(z.string(), "10 minutes"),
    description: usually(z.string(), "Operating system upgrade"),
    goneAt: orNull(moment),
  }),
});

/** The day and time that each instance prefers for maintenance; both are empty until somebody sets them. */
const maintenanceSettings = collection({
  name: "maintenanceSettings",
  firstId: 13_001,
  single: true,
  ...recordOf({
    ...ofInstance,
    preferred_maintenance_day: usually(z.enum(["", ...weekdays]), ""),
    preferred_maintenance_time: usually(z.string(), ""),
    automatic_updates: usually(z.boolean(), true),
  }),
});

/** Writes a time in the form `YYYY-MM-DD HH:MM:SS +0000`. */
const writeTime = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} +0000`;

const show = ({ id, scheduled_by, status, required_by, duration, description }: RecordIn<typeof maintenances>) => ({
  id,
  scheduled_by: writeTime(scheduled_by),
  status,
  required_by: writeTime(required_by),
  duration,
  description,
});

/** The specification requires both of these fields, and a live service requires only one of them. */
const both = ["preferred_maintenance_day", "preferred_maintenance_time"] as const;

/** Maintenance of an instance. */
export const maintenanceNoun = noun({
  name: "maintenance",
  api: "instance",
  collections: [maintenances],
  routes: {
    list: route("GET /api/maintenance", (context) => ok(listOf(context, maintenances).map(show))),
    reschedule: route("PUT /api/maintenance/:id", { body: z.strictObject({ scheduled_by: text }) }, (context) => {
      const maintenance = ownOf(context, maintenances);
      const time = Date.parse(context.body.scheduled_by);
      if (Number.isNaN(time)) throw invalid([["scheduled_by", "Must be a date"]]);
      if (time < context.now || time > maintenance.required_by) {
        throw invalid([["scheduled_by", `Must be in the future, and not after ${writeTime(maintenance.required_by)}`]]);
      }
      if (maintenance.status === "running") throw refused("The maintenance is running");
      maintenance.scheduled_by = time;
      return changesSaved();
    }),
    run: route("POST /api/maintenance/:id/run", (context) => {
      const maintenance = ownOf(context, maintenances);
      const instance = dedicatedInstanceOf(context);
      beginChange(context, instance, { answeredIn: 0, lasts: drawDuration(context, "maintaining"), fields: {} });
      maintenance.status = "running";
      maintenance.goneAt = instance.change?.endsAt ?? context.now;
      return ok({ message: "Maintenance started" });
    }),
  },
});

/** When an instance prefers its maintenance. */
export const maintenanceSettingsNoun = noun({
  name: "maintenanceSettings",
  api: "instance",
  collections: [maintenanceSettings],
  routes: {
    get: route("GET /api/maintenance/settings", (context) => {
      const instance = dedicatedInstanceOf(context);
      const { preferred_maintenance_day, preferred_maintenance_time, automatic_updates } = singleOf(
        context.store,
        maintenanceSettings,
        instance,
      );
      return ok({
        preferred_maintenance_day,
        preferred_maintenance_time,
        ...(instance.backend === "alternative"
          ? { automatic_updates }
          : dialectOf(context.store).specified_only
            ? { automatic_updates: false }
            : {}),
      });
    }),
    update: route(
      "POST /api/maintenance/settings",
      {
        body: z.strictObject({
          // An empty text clears the day or the time.
          preferred_maintenance_day: z.enum(["", ...weekdays], { error: "Must be a day of the week" }).optional(),
          preferred_maintenance_time: z
            .string()
            .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Must have the form HH:MM")
            .optional(),
          automatic_updates: z.boolean().optional(),
        }),
      },
      (context) => {
        const instance = dedicatedInstanceOf(context);
        if (context.body.automatic_updates !== undefined && instance.backend !== "alternative") {
          throw invalid([["automatic_updates", "Isn't supported by this broker"]]);
        }
        const missing = both.filter((field) => context.body[field] === undefined);
        if (missing.length === both.length || (missing.length > 0 && dialectOf(context.store).specified_only)) {
          throw invalid(missing.map((field) => [field, "Field is required"]));
        }
        Object.assign(singleOf(context.store, maintenanceSettings, instance), context.body);
        return changesSaved();
      },
    ),
  },
});
