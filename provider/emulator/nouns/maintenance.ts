import { z } from "zod";
import type { RecordOf } from "../records";
import { weekdays } from "../records/maintenances";
import { changesSaved, invalid, ok, refused } from "../server/reply";
import { text } from "../server/request";
import { dedicatedInstanceOf, listOf, ownOf, type Route, route, singleOf } from "../server/route";
import { isSpecifiedOnly } from "../service/specified";
import { beginChange, drawDuration } from "./instances/state";

/** Writes a time in the form `YYYY-MM-DD HH:MM:SS +0000`. */
const writeTime = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} +0000`;

const show = ({ id, scheduled_by, status, required_by, duration, description }: RecordOf<"maintenances">) => ({
  id,
  scheduled_by: writeTime(scheduled_by),
  status,
  required_by: writeTime(required_by),
  duration,
  description,
});

/** The fields of which the specification wants both, and a live service one. */
const both = ["preferred_maintenance_day", "preferred_maintenance_time"] as const;

/** Operations of the instance API on maintenance. */
export const maintenanceRoutes: Route[] = [
  route({
    operation: "maintenance.list",
    method: "GET",
    path: "/api/maintenance",
    auth: "instance",
    handle: (context) => ok(listOf(context, "maintenances").map(show)),
  }),
  route({
    operation: "maintenance.reschedule",
    method: "PUT",
    path: "/api/maintenance/:id",
    auth: "instance",
    body: z.strictObject({ scheduled_by: text }),
    handle: (context) => {
      const maintenance = ownOf(context, "maintenances");
      const time = Date.parse(context.body.scheduled_by);
      if (Number.isNaN(time)) throw invalid([["scheduled_by", "Must be a date"]]);
      if (time < context.now || time > maintenance.required_by) {
        throw invalid([["scheduled_by", `Must be in the future, and not after ${writeTime(maintenance.required_by)}`]]);
      }
      if (maintenance.status === "running") throw refused("The maintenance is running");
      maintenance.scheduled_by = time;
      return changesSaved();
    },
  }),
  route({
    operation: "maintenance.run",
    method: "POST",
    path: "/api/maintenance/:id/run",
    auth: "instance",
    handle: (context) => {
      const maintenance = ownOf(context, "maintenances");
      const instance = dedicatedInstanceOf(context);
      beginChange(context, instance, { answeredIn: 0, lasts: drawDuration(context, "maintaining"), fields: {} });
      maintenance.status = "running";
      maintenance.goneAt = instance.change?.endsAt ?? context.now;
      return ok({ message: "Maintenance started" });
    },
  }),
  route({
    operation: "maintenanceSettings.get",
    method: "GET",
    path: "/api/maintenance/settings",
    auth: "instance",
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      const { preferred_maintenance_day, preferred_maintenance_time, automatic_updates } = singleOf(
        context.store,
        "maintenanceSettings",
        instance,
      );
      return ok({
        preferred_maintenance_day,
        preferred_maintenance_time,
        ...(instance.backend === "alternative"
          ? { automatic_updates }
          : isSpecifiedOnly(context.store)
            ? { automatic_updates: false }
            : {}),
      });
    },
  }),
  route({
    operation: "maintenanceSettings.update",
    method: "POST",
    path: "/api/maintenance/settings",
    auth: "instance",
    body: z.strictObject({
      // An empty text clears the day or the time.
      preferred_maintenance_day: z.enum(["", ...weekdays], { error: "Must be a day of the week" }).optional(),
      preferred_maintenance_time: z
        .string()
        .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, "Must have the form HH:MM")
        .optional(),
      automatic_updates: z.boolean().optional(),
    }),
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      if (context.body.automatic_updates !== undefined && instance.backend !== "alternative") {
        throw invalid([["automatic_updates", "Isn't supported by this broker"]]);
      }
      const missing = both.filter((field) => context.body[field] === undefined);
      if (missing.length === both.length || (missing.length > 0 && isSpecifiedOnly(context.store))) {
        throw invalid(missing.map((field) => [field, "Field is required"]));
      }
      Object.assign(singleOf(context.store, "maintenanceSettings", instance), context.body);
      return changesSaved();
    },
  }),
];
