import { cutRun, kills, playCuts, resets } from "../../helpers/cut-rows";
import type { TestEmulator } from "../../helpers/emulator";
import { it, withHandlers } from "../../helpers/handlers";
import { expectError, expectNothingToDo, expectSaid, lastingLines } from "../../helpers/outcomes";
import { declare, later, path, plan, planned } from "./scene";

const latest = "2030-01-25T03:00:00Z";

const carryOut = (emulator: TestEmulator, id = 12_001) => emulator.patch({ op: "delete", in: "maintenances", id });

const puts = (calls: string[]) => calls.filter((call) => call.startsWith("PUT"));

test("the next maintenance is moved, shown, moved again in place, and stays where it is when the resource is removed", () =>
  withHandlers(async ({ emulator, one }) => {
    const [instance] = emulator.instances;
    const what = `maintenance 12001 of instance ${instance?.id}`;
    const key = `GET /customer/api/instances/${instance?.id}`;
    const made = await one.up([declare()]);
    expect(made).toMatchObject({ errors: [], calls: [key, `GET ${path}`, `PUT ${path}/12001`] });
    expectSaid(made, `moves ${what} (Operating system upgrade, 10 minutes) from 2030-01-08 00:00:00 +0000 to ${later}`);
    expect(one.entry("one")).toMatchObject({
      id: `${instance?.id}/maintenance/12001`,
      outputs: {
        maintenance: "next",
        maintenanceId: "12001",
        scheduledBy: later,
        status: "scheduled",
        requiredBy: "2030-01-31 00:00:00 +0000",
      },
    });
    expect(planned(emulator)).toEqual({ 12001: "2030-01-20T22:30:00.000Z" });
    expect(await one.up([declare()])).toMatchObject({ changes: [], requests: 0 });
    // Another spelling of the same time is no change.
    const spelled = await one.up([declare({ scheduledBy: "2030-01-20 23:30:00 +0100" })]);
    expect(spelled).toMatchObject({ changes: [], requests: 0 });
    expect(await one.refresh()).toMatchObject({ changes: [], errors: [], calls: [key, `GET ${path}`] });

    const moved = await one.up([declare({ scheduledBy: latest })]);
    expect(moved).toMatchObject({ changes: ["update one"], errors: [] });
    expectSaid(moved, `moves ${what} (Operating system upgrade, 10 minutes) from ${later} to ${latest}`);
    expect(planned(emulator)).toEqual({ 12001: "2030-01-25T03:00:00.000Z" });

    const removed = await one.destroy();
    expect(removed).toMatchObject({ changes: ["delete one"], errors: [], requests: 0 });
    expectSaid(removed, `maintenance 12001 of instance ${instance?.id} is still planned for 2030-01-25T03:00:00Z`);
    expect(planned(emulator)).toEqual({ 12001: "2030-01-25T03:00:00.000Z" });
  }));

test("next is the one that is planned first, and stays so although it then comes after another one", () =>
  withHandlers(async ({ emulator, one }) => {
    const second = plan(emulator, 15);
    await one.up([declare()]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe("12001");
    await one.refresh();
    await one.up([declare({ scheduledBy: latest })]);
    expect(planned(emulator)).toEqual({ 12001: "2030-01-25T03:00:00.000Z", [second]: "2030-01-15T00:00:00.000Z" });

    // Its id means the same, and so does "next" after its id.
    const byId = { maintenance: "12001", scheduledBy: latest };
    expect(await one.up([declare(byId)])).toMatchObject({ changes: [], requests: 0 });
    expect(await one.up([declare({ scheduledBy: latest })])).toMatchObject({ changes: [], requests: 0 });
    const other = await one.up([declare({ maintenance: second, scheduledBy: latest })]);
    expect(other.changes).toEqual(["replace one", "delete one"]);
    expect(one.entry("one").outputs["maintenanceId"]).toBe(second);
  }));

test("a maintenance that was carried out is done: nothing drops it, and nothing is sent for it", () =>
  withHandlers(async ({ emulator, one }) => {
    await one.up([declare()]);
    await emulator.call("POST", `${path}/12001/run`);
    await one.refresh();
    expect(one.entry("one").outputs["status"]).toBe("running");
    carryOut(emulator);
    expect(await one.refresh()).toMatchObject({ errors: [] });
    expect(one.entry("one").outputs).toMatchObject({ status: "done", scheduledBy: later, maintenanceId: "12001" });
    await expectNothingToDo(one, [declare()]);

    const late = await one.up([declare({ scheduledBy: latest })]);
    expect(late).toMatchObject({ changes: [], errors: [], requests: 0 });
    expectSaid(
      late,
      /not planned any more, .*A new scheduledBy has no effect. To move the next maintenance, run pulumi up/,
    );
    expect(await one.destroy()).toMatchObject({ errors: [], requests: 0 });
  }));

it("carried out since the last refresh: an update moves nothing, and says so", async ({ emulator, one }) => {
  await one.up([declare()]);
  carryOut(emulator);
  const late = await one.up([declare({ scheduledBy: latest })]);
  expect([late.errors, puts(late.calls)]).toEqual([[], []]);
  expectSaid(late, /^moves maintenance 12001 /, expect.stringContaining("was carried out or called off"));
  expect(one.entry("one").outputs).toMatchObject({ status: "done", scheduledBy: later });
});

it("one list that lacks it does not keep an update from moving it", async ({ emulator, one }) => {
  await one.up([declare()]);
  emulator.fault({ match: { method: "GET", path }, fault: { raw: "[]" } });
  const moved = await one.up([declare({ scheduledBy: latest })]);
  expect([moved.errors, puts(moved.calls)]).toEqual([[], [`PUT ${path}/12001`]]);
  expect(one.entry("one").outputs).toMatchObject({ status: "scheduled", scheduledBy: latest });
});

it("a list that lacks it for once says done, and the next refresh corrects that", async ({ emulator, one }) => {
  await one.up([declare()]);
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: "[]" } });
  await one.refresh();
  expect(one.entry("one").outputs["status"]).toBe("done");
  emulator.clearFaults();
  await one.refresh();
  expect(one.entry("one").outputs["status"]).toBe("scheduled");
});

it("one whose date the service does not show is moved, and no date is named", async ({ emulator, one }) => {
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { merge: { scheduled_by: null } } });
  const made = await one.up([declare()]);
  expect([made.errors, puts(made.calls)]).toEqual([[], [`PUT ${path}/12001`]]);
  expectSaid(made, `moves maintenance 12001 of instance 1001 (Operating system upgrade, 10 minutes) to ${later}`);
});

it("it goes from state with its instance", async ({ emulator, one }) => {
  await one.up([declare()]);
  emulator.patch({ op: "delete", in: "instances", id: emulator.instances[0]!.id });
  expect(await one.refresh()).toMatchObject({ changes: ["gone one"], errors: [] });
});

it.each([
  [{ scheduledBy: "2029-12-31T00:00:00Z" }, "scheduledBy: is in the past (2029-12-31T00:00:00Z): choose a later time"],
  [{ scheduledBy: "2030-02-01T00:00:00Z" }, " only until 2030-01-31 00:00:00 +0000: choose an earlier time"],
  [
    { maintenance: "12002" },
    "has no maintenance with the id 12002. Choose the id of one of the maintenances of this instance: 12001 (scheduled, 2030-01-08 00:00:00",
  ],
])("%j is refused at preview", async ({ emulator, host }, inputs, reason) => {
  const one = host();
  const news = { ...declare(inputs).inputs, __provider: "", __urn: "urn:pulumi:t::t::x::one" };
  const { failures } = await one.handler("maintenanceDate").check({}, news);
  expect(failures.map(({ property, reason }) => `${property}: ${reason}`)).toEqual([expect.stringContaining(reason)]);
  expect(emulator.writes()).toEqual([]);
});

test("a change to a date that it cannot have is refused at preview, unless the service shows it there already", () =>
  withHandlers(async ({ emulator, one }) => {
    await one.up([declare()]);
    for (const [scheduledBy, reason] of [
      ["2029-12-31T00:00:00Z", "is in the past"],
      ["2030-02-01T00:00:00Z", " only until 2030-01-31 00:00:00 +0000: choose an earlier time"],
    ]) {
      const refused = await one.up([declare({ scheduledBy })]);
      expect(refused).toMatchObject({ changes: [], errors: [expect.stringContaining(reason!)] });
      expect(puts(refused.calls)).toEqual([]);
    }
    // A run that was killed has moved it, and its date has passed since.
    const passed = "2029-12-31T00:00:00Z";
    emulator.patch({ op: "set", in: "maintenances", id: 12_001, fields: { scheduled_by: Date.parse(passed) } });
    const moved = await one.up([declare({ scheduledBy: passed })]);
    expect([moved.changes, moved.errors, puts(moved.calls)]).toEqual([["update one"], [], []]);
    expectSaid(moved, `maintenance 12001 of instance 1001 is planned for ${passed} already: nothing is moved`);
    expect(await one.up([declare({ scheduledBy: passed })])).toMatchObject({ changes: [], requests: 0 });
  }));

it("without any planned maintenance, and while it runs, there is nothing to move", async ({ emulator, stack }) => {
  await emulator.call("POST", `${path}/12001/run`);
  const id = emulator.instances[0]?.id;
  expect((await stack().up([declare()])).errors).toEqual([
    `maintenance: every maintenance of instance ${id} has already begun: 12001 (running, 2030-01-08 00:00:00 +0000). Remove this resource from the program. When the service has planned another maintenance, add the resource again`,
  ]);
  const running = await stack().up([declare({ maintenance: "12001" })]);
  expect(running.errors).toEqual([
    `scheduledBy: cannot move maintenance 12001 of instance ${id}, because this maintenance has the status running: wait for the next maintenance`,
  ]);
  carryOut(emulator);
  expect((await stack().up([declare()])).errors).toEqual([
    `maintenance: instance ${id} has no planned maintenance: remove this resource from the program. When the service has planned a maintenance, add the resource again`,
  ]);
});

it("two of one maintenance are refused where one of them says next", async ({ emulator, stack }) => {
  const id = emulator.instances[0]?.id;
  expect((await stack().up([declare({ maintenance: "12001" }), declare({}, "second")])).errors).toEqual([
    `MaintenanceDate "second": the resource "one" also declares maintenance 12001 of instance ${id}: only one of the two resources may declare this`,
  ]);
});

test("a planned maintenance is imported as it is, also as the next; one that is not planned is not", () =>
  withHandlers(async ({ emulator, stack }) => {
    const id = `${emulator.instances[0]?.id}/maintenance/12001`;
    const asThere = { scheduledBy: "2030-01-08T00:00:00Z" };
    for (const maintenance of ["next", "12001"]) {
      const taken = await stack().up([{ ...declare({ maintenance, ...asThere }), import: id }]);
      expect([taken.errors, puts(taken.calls)]).toEqual([[], []]);
    }
    expectError(await stack().up([{ ...declare(), import: id }]), expect.stringContaining("write the value of"));
    const none = await stack().up([{ ...declare(), import: id.replace("12001", "12002") }]);
    expect(none.errors).toEqual([expect.stringContaining("there is no MaintenanceDate with the id")]);
  }));

it("out of reach at preview, the list is a warning; at up it is an error", async ({ emulator, stack }) => {
  emulator.fault({ match: { method: "GET", path }, times: "always", fault: { status: 503 } });
  const failed = await stack().up([declare()]);
  expect(lastingLines(failed)).toEqual([expect.stringContaining("cannot read the list of planned maintenance")]);
  expectError(failed, /^MaintenanceDate "one": GET .* 503/);
  expect(emulator.requests().filter(({ method }) => method === "PUT")).toEqual([]);
});

test("a create cut off at any of its requests: the run again moves that maintenance, once", () =>
  playCuts([...kills, ...resets], (cutOff) =>
    withHandlers(async ({ emulator, one }) => {
      const program = [declare()];
      const { requests } = await cutRun(emulator, cutOff, (options) => one.up(program, options));
      expect((await one.up(program)).errors).toEqual([]);
      expect(planned(emulator)).toEqual({ 12001: "2030-01-20T22:30:00.000Z" });
      expect(one.state).toMatchObject([{ id: "1001/maintenance/12001" }]);
      await expectNothingToDo(one, program);
      return requests;
    }),
  ));

test("a move without a usable answer keeps which maintenance was next, and the next run ends it", () =>
  withHandlers(async ({ emulator, one }) => {
    const second = plan(emulator, 15);
    emulator.fault({ match: { method: "PUT", path: `${path}/*` }, times: "always", fault: { reset: "after" } });
    expect((await one.up([declare()])).errors).toHaveLength(1);
    expect(one.entry("one").outputs["maintenanceId"]).toBe("12001");
    emulator.clearFaults();
    expect(await one.up([declare()])).toMatchObject({ changes: ["update one"], errors: [] });
    expect(planned(emulator)).toEqual({ 12001: "2030-01-20T22:30:00.000Z", [second]: "2030-01-15T00:00:00.000Z" });
    expect(await one.up([declare()])).toMatchObject({ changes: [], requests: 0 });
  }));
