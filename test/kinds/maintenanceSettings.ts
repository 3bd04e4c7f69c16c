import type { MaintenanceSettingsArgs } from "pulumi-broker";
import { type Refused, row } from "./kind";
import { type ModelKind, on } from "./things";

const path = "/instance/api/maintenance/settings";
const post = (day: string, time: string) => [
  { method: "POST", path, body: { preferred_maintenance_day: day, preferred_maintenance_time: time } },
];

const inModel: ModelKind = {
  name: "settings",
  type: "maintenanceSettings",
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    preferredMaintenanceDay: variant.changed ? "Monday" : "Sunday",
    preferredMaintenanceTime: "03:30",
  }),
  units: (state, all) =>
    state.maintenanceSettings
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .map(({ id, instance_id, preferred_maintenance_day: day, preferred_maintenance_time: time }) => ({
        key: `settings ${instance_id}/maintenance-settings`,
        content: { day, time },
        edit: { op: "set", in: "maintenanceSettings", id, fields: { preferred_maintenance_day: "Friday" } },
      })),
  wants: ({ instance, preferredMaintenanceDay: day, preferredMaintenanceTime: time }) => [
    { key: `settings ${instance}/maintenance-settings`, content: { day, time } },
  ],
};

const day =
  "preferredMaintenanceDay: must be one of the values Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday";
const time = "preferredMaintenanceTime: must be a time in UTC as HH:MM, such as 03:30";

export const maintenanceSettings = row<MaintenanceSettingsArgs>({
  kind: "MaintenanceSettings",
  id: "123/maintenance-settings",
  operations: ["maintenanceSettings.get", "maintenanceSettings.update"],
  functions: { "maintenanceSettings.get": ["getMaintenanceSettings"] },
  look: {
    path,
    changed: { preferredMaintenanceDay: "Monday" },
    // Brokers leave fields of it out: what is not said stays as it was.
    readable: ["{}", "an error with 200", "a list in a wrapper", "a wrong type"],
  },
  modelled: [inModel],
  // biome-ignore format: one row for each input
  refused: [
    [{ preferredMaintenanceDay: "Someday" }, day],
    [{ preferredMaintenanceDay: "" }, day],
    [{ preferredMaintenanceDay: "sunday" }, day],
    [{ preferredMaintenanceDay: undefined, preferredMaintenanceTime: undefined, automaticUpdates: true }, "preferredMaintenanceDay: is missing: give preferredMaintenanceDay, preferredMaintenanceTime, or both"],
    ...["3:30", "24:00", "12:60", "12:00:00", "", "12:00\n"].map((wrong): Refused => [{ preferredMaintenanceTime: wrong }, time]),
    [{ automaticUpdates: "yes" }, "automaticUpdates: must be a boolean, but the given value is a string"],
  ],
  args: ({ instance }) => ({ instance, preferredMaintenanceDay: "Sunday", preferredMaintenanceTime: "03:30" }),
  // An instance always has settings, so only those of the instance that the id names are compared.
  records: (state, { id }) =>
    state.maintenanceSettings
      .filter((each) => `${each.instance_id}/maintenance-settings` === id)
      .map(({ instance_id, preferred_maintenance_day: day, preferred_maintenance_time: time }) => ({
        ...{ instance_id, day, time },
      })),
  held: ({ id }, { preferredMaintenanceDay: day, preferredMaintenanceTime: time }) => ({
    instance_id: Number(id.split("/")[0]),
    ...{ day, time },
  }),
  inPlace: {
    args: () => ({ preferredMaintenanceDay: "Monday", preferredMaintenanceTime: "04:00" }),
    requests: () => post("Monday", "04:00"),
  },
  outsideEdit: {
    change: ({ state, other }) => ({
      op: "set",
      in: "maintenanceSettings",
      id: state().maintenanceSettings.find((each) => each.instance_id === Number(other))?.id ?? 0,
      fields: { preferred_maintenance_day: "Friday" },
    }),
    property: "preferredMaintenanceDay",
    repair: () => post("Sunday", "03:30"),
  },
  outsideDelete: { doesNotApply: "an instance always has settings" },
  idIsName: true,
  staysWhenDeleted: true,
});
