import { busy, it, message, refused, saved, wrong } from "./scene";

const maintenancePath = "/instance/api/maintenance";
const settingsPath = `${maintenancePath}/settings`;

describe("maintenance", () => {
  it("to come is listed for its own instance", async ({ call, instances }) => {
    const dates = { scheduled_by: "2030-01-08 00:00:00 +0000", required_by: "2030-01-31 00:00:00 +0000" };
    expect((await call("GET", maintenancePath)).body).toMatchObject([dates]);
    const key = instances[1]!.apiKey;
    expect((await call("GET", maintenancePath, { key })).body).toEqual([]);
    expect((await call("POST", `${maintenancePath}/12001/run`, { key })).status).toBe(404);
  });

  it("of a shared plan: none is planned", async ({ call, instances, patch }) => {
    const { id, apiKey: key } = instances[1]!;
    patch({ op: "set", in: "instances", id, fields: { shared: true } });
    expect(await call("GET", maintenancePath, { key })).toMatchObject({ status: 200, body: [] });
    const body = { scheduled_by: "2030-01-20" };
    expect(await call("PUT", `${maintenancePath}/12001`, { key, body })).toMatchObject({ status: 404 });
    expect(await call("POST", `${maintenancePath}/12001/run`, { key })).toMatchObject({ status: 404 });
  });

  it("can be moved", async ({ call }) => {
    const move = (scheduled_by: string) => call("PUT", `${maintenancePath}/12001`, { body: { scheduled_by } });
    expect(await move("2030-01-20 22:30:00 +0000")).toMatchObject(saved);
    expect((await call("GET", maintenancePath)).body).toMatchObject([{ scheduled_by: "2030-01-20 22:30:00 +0000" }]);
  });

  it("runs now when it is told to, and is over within five minutes", async ({ call, advance }) => {
    const configured = async () =>
      ((await call("GET", "/instance/api/nodes")).body as { configured: boolean }[]).map((node) => node.configured);
    expect(await call("POST", `${maintenancePath}/12001/run`)).toMatchObject(message("Maintenance started"));
    expect((await call("GET", maintenancePath)).body).toMatchObject([{ status: "running" }]);
    expect(await call("POST", `${maintenancePath}/12001/run`)).toMatchObject(busy);
    const move = { body: { scheduled_by: "2030-01-20" } };
    const running = refused("The maintenance is running");
    expect(await call("PUT", `${maintenancePath}/12001`, move)).toMatchObject(running);
    advance(6_000);
    expect(await configured()).toEqual([false, false, false]);
    advance(300_000);
    expect(await configured()).toEqual([true, true, true]);
    expect((await call("GET", maintenancePath)).body).toEqual([]);
  });
});

describe("maintenance settings", () => {
  const settings = { preferred_maintenance_day: "Sunday", preferred_maintenance_time: "23:59" };

  it("are empty at first, and cleared by empty texts; automatic updates are the alternative broker's alone", async ({
    call,
    instances,
  }) => {
    const none = { preferred_maintenance_day: "", preferred_maintenance_time: "" };
    const key = instances[1]!.apiKey;
    expect((await call("GET", settingsPath)).body).toEqual(none);
    expect((await call("GET", settingsPath, { key })).body).toEqual({ ...none, automatic_updates: true });
    for (const body of [settings, none]) {
      expect(await call("POST", settingsPath, { body })).toMatchObject(saved);
      expect((await call("GET", settingsPath)).body).toEqual(body);
    }
    const body = { ...settings, automatic_updates: false };
    expect(await call("POST", settingsPath, { body, key })).toMatchObject(saved);
    expect(await call("POST", settingsPath, { body: settings, key })).toMatchObject(saved);
    expect((await call("GET", settingsPath, { key })).body).toEqual(body);
  });

  it("need one of the two, and by the specification both", async ({ call, patch }) => {
    const { preferred_maintenance_day, preferred_maintenance_time } = settings;
    const post = (body: object) => call("POST", settingsPath, { body });
    expect(await post({ preferred_maintenance_day })).toMatchObject(saved);
    expect(await post({ preferred_maintenance_time })).toMatchObject(saved);
    expect((await call("GET", settingsPath)).body).toEqual(settings);
    const missing = (...fields: string[]) => wrong(...fields.map((field) => ({ [field]: "Field is required" })));
    patch({ op: "set", in: "dialects", id: 1, fields: { specified_only: true } });
    expect(await post({ preferred_maintenance_day })).toMatchObject(missing("preferred_maintenance_time"));
    expect(await post({ preferred_maintenance_time })).toMatchObject(missing("preferred_maintenance_day"));
    expect(await post(settings)).toMatchObject({ status: 200 });
  });
});
