// `maintenanceNoun` declares maintenance and its settings. `nouns/index.ts` opens it; `resources/maintenanceDate/`,
// `maintenanceSettings.ts` and `brokerAction/works.ts` send its requests. A new field goes into its schema. A write in
// `shared` must also change the shared value, because resources read that value for 30 s.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { listOf, messageSchema, objectId, type Said, said, shown } from "../transport/schemas";
import { senderTo, withBody, withId, withIdAndBody } from "../transport/send";

const maintenanceSettingsSchema = shown(() => ({
  preferred_maintenance_day: said,
  preferred_maintenance_time: said,
  automatic_updates: z
    .union([z.boolean(), z.enum(["true", "false", "on", "off", ""])])
    .nullish()
    .transform((value) => ((value ?? "") === "" ? undefined : ["true", "on"].includes(`${value}`))),
}));
/** The maintenance settings of an instance as the service shows them. */
export type MaintenanceSettings = z.output<typeof maintenanceSettingsSchema>;

/** The body of `POST /api/maintenance/settings`. The specification wants both; a live service takes one of them too. */
export type MaintenanceSettingsBody = Partial<MaintenanceSettings>;

const plannedSchema = shown(() => ({
  id: objectId,
  scheduled_by: said,
  status: said,
  required_by: said,
  duration: said,
  description: said,
}));
/** A planned maintenance as the service shows it. Times have the form `YYYY-MM-DD HH:MM:SS +0000`. */
export type PlannedMaintenance = z.output<typeof plannedSchema>;

/** The operations on maintenance. */
export interface MaintenanceOperations {
  /** The maintenance that is planned or running. */
  list(options?: CallOptions): Promise<PlannedMaintenance[]>;
  /** Moves a planned maintenance. */
  reschedule(id: string, to: { scheduled_by: string }, options?: CallOptions): Promise<Said>;
  /** Runs a planned maintenance now, in one attempt. */
  run(id: string, options?: CallOptions): Promise<Said>;
}

/** The operations on the maintenance settings. */
export interface MaintenanceSettingsOperations {
  /** The times at which the instance is maintained. */
  get(options?: CallOptions): Promise<MaintenanceSettings>;
  /** Overwrites the settings. Automatic updates stay as they are when the body leaves them out. */
  update(settings: MaintenanceSettingsBody, options?: CallOptions): Promise<void>;
}

const [path, settingsPath] = ["/api/maintenance", "/api/maintenance/settings"];
const listSchema = z.lazy(() => listOf(plannedSchema, (planned) => planned.id));

export function maintenanceNoun(instance: Api) {
  const send = senderTo(instance);
  const maintenance: MaintenanceOperations = {
    list: send({ method: "GET", path, answer: listSchema }),
    reschedule: send({ method: "PUT", path: `${path}/{id}`, echo: messageSchema }, withIdAndBody),
    run: send({ method: "POST", path: `${path}/{id}/run`, echo: messageSchema }, withId),
  };
  const maintenanceSettings: MaintenanceSettingsOperations = {
    get: send({ method: "GET", path: settingsPath, answer: maintenanceSettingsSchema }),
    update: send({ method: "POST", path: settingsPath, isRepeatable: true }, withBody),
  };
  const planned = createShared(instance.transport.clock, maintenance.list);
  const settingsNow = createShared(instance.transport.clock, maintenanceSettings.get);
  const shared = {
    planned: planned.get,
    async move(id: string, scheduled_by: string, call: Call) {
      await maintenance.reschedule(id, { scheduled_by }, call);
      planned.change((before) => before.map((each) => (each.id === id ? { ...each, scheduled_by } : each)));
    },
    get: settingsNow.get,
    async set(settings: MaintenanceSettingsBody, call: Call) {
      await maintenanceSettings.update(settings, call);
      settingsNow.change((before) => ({ ...before, ...settings }));
    },
  };
  return { operations: { maintenance, maintenanceSettings }, shared: { maintenance: shared } };
}
