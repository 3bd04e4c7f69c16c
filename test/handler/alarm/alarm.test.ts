import { expectError, expectNoErrors } from "../../helpers/outcomes";
import { it, level, types, withScene } from "./scene";

test("the type, like the instance, replaces: a new id, and the old one gone", () =>
  withScene(async ({ one, declared, alarms, emulator }) => {
    expectNoErrors(await one.up([declared("a", { type: "queue", ...level, queueRegex: "^q", messageType: "ready" })]));
    const old = one.entry("a").id;
    const changed = expectNoErrors(await one.up([declared("a", { type: "consumer", ...level, queueRegex: "^q" })]));
    expect(changed.changes).toEqual(["replace a", "delete a"]);
    expect(one.entry("a").id).not.toBe(old);
    expect(alarms("queue")).toEqual([]);
    expect(one.entry("a").outputs).not.toHaveProperty("messageType");
    const other = `${emulator.instances[1]?.id}`;
    expectNoErrors(await one.up([declared("a", { type: "consumer", ...level, queueRegex: "^q", instance: other })]));
    expect(one.entry("a").id).toMatch(new RegExp(`^${other}/alarms/\\d+$`));
    expect(alarms("consumer")).toEqual([]);
  }));

it("recipients are a set, and a reminder of 0 is none", async ({ one, declared, emulator, instance, writes }) => {
  const fields = { instance_id: Number(instance), name: "second" };
  const [second = 0] = emulator.patch({ op: "add", in: "recipients", fields });
  const queue = { type: "queue", ...level, reminderInterval: 0 };
  expectNoErrors(await one.up([declared("a", { ...queue, recipients: [4001, second] })]));
  writes();
  const again = expectNoErrors(await one.up([declared("a", { ...queue, recipients: [second, 4001, 4001] })]));
  expect([again.changes, again.requests]).toEqual([[], 0]);
  expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  expectNoErrors(await one.up([declared("a", { ...queue, recipients: [second] })]));
  expect(writes()).toEqual([["PUT", expect.any(String), expect.objectContaining({ recipients: [second] })]]);
});

test("a field that the service keeps in a PUT is named, and what it holds is what state then has", () =>
  withScene(async ({ one, declared, emulator }) => {
    const queue = { type: "queue", ...level, messageType: "ready" };
    expectNoErrors(await one.up([declared("a", queue)]));
    const merge = { reminder_interval: null, message_type: "ready" };
    emulator.fault({ match: { method: "PUT", path: "/instance/api/alarms/*" }, fault: { merge } });
    const changed = [declared("a", { ...queue, messageType: "total", valueThreshold: 7, reminderInterval: 60 })];
    expect((await one.up(changed)).errors).toEqual([
      expect.stringContaining(
        `the service accepted the request to change alarm ${one.entry("a").id}, but did not change messageType, reminderInterval`,
      ),
    ]);
    expect(one.entry("a").outputs).toMatchObject({ messageType: "ready", valueThreshold: 7 });
    expect(one.entry("a").outputs).not.toHaveProperty("reminderInterval");
    expect(expectNoErrors(await one.up(changed)).changes).toEqual(["update a"]);
    expect(one.entry("a").outputs).toMatchObject({ messageType: "total", valueThreshold: 7, reminderInterval: 60 });
  }));

test("a value that the service shows where the type has no such field, and recipients that it omits, are no difference", () =>
  withScene(async ({ one, declared, emulator, alarms }) => {
    const foreign = { time_threshold: 600, value_threshold: 5, value_calculation: "fixed", message_type: "total" };
    const showAll = { merge: { ...foreign, recipients: undefined } };
    // The answer to the POST is lost, and the list then shows what was made.
    emulator.fault({ match: { method: "POST", path: "/instance/api/alarms" }, fault: { reset: "after" } });
    emulator.fault({ match: { path: "/instance/api/alarms*" }, times: "always", fault: showAll });
    expectNoErrors(await one.up([declared("a", { type: "server_unreachable" })]));
    expect(alarms("server_unreachable")).toHaveLength(1);
    const changed = [declared("a", { type: "server_unreachable", recipients: [4001], reminderInterval: 60 })];
    expect(expectNoErrors(await one.up(changed)).changes).toEqual(["update a"]);
    expect(alarms("server_unreachable")).toMatchObject([{ recipients: [4001], reminder_interval: 60 }]);
    expect(expectNoErrors(await one.refresh()).changes).toEqual([]);
  }));

test("an alarm that differs in an expression alone is not taken for one whose request got lost", () =>
  withScene(async ({ one, declared, emulator, instance, alarms }) => {
    const match = { method: "POST", path: "/instance/api/alarms" };
    // The first request is lost, and the second one acts at once and is answered when the list has been searched.
    emulator.fault({ match, fault: { reset: "before" } });
    emulator.fault({ match, skip: 1, fault: { holdMs: 20_000 } });
    const queue = { type: "queue", ...level };
    expectNoErrors(await one.up([declared("plain", queue), declared("own", { ...queue, queueRegex: "^q" })]));
    const own = alarms("queue").find(({ queue_regex }) => queue_regex === "^q");
    expect(one.entry("own").id).toBe(`${instance}/alarms/${own?.id}`);
    expect(alarms("queue")).toHaveLength(2);
  }));

describe("on a shared plan", () => {
  const shared = types.filter(({ type }) => ["cpu", "memory", "disk", "netsplit", "server_unreachable"].includes(type));
  test.each(shared)("a $type alarm is refused at preview where the class knows the plan", ({ type, least }) =>
    withScene(async ({ one, declared, emulator }) => {
      const refused = await one.up([declared("a", { type, ...least, __facts: { plan: "clustered-shared-2" } })]);
      expectError(
        refused,
        `type: an alarm of the type ${type} needs a dedicated plan, but the plan clustered-shared-2 is shared: remove the alarm, or choose a dedicated plan`,
      );
      expect(emulator.calls()).toEqual(["GET /customer/api/plans"]);
    }),
  );

  test.each(shared)("where it does not, the service's refusal of a $type alarm names it", ({ type, least }) =>
    withScene(async ({ one, declared, emulator, instance }) => {
      const fields = { plan: "clustered-shared-2", shared: true };
      emulator.patch({ op: "set", in: "instances", id: 1001, fields });
      expect(instance).toBe("1001");
      const refused = await one.up([declared("a", { type, ...least })]);
      expect(refused.errors).toEqual([
        `Alarm "a": an alarm of the type ${type} needs a dedicated plan, but the plan clustered-shared-2 is shared: remove the alarm, or choose a dedicated plan`,
      ]);
      expect(one.state).toEqual([]);
    }),
  );

  test("what the class knows is not kept, and is asked about only of a new alarm", () =>
    withScene(async ({ one, declared, emulator }) => {
      const cpu = (plan: string) => [declared("a", { type: "cpu", ...level, __facts: { plan } })];
      expectNoErrors(await one.up(cpu("clustered-medium-3")));
      expect(emulator.calls()).toContain("GET /customer/api/plans");
      expect(one.entry("a").outputs).not.toHaveProperty("__facts");
      expect(one.entry("a").inputs).not.toHaveProperty("__facts");
      expect(expectNoErrors(await one.up(cpu("clustered-shared-2"))).requests).toBe(0);
    }));
});
