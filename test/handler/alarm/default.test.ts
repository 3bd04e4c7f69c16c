import { expectNoErrors, expectNothingToDo, expectSaid, lastingLines } from "../../helpers/outcomes";
import { type Alarm, it, withScene } from "./scene";

const usual = { value_threshold: 90, time_threshold: 600 };
const changed = { valueThreshold: 70, timeThreshold: 60 };
const sent = { value_threshold: 70, time_threshold: 60 };

/** The alarms that come with an instance: how they are, and how they are declared as something else. */
const defaults = [
  { type: "cpu", usual, changed, sent },
  { type: "memory", usual, changed, sent },
  {
    type: "disk",
    usual: { value_threshold: 5, time_threshold: 600, value_calculation: "fixed" },
    changed: { valueThreshold: 20, timeThreshold: 60, valueCalculation: "percentage" },
    sent: { value_threshold: 20, time_threshold: 60, value_calculation: "percentage" },
  },
  { type: "notice", usual: {}, changed: { reminderInterval: 60 }, sent: { reminder_interval: 60 } },
] as const;

const asDefault = { enabled: true, recipients: [], reminder_interval: null };

describe.each(defaults)("the default $type alarm", ({ type, usual, changed, sent }) => {
  const inputs = { type, ...changed, enabled: false, recipients: [4001], adoptDefault: true };

  test("is taken over and changed, stays one, and is back or left when it is removed", () =>
    withScene(async ({ one, declared, alarms, instance, writes }) => {
      const [found] = alarms(type);
      expect(found).toMatchObject({ ...usual, ...asDefault });
      const id = `${instance}/alarms/${found?.id}`;
      const up = expectNoErrors(await one.up([declared("a", inputs)]));
      expect(one.entry("a").id).toBe(id);
      expect(lastingLines(up)).toEqual([`took over the default ${type} alarm of the instance (alarm ${id})`]);
      expect(writes().map(([method, path]) => [method, path])).toEqual([["PUT", `/instance/api/alarms/${found?.id}`]]);
      const ours = { ...sent, enabled: false, recipients: [4001] };
      expect(alarms(type)).toEqual([expect.objectContaining(ours)]);

      await expectNothingToDo(one, [declared("a", inputs)]);
      expectNoErrors(await one.up([declared("a", { ...inputs, enabled: true })]));
      expect(alarms(type)).toEqual([expect.objectContaining({ ...ours, enabled: true })]);
      writes();

      const destroyed = expectNoErrors(await one.destroy());
      const left = type === "notice" ? { ...ours, enabled: true } : { ...usual, ...asDefault };
      expect(alarms(type)).toEqual([expect.objectContaining({ id: found?.id, ...left })]);
      expect(writes().map(([method]) => method)).toEqual(type === "notice" ? [] : ["PUT"]);
      const values = type === "notice" ? "" : "has its default values again, and ";
      expectSaid(
        destroyed,
        `alarm ${id} ${values}stays until its instance is deleted, because it is the default alarm of the instance`,
      );
    }));

  it("declared as it is, is taken over without a write", async ({ one, declared, alarms, writes }) => {
    const thresholds = type === "notice" ? {} : { valueThreshold: type === "disk" ? 5 : 90, timeThreshold: 600 };
    expectNoErrors(await one.up([declared("a", { type, ...thresholds, adoptDefault: true })]));
    expect(writes()).toEqual([]);
    await expectNothingToDo(one, [declared("a", { type, ...thresholds, adoptDefault: true })]);
    expect(alarms(type)).toHaveLength(1);
  });

  it("without adoptDefault stays beside a second one, and one line says so", async ({ one, declared, alarms }) => {
    const [found] = alarms(type);
    const up = expectNoErrors(await one.up([declared("a", { ...inputs, adoptDefault: undefined })]));
    expect(alarms(type)).toEqual([found, expect.objectContaining(sent)]);
    expect(lastingLines(up)).toEqual([
      expect.stringMatching(
        `^the service makes a ${type} alarm for each .* it sends notifications too\\. .* set adoptDefault: true$`,
      ),
    ]);
    expectNoErrors(await one.destroy());
    expect(alarms(type)).toEqual([found]);
  });

  it("edited outside, when it is nobody's: refresh shows no change", async ({ one, declared, alarms, emulator }) => {
    const program = [declared("a", { ...inputs, adoptDefault: undefined })];
    expectNoErrors(await one.up(program));
    const fields = { enabled: false, recipients: [4001] };
    emulator.patch({ op: "set", in: "alarms", id: alarms(type)[0]!.id, fields });
    await expectNothingToDo(one, program);
    expect(alarms(type)[0]).toMatchObject(fields);
  });
});

const path = "/instance/api/alarms";
const adopting = (more: object = {}) => ({ type: "cpu", ...changed, adoptDefault: true, ...more });

const edited = { value_threshold: 50 };

it.each<[what: string, first: Partial<Alarm>, added: Partial<Alarm>[], taken: number]>([
  ["the lowest id with the default's values, not an edited one before it nor a second one", edited, [usual, usual], 1],
  ["an edited one that is alone of its type", { ...edited, reminder_interval: 30, recipients: [4001] }, [], 0],
  ["none of several edited ones: one is made", edited, [{ value_threshold: 51, time_threshold: 600 }], 2],
  ["none that has more than is declared: one is made", edited, [{ ...sent, reminder_interval: 30 }], 2],
])("what is taken: %s", async ({ one, declared, alarms, emulator, instance }, _what, first, added, taken) => {
  emulator.patch({ op: "set", in: "alarms", id: alarms("cpu")[0]?.id ?? 0, fields: first });
  for (const fields of added)
    emulator.patch({ op: "add", in: "alarms", fields: { instance_id: Number(instance), type: "cpu", ...fields } });
  const before = alarms("cpu");
  expectNoErrors(await one.up([declared("a", adopting())]));
  expect(one.entry("a").id).toBe(`${instance}/alarms/${alarms("cpu")[taken]?.id}`);
  expect(alarms("cpu")).toEqual(before.toSpliced(taken, 1, expect.objectContaining({ ...sent, ...asDefault })));
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
});

test("one that a killed run had taken over and changed is taken again, beside another one of its type", () =>
  withScene(async ({ one, declared, alarms, emulator, instance }) => {
    const [ofService] = alarms("cpu");
    const fields = { instance_id: Number(instance), type: "cpu" as const, value_threshold: 50, time_threshold: 600 };
    emulator.patch({ op: "add", in: "alarms", fields });
    await one.up([declared("a", adopting())], { cut: { request: "PUT", how: "after" } });
    expect(one.state).toEqual([]);
    expect(alarms("cpu").map(({ value_threshold }) => value_threshold)).toEqual([70, 50]);

    expectNoErrors(await one.up([declared("a", adopting())]));
    expect(one.entry("a").id).toBe(`${instance}/alarms/${ofService?.id}`);
    expect(alarms("cpu")).toHaveLength(2);
    expectNoErrors(await one.destroy());
    expect(alarms("cpu").map(({ value_threshold }) => value_threshold)).toEqual([90, 50]);
  }));

it("a list that is wrongly empty makes no second one", async ({ one, declared, alarms, emulator, instance }) => {
  const [ofService] = alarms("cpu");
  emulator.fault({ match: { method: "GET", path: "/instance/api/alarms" }, fault: { list: "gone" } });
  expectNoErrors(await one.up([declared("a", adopting())]));
  expect(one.entry("a").id).toBe(`${instance}/alarms/${ofService?.id}`);
  expect(alarms("cpu")).toEqual([expect.objectContaining(sent)]);
});

test("where there is none, one is made, and has the default's values after it is removed", () =>
  withScene(async ({ one, declared, alarms, emulator }) => {
    emulator.patch({ op: "delete", in: "alarms", id: alarms("cpu")[0]!.id });
    expectNoErrors(await one.up([declared("a", adopting())]));
    expect(alarms("cpu")).toEqual([expect.objectContaining(sent)]);
    expectNoErrors(await one.destroy());
    expect(alarms("cpu")).toEqual([expect.objectContaining({ ...usual, ...asDefault })]);
  }));

test("where there is none, the create ends with the POST: no list that fails afterwards undoes it", () =>
  withScene(async ({ one, declared, alarms, emulator }) => {
    emulator.patch({ op: "delete", in: "alarms", id: alarms("cpu")[0]!.id });
    // The lists that were read before the POST are too old to be believed when the answer comes.
    emulator.fault({ match: { method: "POST", path }, fault: { holdMs: 40_000 } });
    emulator.fault({ match: { method: "GET", path }, skip: 2, times: "always", fault: { status: 403 } });
    const up = expectNoErrors(await one.up([declared("a", adopting())]));
    expect(up.calls.at(-1)).toBe(`POST ${path}`);
    expect(one.entry("a").initErrors).toEqual([]);
  }));

it("instead of another alarm, it is told of once that the default one stays", async ({ one, declared, instance }) => {
  expectNoErrors(await one.up([declared("a", { type: "queue", valueThreshold: 1, timeThreshold: 60 })]));
  const up = expectNoErrors(await one.up([declared("a", { type: "cpu", ...changed, instance })]));
  expect(up.changes).toEqual(["replace a", "delete a"]);
  expect(lastingLines(up)).toEqual([
    expect.stringMatching(
      "^the service makes a cpu alarm for each .* it sends notifications too\\. .* set adoptDefault: true$",
    ),
  ]);
});

test("renamed, or replaced by another type and back: one of each type, in the hands of whoever declares it", () =>
  withScene(async ({ one, declared, alarms, instance }) => {
    const [cpuAlarm] = alarms("cpu");
    expectNoErrors(await one.up([declared("a", adopting())]));
    expectNoErrors(await one.up([declared("renamed", adopting())]));
    expect(one.state.map(({ id }) => id)).toEqual([`${instance}/alarms/${cpuAlarm?.id}`]);
    expect(alarms("cpu")).toEqual([expect.objectContaining(sent)]);
    expectNoErrors(await one.up([declared("renamed", adopting({ type: "memory" }))]));
    expect(alarms("cpu")).toEqual([expect.objectContaining({ ...usual, ...asDefault })]);
    expect(alarms("memory")).toEqual([expect.objectContaining(sent)]);
  }));

test("what another resource of the program has is not taken, be it as the default", () =>
  withScene(async ({ one, declared, alarms, emulator }) => {
    emulator.patch({ op: "delete", in: "alarms", id: alarms("cpu")[0]!.id });
    const mine = declared("mine", { type: "cpu", valueThreshold: 90, timeThreshold: 600 });
    expectNoErrors(await one.up([mine]));
    expectNoErrors(await one.up([mine, declared("a", adopting())]));
    expect(alarms("cpu").map(({ value_threshold }) => value_threshold)).toEqual([90, 70]);
    expect(new Set(one.state.map(({ id }) => id)).size).toBe(2);
  }));

it("declared later with another change, adoptDefault does not say that nothing changes", async ({ declared, one }) => {
  expectNoErrors(await one.up([declared("a", { ...adopting(), adoptDefault: undefined })]));
  const later = expectNoErrors(await one.up([declared("a", adopting({ timeThreshold: 1234 }))]));
  expect(later.calls.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
  expect(lastingLines(later)).toEqual([
    expect.stringMatching(/^changes in place: timeThreshold \d+ → 1234$/),
    "adoptDefault has an effect only when the Alarm is made; what changes is timeThreshold",
  ]);
});

test("declared later, adoptDefault changes nothing and says so; what was made is deleted", () =>
  withScene(async ({ one, declared, alarms }) => {
    expectNoErrors(await one.up([declared("a", { ...adopting(), adoptDefault: undefined })]));
    const later = expectNoErrors(await one.up([declared("a", adopting())]));
    expect(later.requests).toBe(0);
    expect(lastingLines(later)).toEqual(["adoptDefault has an effect only when the Alarm is made: no change"]);
    expectNoErrors(await one.up([declared("a", adopting({ enabled: false }))]));
    expectNoErrors(await one.destroy());
    expect(alarms("cpu")).toEqual([expect.objectContaining({ ...usual, ...asDefault })]);
  }));

it("one that is gone when it is removed is no failure", async ({ one, declared, alarms, emulator }) => {
  expectNoErrors(await one.up([declared("a", adopting())]));
  emulator.patch({ op: "delete", in: "alarms", id: alarms("cpu")[0]!.id });
  expectNoErrors(await one.destroy());
  expect(alarms("cpu")).toEqual([]);
});

const late = /gave up waiting for the create that may have made alarm \d+ after 9s: under way;/;

test.each([
  ["makes is not taken", false, { holdMs: 5_000 }, "5m", [95, 70], []],
  ["makes for too long is not waited for", false, { holdMs: 25_000 }, "10s", [95], [expect.stringMatching(late)]],
  ["cannot have made is taken at once", true, { status: 429 }, "10s", [70], []],
])("what another resource of the program %s as the default", (_, isOlder, fault, create, values, gaveUp) =>
  withScene(async ({ one, declared, alarms, emulator }) => {
    const { id } = alarms("cpu")[0]!;
    const fields = { value_threshold: 95, time_threshold: 300 };
    emulator.patch(isOlder ? { op: "set", in: "alarms", id, fields } : { op: "delete", in: "alarms", id });
    emulator.fault({ match: { method: "POST", path }, times: "always", fault });
    emulator.fault({ match: { method: "GET", path }, skip: 1, fault: { delayMs: 1_000 } });
    const mine = declared("mine", { type: "cpu", valueThreshold: 95, timeThreshold: 300 });
    const { errors } = await one.up([mine, declared("a", adopting(), { timeouts: { create } })]);
    expect(errors.filter((error) => error.startsWith('Alarm "a"'))).toEqual(gaveUp);
    expect(alarms("cpu").map(({ value_threshold }) => value_threshold)).toEqual(values);
  }),
);
