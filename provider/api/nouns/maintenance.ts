import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type Api, type Endpoint, request } from "../transport/request";
import { listOf, type Message, messageSchema, objectId } from "../transport/schemas";

/** A text that not every broker shows: missing, null and empty texts are undefined. */
const said = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

/** The answer of `GET /api/maintenance/settings`. */
export const maintenanceSettingsSchema = z.object({
  preferred_maintenance_day: said,
  preferred_maintenance_time: said,
  automatic_updates: z
    .union([z.boolean(), z.enum(["true", "false", "on", "off", ""])])
    .nullish()
    .transform((value) =>
      value === "" || value === null || value === undefined ? undefined : ["true", "on"].includes(`${value}`),
    ),
});
/** The maintenance settings of an instance as the service shows them. */
export type MaintenanceSettings = z.output<typeof maintenanceSettingsSchema>;

/** The body of `POST /api/maintenance/settings`. The specification wants both; a live service takes one of them too. */
export interface MaintenanceSettingsBody {
  preferred_maintenance_day?: string;
  preferred_maintenance_time?: string;
  automatic_updates?: boolean;
}

/** Reads the settings. */
export const getMaintenanceSettings: Endpoint<MaintenanceSettings> = {
  method: "GET",
  path: "/api/maintenance/settings",
  answer: maintenanceSettingsSchema,
};

/** Overwrites the settings. */
export const setMaintenanceSettings: Endpoint<void> = {
  method: "POST",
  path: "/api/maintenance/settings",
  isRepeatable: true,
};

/** An item of `GET /api/maintenance`. */
const plannedSchema = z.object({
  id: objectId,
  scheduled_by: said,
  status: said,
  required_by: said,
  duration: said,
  description: said,
});
/** A planned maintenance as the service shows it. Times have the form `YYYY-MM-DD HH:MM:SS +0000`. */
export type PlannedMaintenance = z.output<typeof plannedSchema>;

/** Lists the maintenance that is planned or running. */
export const listMaintenance: Endpoint<PlannedMaintenance[]> = {
  method: "GET",
  path: "/api/maintenance",
  answer: listOf(plannedSchema, (planned) => planned.id),
};

/** Moves a planned maintenance. */
export const moveMaintenance: Endpoint<Message | undefined> = {
  method: "PUT",
  path: "/api/maintenance/{id}",
  echo: messageSchema,
};

/** Runs a planned maintenance now. */
export const runMaintenance: Endpoint<Message | undefined> = {
  method: "POST",
  path: "/api/maintenance/{id}/run",
  echo: messageSchema,
};

/** The maintenance of an instance, and its settings. */
export interface Maintenance {
  /** The maintenance that is planned or running, shared for 30 s unless `fresh`. */
  planned(call: Call, options?: { fresh?: boolean }): Promise<PlannedMaintenance[]>;
  /** Moves a planned maintenance to a time in the form of the service. */
  move(id: string, scheduledBy: string, call: Call): Promise<void>;
  /** The settings, shared for 30 s unless `fresh`. */
  get(call: Call, options?: { fresh?: boolean }): Promise<MaintenanceSettings>;
  /** Overwrites the settings. What the body leaves out stays as it is. */
  set(settings: MaintenanceSettingsBody, call: Call): Promise<void>;
}

/** The maintenance of one instance, and its settings. */
export function maintenanceApi(instance: Api): Maintenance {
  const { clock } = instance.transport;
  const planned = createShared(clock, (call) => request(instance, listMaintenance, {}, call));
  const shared = createShared(clock, (call) => request(instance, getMaintenanceSettings, {}, call));
  return {
    planned: (call, options) => planned.get(call, options),
    async move(id, scheduled_by, call) {
      await request(instance, moveMaintenance, { params: { id }, body: { scheduled_by } }, call);
      planned.change((before) => before.map((each) => (each.id === id ? { ...each, scheduled_by } : each)));
    },
    get: (call, options) => shared.get(call, options),
    async set(settings, call) {
      await request(instance, setMaintenanceSettings, { body: settings }, call);
      shared.change((before) => ({ ...before, ...settings }));
    },
  };
}
