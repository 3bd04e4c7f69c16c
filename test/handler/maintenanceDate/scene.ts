import type { TestEmulator } from "../../helpers/emulator";
import { resource } from "../../helpers/handlers";

export const path = "/instance/api/maintenance";
/** The time to which the programs move a maintenance. */
export const later = "2030-01-20T22:30:00Z";

/** The date of the next maintenance of the first instance. */
export const declare = (inputs: object = {}, name = "one") =>
  resource("maintenanceDate", name, { instance: "1001", maintenance: "next", scheduledBy: later, ...inputs });

/** Plans one more maintenance of the first instance in January, and returns its id. */
export const plan = (emulator: TestEmulator, day: number): string =>
  `${emulator.patch({ op: "add", in: "maintenances", fields: { instance_id: 1001, scheduled_by: Date.UTC(2030, 0, day) } })[0]}`;

/** The times for which maintenance is planned, by id. */
export const planned = (emulator: TestEmulator) =>
  Object.fromEntries(
    emulator.state().maintenances.map(({ id, scheduled_by }) => [id, new Date(scheduled_by).toISOString()]),
  );
