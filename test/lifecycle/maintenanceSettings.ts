import { MaintenanceSettings, type MaintenanceSettingsArgs } from "pulumi-broker";
import { type At, row } from "./row";

const path = "/instance/api/maintenance/settings";

const recordOn = (at: At, instance: string) =>
  at.state().maintenanceSettings.find((each) => each.instance_id === Number(instance))?.id ?? 0;

export const maintenanceSettings = row<MaintenanceSettingsArgs>({
  kind: "MaintenanceSettings",
  resource: MaintenanceSettings,
  args: ({ instance }) => ({ instance, preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" }),
  outputs: ({ instance }) => ({ instance, preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" }),
  // An instance always has settings, so only those of the instance that the id names are compared.
  records: (state, { id }) =>
    state.maintenanceSettings
      .filter((each) => `${each.instance_id}/maintenance-settings` === id)
      .map(({ instance_id, preferred_maintenance_day, preferred_maintenance_time }) => ({
        instance_id,
        day: preferred_maintenance_day,
        time: preferred_maintenance_time,
      })),
  held: ({ id }) => ({ instance_id: Number(id.split("/")[0]), day: "Sunday", time: "03:30" }),
  create: () => `POST ${path}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: {
    args: () => ({ preferredMaintenanceDay: "Monday", preferredMaintenanceTime: "04:00" }),
    props: ["preferredMaintenanceDay", "preferredMaintenanceTime"],
    requests: () => [
      { method: "POST", path, body: { preferred_maintenance_day: "Monday", preferred_maintenance_time: "04:00" } },
    ],
    outputs: () => ({ preferredMaintenanceDay: "Monday", preferredMaintenanceTime: "04:00" }),
    held: () => ({ day: "Monday", time: "04:00" }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: () => ({}),
  },
  outsideEdit: {
    change: (at) => ({
      op: "set",
      in: "maintenanceSettings",
      id: recordOn(at, at.other),
      fields: { preferred_maintenance_day: "Friday" },
    }),
    property: "preferredMaintenanceDay",
    repair: () => [
      { method: "POST", path, body: { preferred_maintenance_day: "Sunday", preferred_maintenance_time: "03:30" } },
    ],
  },
  outsideDelete: { doesNotApply: "an instance always has settings" },
  missingId: () => "999999/maintenance-settings",
  idIsName: true,
  staysWhenDeleted: true,
});
