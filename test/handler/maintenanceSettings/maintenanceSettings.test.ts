import type { TestEmulator } from "../../helpers/emulator";
import { type Declared, it, withHandlers } from "../../helpers/handlers";
import * as outcome from "../../helpers/outcomes";

const usual = (instance: number | undefined) => ({
  instance: `${instance}`,
  preferredMaintenanceDay: "Sunday",
  preferredMaintenanceTime: "03:30",
});

const path = "/instance/api/maintenance/settings";

const declare = (instance: number | undefined, inputs: object = {}): Declared[] => [
  { type: "maintenanceSettings", name: "one", inputs: { ...usual(instance), ...inputs } },
];

it("a delete leaves them and says so", async ({ emulator, one }) => {
  const id = emulator.instances[0]?.id;
  outcome.expectNoErrors(await one.up(declare(id)));
  const run = await one.destroy();
  expect(run).toMatchObject({ changes: ["delete one"], errors: [], requests: 0 });
  outcome.expectSaid(run, `the maintenance settings of instance ${id} stay as they are`);
  expect(emulator.state().maintenanceSettings[0]).toMatchObject({ preferred_maintenance_time: "03:30" });
});

describe.each([
  ["preferredMaintenanceDay", "Monday", "preferred_maintenance_day", "preferred_maintenance_time", "03:30"],
  ["preferredMaintenanceTime", "04:00", "preferred_maintenance_time", "preferred_maintenance_day", "Sunday"],
])("%s alone", (name, value, mine, other, stands) => {
  const settingsOf = (emulator: TestEmulator) => emulator.state().maintenanceSettings[0]!;
  const set = (emulator: TestEmulator, fields: object) =>
    emulator.patch({ op: "set", in: "maintenanceSettings", id: settingsOf(emulator).id, fields });
  const program = (instance: number | undefined, more = value) => [
    { type: "maintenanceSettings", name: "one", inputs: { instance: `${instance}`, [name]: more } },
  ];

  it.each([[stands], [""]])("is kept beside the other as it stands (%j)", async ({ emulator, one }, before) => {
    const id = emulator.instances[0]?.id;
    const posted = () => emulator.requests().flatMap(({ method, body }) => (method === "POST" ? [body] : []));
    await emulator.call("GET", path);
    set(emulator, { [other]: before, [mine]: "" });
    expect(await one.up(program(id))).toMatchObject({ errors: [], changes: ["create one"] });
    expect(posted()).toEqual([{ [mine]: value, ...(before !== "" && { [other]: before }) }]);
    expect(settingsOf(emulator)).toMatchObject({ [mine]: value, [other]: before });
    expect(one.entry("one").outputs).not.toHaveProperty(
      name === "preferredMaintenanceDay" ? "preferredMaintenanceTime" : "preferredMaintenanceDay",
    );
    // The other changes outside: no difference of this program, and kept by its next change.
    const theirs = other === "preferred_maintenance_day" ? "Friday" : "22:00";
    set(emulator, { [other]: theirs });
    await outcome.expectNothingToDo(one, program(id));
    const next = name === "preferredMaintenanceDay" ? "Tuesday" : "05:00";
    expect(await one.up(program(id, next))).toMatchObject({ errors: [], changes: ["update one"] });
    expect(settingsOf(emulator)).toMatchObject({ [mine]: next, [other]: theirs });
    set(emulator, { [mine]: value });
    expect(await one.refresh()).toMatchObject({ changes: ["drift one"] });
  });

  it("is left of the two as the other is taken out, which stays as it is", async ({ emulator, one }) => {
    const id = emulator.instances[0]?.id;
    await one.up(declare(id, { [name]: value }));
    const run = await one.up(program(id));
    expect(run).toMatchObject({ changes: [], requests: 0 });
    expect(outcome.lastingLines(run)).toEqual([
      expect.stringMatching(/^the input preferredMaintenance(Day|Time) is not declared any/),
    ]);
    expect(settingsOf(emulator)).toMatchObject({ [mine]: value, [other]: stands });
  });

  it("is imported, and no empty text beside it", async ({ emulator, one }) => {
    const id = emulator.instances[0]?.id;
    await emulator.call("GET", path);
    set(emulator, { [mine]: value, [other]: "" });
    const [declared] = program(id);
    expect(await one.up([{ ...declared!, import: `${id}/maintenance-settings` }])).toMatchObject({ errors: [] });
    expect(await one.up(program(id))).toMatchObject({ changes: [], requests: 0 });
    expect(settingsOf(emulator)).toMatchObject({ [mine]: value, [other]: "" });
  });
});

test("automatic updates are managed where they are declared, and left alone where they are not", () =>
  withHandlers(async ({ emulator, one }) => {
    const id = emulator.instances[1]?.id;
    const record = () => emulator.state().maintenanceSettings.find((each) => each.instance_id === id);
    const update = { changes: ["update one"], errors: [] };
    const off = declare(id, { automaticUpdates: false });
    await one.up(declare(id));
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    expect(one.entry("one").outputs).not.toHaveProperty("automaticUpdates");
    expect(await one.up(off)).toMatchObject(update);
    expect(record()).toMatchObject({ automatic_updates: false });
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
    const fields = { automatic_updates: true };
    emulator.patch({ op: "set", in: "maintenanceSettings", id: record()?.id ?? 0, fields });
    expect((await one.refresh()).changes).toEqual(["drift one"]);
    expect(await one.up(off)).toMatchObject(update);
    // Taken out: as it is.
    expect(await one.up(declare(id))).toMatchObject({ changes: [], requests: 0 });
    expect(record()).toMatchObject({ automatic_updates: false });
  }));

describe("automatic updates that the service", () => {
  const omitting = { preferred_maintenance_day: "Sunday", preferred_maintenance_time: "03:30" };

  test("does not show are a warning when they are made and changed, and nothing after that", () =>
    withHandlers(async ({ emulator, one }) => {
      const id = emulator.instances[1]?.id;
      emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: JSON.stringify(omitting) } });
      for (const [wanted, change] of [[true, "create one"] as const, [false, "update one"] as const]) {
        const run = await one.up(declare(id, { automaticUpdates: wanted }));
        expect(run).toMatchObject({ changes: [change], errors: [] });
        expect(run.calls.slice(-2)).toEqual([`POST ${path}`, `GET ${path}`]);
        expect(outcome.warningsOf(run)).toEqual([
          `the service does not show the automatic updates of instance ${id}, so it is not known whether the service accepted automaticUpdates ${wanted}`,
        ]);
        expect(await one.up(declare(id, { automaticUpdates: wanted }))).toMatchObject({ changes: [], requests: 0 });
        const refreshed = await one.refresh();
        expect(refreshed).toMatchObject({ changes: [], errors: [] });
        expect(outcome.lastingLines(refreshed)).toEqual([]);
      }
    }));

  it("does not take are an error, and state has what is there", async ({ emulator, one }) => {
    const id = emulator.instances[1]?.id;
    const fault = { merge: { automatic_updates: true } };
    emulator.fault({ match: { method: "GET", path }, times: "always", fault });
    const refusal = `MaintenanceSettings "one": the service accepted the settings of instance ${id}, but automaticUpdates stays true: declare this value, or leave automaticUpdates out`;
    outcome.expectError(await one.up(declare(id, { automaticUpdates: false })), refusal);
    expect(one.entry("one").outputs).toMatchObject({ automaticUpdates: true, preferredMaintenanceTime: "03:30" });
    const both = { automaticUpdates: false, preferredMaintenanceTime: "04:00" };
    outcome.expectError(await one.up(declare(id, both)), refusal);
    expect(one.entry("one").outputs).toMatchObject({ automaticUpdates: true, preferredMaintenanceTime: "04:00" });
    const taken = await one.up(declare(id, { automaticUpdates: true }));
    expect(taken).toMatchObject({ changes: ["update one"], errors: [] });
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [] });
  });
});

it("empty strings, and no word on updates, are no difference", async ({ emulator, one }) => {
  const program = declare(emulator.instances[1]?.id, { automaticUpdates: true });
  await one.up(program);
  const body = { preferred_maintenance_day: "", preferred_maintenance_time: "" };
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: JSON.stringify(body) } });
  await outcome.expectNothingToDo(one, program);
});

it("automatic updates that the service shows a moment later are no failure", async ({ emulator, one }) => {
  const id = emulator.instances[1]?.id;
  emulator.fault({ match: { method: "GET", path }, times: 2, fault: { merge: { automatic_updates: "false" } } });
  const run = await one.up(declare(id, { automaticUpdates: true }));
  expect(run).toMatchObject({ errors: [], changes: ["create one"] });
  expect(run.ms).toBeLessThan(10_000);
});

test.each<[string, string, object, object, string[]]>([
  ["maintenanceSettings", "clustered", usual(1001), { automaticUpdates: true }, ["automaticUpdates"]],
  ["maintenanceSettings", "alternative", usual(1001), { automaticUpdates: true }, []],
  ["integration", "clustered", { system: "metric_vendor_f_v3", config: { apiKey: "k" } }, {}, ["system"]],
  ["integration", "alternative", { system: "metric_vendor_f_v3", config: { apiKey: "k" } }, {}, []],
  ["integration", "clustered", { system: "metric_vendor_f_v2", config: { apiKey: "k", region: "EU" } }, {}, []],
  ["brokerConfig", "clustered", { config: { consumerTimeout: false } }, {}, ["config"]],
  ["brokerConfig", "clustered", { config: { "broker.consumer_timeout": false } }, {}, ["config"]],
  ["brokerConfig", "clustered", { config: { heartbeat: 60 } }, {}, []],
  ["brokerConfig", "alternative", { config: { consumerTimeout: false } }, {}, []],
])("%s on an old %s broker: %j with %j is refused at preview in %j", (type, backend, inputs, more, refused) =>
  withHandlers(async ({ host }) => {
    const one = host();
    const news = { __provider: "", __facts: { backend, rmqVersion: "3.8.1" }, instance: "1001", ...inputs, ...more };
    const stub = `exports.handler = () => require('pulumi-broker/host').${type}`;
    const properties = async (olds: object) =>
      (await one.handler(type).check(olds as never, news as never)).failures.map(({ property }) => property);
    expect(await properties({})).toEqual(refused);
    // What the broker has already is not refused later.
    expect(await properties({ __provider: stub, ...inputs, ...more })).toEqual([]);
    expect(one.requests).toBe(0);
  }),
);
