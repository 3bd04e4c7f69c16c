import { z } from "zod";
import type { Call } from "./call";
import { type Api, type Endpoint, request } from "./request";
import { createShared } from "./sharedList";

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
    .union([z.boolean(), z.enum(["true", "false", ""])])
    .nullish()
    .transform((value) => (value === "" || value === null || value === undefined ? undefined : `${value}` === "true")),
});
/** The maintenance settings of an instance as the service shows them. */
export type MaintenanceSettings = z.output<typeof maintenanceSettingsSchema>;

/** The body of `POST /api/maintenance/settings`. */
export interface MaintenanceSettingsBody {
  preferred_maintenance_day: string;
  preferred_maintenance_time: string;
  automatic_updates?: boolean;
}

const get: Endpoint<MaintenanceSettings> = {
  method: "GET",
  path: "/api/maintenance/settings",
  class: "read",
  answer: maintenanceSettingsSchema,
};

const set: Endpoint<void> = { method: "POST", path: "/api/maintenance/settings", class: "idempotent" };

/** The maintenance settings of an instance. */
export interface Maintenance {
  /** The settings, shared for 30 s unless `fresh`. */
  get(call: Call, options?: { fresh?: boolean }): Promise<MaintenanceSettings>;
  /** Overwrites the settings. Automatic updates stay as they are when the body leaves them out. */
  set(settings: MaintenanceSettingsBody, call: Call): Promise<void>;
}

/** The maintenance settings of one instance. */
export function maintenanceApi(instance: Api): Maintenance {
  const shared = createShared(instance.transport.clock, (call) => request(instance, get, {}, call));
  return {
    get: (call, options) => shared.get(call, options),
    async set(settings, call) {
      await request(instance, set, { body: settings }, call);
      shared.change((before) => ({ ...before, ...settings }));
    },
  };
}
