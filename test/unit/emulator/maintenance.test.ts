import { it, refused, wrong } from "./scene";

const maintenancePath = "/instance/api/maintenance";
const settingsPath = `${maintenancePath}/settings`;
const saved = { status: 200, body: { message: "Changes saved" } };

describe("maintenance", () => {
  it("to come is listed for its own instance", async ({ call, instances }) => {
    expect((await call("GET", maintenancePath)).body).toMatchObject([
      { scheduled_by: "2030-01-08 00:00:00 +0000", required_by: "2030-01-31 00:00:00 +0000" },
    ]);
    const key = instances[1]!.apiKey;
    expect((await call("GET", maintenancePath, { key })).body).toEqual([]);
    expect((await call("POST", `${maintenancePath}/12001/run`, { key })).status).toBe(404);
  });

  it("of a shared plan: none is planned, and there are no settings", async ({ call, instances, patch }) => {
    const { id, apiKey: key } = instances[1]!;
    patch({ op: "set", in: "instances", id, fields: { shared: true } });
    expect(await call("GET", maintenancePath, { key })).toMatchObject({ status: 200, body: [] });
    const body = { scheduled_by: "2030-01-20" };
    expect(await call("PUT", `${maintenancePath}/12001`, { key, body })).toMatchObject({ status: 404 });
    expect(await call("POST", `${maintenancePath}/12001/run`, { key })).toMatchObject({ status: 404 });
    expect(await call("GET", settingsPath, { key })).toMatchObject({ status: 400 });
  });

  it("can be moved until it is required", async ({ call }) => {
    const move = (scheduled_by: string) => call("PUT", `${maintenancePath}/12001`, { body: { scheduled_by } });
    expect(await move("2030-01-20 22:30:00 +0000")).toMatchObject(saved);
    expect((await call("GET", maintenancePath)).body).toMatchObject([{ scheduled_by: "2030-01-20 22:30:00 +0000" }]);
    const bounds = "Must be in the future, and not after 2030-01-31 00:00:00 +0000";
    expect(await move("2030-02-01")).toMatchObject(wrong({ scheduled_by: bounds }));
    expect(await move("2029-12-31")).toMatchObject(wrong({ scheduled_by: bounds }));
    expect(await move("soon")).toMatchObject(wrong({ scheduled_by: "Must be a date" }));
  });

  it("runs now when it is told to, and is over within five minutes", async ({ call, advance }) => {
    const configured = async () =>
      ((await call("GET", "/instance/api/nodes")).body as { configured: boolean }[]).map((node) => node.configured);
    expect(await call("POST", `${maintenancePath}/12001/run`)).toMatchObject({
      status: 200,
      body: { message: "Maintenance started" },
    });
    expect((await call("GET", maintenancePath)).body).toMatchObject([{ status: "running" }]);
    expect(await call("POST", `${maintenancePath}/12001/run`)).toMatchObject({
      status: 400,
      body: { error_code: 40099 },
    });
    expect(await call("PUT", `${maintenancePath}/12001`, { body: { scheduled_by: "2030-01-20" } })).toMatchObject(
      refused("The maintenance is running"),
    );
    advance(6_000);
    expect(await configured()).toEqual([false, false, false]);
    advance(300_000);
    expect(await configured()).toEqual([true, true, true]);
    expect((await call("GET", maintenancePath)).body).toEqual([]);
  });
});

describe("maintenance settings", () => {
  const settings = { preferred_maintenance_day: "Sunday", preferred_maintenance_time: "23:59" };

  it("are empty at first; automatic updates are there on the alternative broker alone", async ({ call, instances }) => {
    const none = { preferred_maintenance_day: "", preferred_maintenance_time: "" };
    const key = instances[1]!.apiKey;
    expect((await call("GET", settingsPath)).body).toEqual(none);
    expect((await call("GET", settingsPath, { key })).body).toEqual({ ...none, automatic_updates: true });
    expect(await call("POST", settingsPath, { body: settings })).toMatchObject(saved);
    expect((await call("GET", settingsPath)).body).toEqual(settings);
    const body = { ...settings, automatic_updates: false };
    expect(await call("POST", settingsPath, { body })).toMatchObject(
      wrong({ automatic_updates: "Isn't supported by this broker" }),
    );
    expect(await call("POST", settingsPath, { body, key })).toMatchObject(saved);
    expect(await call("POST", settingsPath, { body: settings, key })).toMatchObject(saved);
    expect((await call("GET", settingsPath, { key })).body).toEqual(body);
  });

  it("are cleared by empty texts", async ({ call }) => {
    const none = { preferred_maintenance_day: "", preferred_maintenance_time: "" };
    expect(await call("POST", settingsPath, { body: settings })).toMatchObject(saved);
    expect(await call("POST", settingsPath, { body: none })).toMatchObject(saved);
    expect((await call("GET", settingsPath)).body).toEqual(none);
  });

  it("need one of the two, and by the specification both", async ({ call, patch }) => {
    const { preferred_maintenance_day, preferred_maintenance_time } = settings;
    const post = (body: object) => call("POST", settingsPath, { body });
    expect(await post({ preferred_maintenance_day })).toMatchObject(saved);
    expect(await post({ preferred_maintenance_time })).toMatchObject(saved);
    expect((await call("GET", settingsPath)).body).toEqual(settings);
    const missing = (...fields: string[]) => wrong(...fields.map((field) => ({ [field]: "Field is required" })));
    expect(await post({})).toMatchObject(missing("preferred_maintenance_day", "preferred_maintenance_time"));
    patch({ op: "set", in: "dialects", id: 1, fields: { specified_only: true } });
    expect(await post({ preferred_maintenance_day })).toMatchObject(missing("preferred_maintenance_time"));
    expect(await post({ preferred_maintenance_time })).toMatchObject(missing("preferred_maintenance_day"));
    expect(await post(settings)).toMatchObject({ status: 200 });
  });

  it.each([
    [{ preferred_maintenance_day: "Funday" }, "preferred_maintenance_day", "Must be a day of the week"],
    [{ preferred_maintenance_time: "24:00" }, "preferred_maintenance_time", "Must have the form HH:MM"],
    [{ preferred_maintenance_time: "9:00" }, "preferred_maintenance_time", "Must have the form HH:MM"],
    [{ day: "Monday" }, "day", "Unknown field"],
  ])("are not %j", async ({ call }, fields, field, text) => {
    expect(await call("POST", settingsPath, { body: { ...settings, ...fields } })).toMatchObject(
      wrong({ [field]: text }),
    );
  });
});
