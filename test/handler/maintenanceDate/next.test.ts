import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestEmulator } from "../../helpers/emulator";
import { it, withHandlers } from "../../helpers/handlers";
import { expectError, expectSaid } from "../../helpers/outcomes";
import { declare, later, path, plan, planned } from "./scene";

/** The maintenance that is declared as "next": which one it is, and how long a choice is remembered. */

const setDay = (emulator: TestEmulator, id: number, day: number) =>
  emulator.patch({ op: "set", in: "maintenances", id, fields: { scheduled_by: Date.UTC(2030, 0, day) } });

test("a move that was refused is forgotten: what is next when it is declared again is moved", () =>
  withHandlers(async ({ emulator, one }) => {
    emulator.fault({ match: { method: "PUT" }, fault: { status: 400, raw: '{"error":"Not on a holiday"}' } });
    expectError(await one.up([declare()]), expect.stringContaining("Not on a holiday"));
    expect(one.state).toEqual([]);
    const sooner = plan(emulator, 3);
    expect((await one.up([declare()])).errors).toEqual([]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe(sooner);
  }));

test("a move that was refused after a run that was killed is not forgotten, because that run may have moved it", () =>
  withHandlers(async ({ emulator, one }) => {
    plan(emulator, 15);
    await one.up([declare()], { cut: { request: "PUT", how: "gone" } });
    emulator.fault({ match: { method: "PUT" }, fault: { status: 400, raw: '{"error":"Not on a holiday"}' } });
    const other = { scheduledBy: "2030-01-21T00:00:00Z" };
    expectError(await one.up([declare(other)]), expect.stringContaining("Not on a holiday"));
    expect((await one.up([declare(other)])).errors).toEqual([]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe("12001");
  }));

it.each(["up", "refresh"] as const)(
  "taken out of the state after a further %s, what is next then is moved",
  async ({ emulator, one }, operation) => {
    await one.up([declare()]);
    if (operation === "up") await one.up([declare()]);
    else await one.refresh();
    one.state = [];
    const sooner = plan(emulator, 3);
    expect((await one.up([declare()])).errors).toEqual([]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe(sooner);
  },
);

it("under a name that was used before, what is next then is moved", async ({ emulator, one }) => {
  for (const name of ["one", "two"]) expect((await one.up([declare({}, name)])).errors).toEqual([]);
  const sooner = plan(emulator, 3);
  expect((await one.up([declare({}, "one")])).errors).toEqual([]);
  expect(one.entry("one").outputs["maintenanceId"]).toBe(sooner);
});

it("a killed replacement is ended with the maintenance that it has chosen", async ({ emulator, one, host }) => {
  await one.up([declare()]);
  await one.refresh();
  const { type, id, inputs, outputs } = one.entry("one");
  const second = plan(emulator, 15);
  plan(emulator, 17);
  // The engine compares the old state, and makes the new resource although nothing differs. Its answer is lost.
  const replace = async () => {
    const handler = host().handler(type);
    await handler.check(inputs, inputs);
    await handler.diff(id, outputs, inputs);
    return handler.create(inputs);
  };
  await replace();
  expect((await replace()).outs["maintenanceId"]).toBe(second);
});

test.each([
  ["unreadable", "soon"],
  ["empty", ""],
  ["missing", null],
])("of several, one with a date that is %s: nothing is called next, and the ids are named", (_what, scheduled_by) =>
  withHandlers(async ({ emulator, stack }) => {
    const second = plan(emulator, 15);
    const shown = (await emulator.call("GET", path)).body as { id: number }[];
    const raw = JSON.stringify(shown.map((each) => (`${each.id}` === second ? { ...each, scheduled_by } : each)));
    emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw } });
    const unclear = `instance 1001 has several planned maintenances (12001, ${second}), but the service shows no readable date for ${second}. So it is unknown which maintenance is next. Declare a MaintenanceDate with the id of a maintenance, or run again when the service shows the dates`;
    expectError(await stack().up([declare()]), `maintenance: ${unclear}`);
    const run = { type: "brokerAction", name: "run", inputs: { instance: "1001", action: "run-maintenance" } };
    expectError(await stack().up([run]), `action: ${unclear}`);
    expect(emulator.requests().filter(({ method }) => method !== "GET" && method !== "PATCH")).toEqual([]);
    expect((await stack().up([declare({ maintenance: "12001" })])).errors).toEqual([]);
  }),
);

it("the only one is next although its date cannot be read", async ({ emulator, stack }) => {
  const shown = (await emulator.call("GET", path)).body as object[];
  const raw = JSON.stringify(shown.map((each) => ({ ...each, scheduled_by: "soon" })));
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw } });
  expect((await stack().up([declare()])).errors).toEqual([]);
  expect(emulator.state().maintenances[0]?.scheduled_by).toBe(Date.parse(later));
});

test("a maintenance that is planned for the declared date, even a past one, is taken over without a request", () =>
  withHandlers(async ({ emulator, one }) => {
    setDay(emulator, 12_001, -5);
    const scheduledBy = "2029-12-26T00:00:00Z";
    const run = await one.up([declare({ scheduledBy })]);
    expect([run.errors, run.calls.filter((call) => call.startsWith("PUT"))]).toEqual([[], []]);
    expectSaid(run, `maintenance 12001 of instance 1001 is planned for ${scheduledBy} already: nothing is moved`);
    expect(await one.up([declare({ scheduledBy })])).toMatchObject({ changes: [], requests: 0 });
  }));

it.each(["after", "gone"] as const)(
  "killed (%s) with two planned: the run again takes the one that was next",
  async ({ emulator, one }, how) => {
    const second = plan(emulator, 15);
    await one.up([declare()], { cut: { request: "PUT", how } });
    expect(planned(emulator)[12_001]).toBe("2030-01-20T22:30:00.000Z");
    expect((await one.up([declare()])).errors).toEqual([]);
    const both = { 12001: "2030-01-20T22:30:00.000Z", [second]: "2030-01-15T00:00:00.000Z" };
    expect([one.entry("one").outputs["maintenanceId"], planned(emulator)]).toEqual(["12001", both]);

    // Once the resource is removed, what comes first is next.
    await one.destroy();
    await one.up([declare()]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe(second);
  },
);

test("a record of the choice that cannot be read decides nothing: the maintenance that is next then is moved", () =>
  withHandlers(async ({ emulator, one, records }) => {
    const program = [declare()];
    await one.up(program, { cut: { request: "PUT", how: "before" } });
    const files = readdirSync(records);
    expect(files).toHaveLength(1);
    for (const file of files) writeFileSync(join(records, file), "{");
    expect((await one.up(program)).errors).toEqual([]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe("12001");
    expect(emulator.state().maintenances[0]!.scheduled_by).toBe(Date.parse(later));
  }));

test("a disk that takes no record of the choice is a warning that says what a kill would mean", () =>
  withHandlers(async ({ one, records }) => {
    rmSync(records, { recursive: true, force: true });
    writeFileSync(records, "a file where the folder should be");
    const made = await one.up([declare()]);
    expect(made.errors).toEqual([]);
    expectSaid(
      made,
      /^moves maintenance 12001 /,
      /^cannot write a record of the choice of .* the next pulumi up may move another maintenance$/,
    );
  }));
