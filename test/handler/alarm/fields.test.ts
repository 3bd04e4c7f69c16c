import { expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { type Inputs, it, level, types, withScene } from "./scene";

/** A value of each field that only some types take. */
const fields: Inputs = {
  ...level,
  valueCalculation: "percentage",
  queueRegex: "^q",
  vhostRegex: "^v",
  messageType: "ready",
};

test("the table has every type of the specification", () => {
  expect(types.map(({ type }) => type).sort()).toEqual(
    // biome-ignore format: as the specification lists them
    ["cpu", "memory", "disk", "queue", "connection", "flow", "consumer", "channel", "netsplit", "server_unreachable", "notice"].sort(),
  );
});

describe.each(types)("a $type alarm", ({ type, least, leastSent, more, moreSent }) => {
  const usual = { type, enabled: true, recipients: [] };

  it("is made, changed and reset by exactly the fields of its type", async ({ one, declared, alarms, writes }) => {
    const before = alarms(type).length;
    expectNoErrors(await one.up([declared("a", { type, ...least })]));
    expect(writes()).toEqual([["POST", "/instance/api/alarms", { ...usual, ...leastSent }]]);
    expect(alarms(type)).toHaveLength(before + 1);
    await expectNothingToDo(one, [declared("a", { type, ...least })]);

    const path = `/instance/api/alarms/${one.entry("a").id.split("/").at(-1)}`;
    const all = { type, ...least, ...more, enabled: false, recipients: [4001], reminderInterval: 60 };
    expect(expectNoErrors(await one.up([declared("a", all)])).changes).toEqual(["update a"]);
    const sent = { ...leastSent, ...moreSent, enabled: false, recipients: [4001], reminder_interval: 60 };
    expect(writes()).toEqual([["PUT", path, { type, ...sent }]]);
    expect(alarms(type).at(-1)).toMatchObject(sent);
    await expectNothingToDo(one, [declared("a", all)]);

    expectNoErrors(await one.up([declared("a", { type, ...least })]));
    const none = Object.keys(moreSent).filter((name) => !(name in leastSent));
    const emptied = Object.fromEntries(none.map((name) => [name, ""]));
    expect(writes()).toEqual([["PUT", path, { ...usual, ...leastSent, ...emptied, reminder_interval: null }]]);
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
    expect(one.entry("a").outputs).not.toHaveProperty("reminderInterval");
    expect(expectNoErrors(await one.up([declared("a", { type, ...least })])).changes).toEqual([]);

    expectNoErrors(await one.destroy());
    expect(alarms(type)).toHaveLength(before);
  });

  it("with all it takes is made by one POST of it", async ({ one, declared, writes }) => {
    expectNoErrors(
      await one.up([declared("a", { type, ...least, ...more, recipients: [4001], reminderInterval: 60 })]),
    );
    const body = { ...usual, ...leastSent, ...moreSent, recipients: [4001], reminder_interval: 60 };
    expect(writes()).toEqual([["POST", "/instance/api/alarms", body]]);
  });

  const foreign = Object.keys(fields).filter((name) => !(name in least) && !(name in more));
  test(`with what it does not take (${foreign.join(", ")}) is refused at preview by name, all at once`, () =>
    withScene(async ({ one, declared, emulator }) => {
      const extra = Object.fromEntries(foreign.map((name) => [name, fields[name]]));
      const { errors } = await one.up([declared("a", { type, ...least, ...extra })]);
      const refused = (errors[0] ?? "").split("; ").map((text) => text.split(": such an alarm takes")[0]);
      expect(refused.sort()).toEqual(
        foreign.map((name) => `${name}: cannot be given for an alarm of the type ${type}`).sort(),
      );
      expect(emulator.requests()).toEqual([]);
    }));
});

const needed = types.flatMap(({ type, least }) => Object.keys(least).map((name) => [type, name, least] as const));

test.each(needed)("a %s alarm without %s is refused at preview by name", (type, name, least) =>
  withScene(async ({ one, declared, emulator }) => {
    const up = await one.up([declared("a", { type, ...least, [name]: undefined })]);
    expect(up.errors).toEqual([`${name}: must be given for an alarm of the type ${type}`]);
    expect(emulator.requests()).toEqual([]);
  }),
);

const atMost100 = "valueThreshold: must be at most 100, because this threshold is in percent";

it.each([
  ["cpu", {}, atMost100],
  ["memory", {}, atMost100],
  ["disk", { valueCalculation: "percentage" }, atMost100],
  ["disk", {}, undefined],
  ["queue", {}, undefined],
])("a threshold of 101 of a %s alarm with %p", async ({ one, declared }, type, more, reason) => {
  const { errors } = await one.up([declared("a", { type, valueThreshold: 101, timeThreshold: 60, ...more })]);
  expect(errors).toEqual(reason === undefined ? [] : [reason]);
});
