import { withHandlers } from "../helpers/handlers";

const day = "must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday";
const time = "must be a time in UTC as HH:MM, such as 03:30";

test.each([
  [{ preferredMaintenanceDay: "Someday" }, "preferredMaintenanceDay", day],
  [{ preferredMaintenanceDay: "" }, "preferredMaintenanceDay", day],
  [{ preferredMaintenanceDay: "sunday" }, "preferredMaintenanceDay", day],
  [{ preferredMaintenanceDay: undefined }, "preferredMaintenanceDay", day],
  [{ preferredMaintenanceTime: "3:30" }, "preferredMaintenanceTime", time],
  [{ preferredMaintenanceTime: "24:00" }, "preferredMaintenanceTime", time],
  [{ preferredMaintenanceTime: "12:60" }, "preferredMaintenanceTime", time],
  [{ preferredMaintenanceTime: "12:00:00" }, "preferredMaintenanceTime", time],
  [{ preferredMaintenanceTime: "" }, "preferredMaintenanceTime", time],
  [{ preferredMaintenanceTime: "12:00\n" }, "preferredMaintenanceTime", time],
  [{ automaticUpdates: "yes" }, "automaticUpdates", "must be a boolean, is a string"],
])("%j is refused at preview, without a request", (inputs, property, reason) =>
  withHandlers(async ({ emulator, host }) => {
    const one = host();
    const news = { ...usual(emulator.instances[0]?.id), ...inputs, __provider: "" };
    const sendable = Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined));
    const { failures } = await one.handler("maintenanceSettings").check({}, sendable);
    expect(failures).toEqual([{ property, reason }]);
    expect(one.requests).toBe(0);
  }),
);

const usual = (instance: number | undefined) => ({
  instance: `${instance}`,
  preferredMaintenanceDay: "Sunday",
  preferredMaintenanceTime: "03:30",
});
