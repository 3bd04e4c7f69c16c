import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it orders what is made, changed and deleted by what depends on what.
 * Alarms with the recipients of the same program, on the real engine: one stack, each test one step.
 */

sharedStack("alarms", { speed: 300 }, () => {
  stack.program = program({});
});

/** A recipient, an alarm that tells it and the default one, and the default cpu alarm. */
function program({ withOps = true, plan = "clustered-medium-1" }) {
  return async () => {
    const instance = new broker.Instance("shop", { plan, region: "provider-a::region-1" });
    const own = new broker.Recipient("own", {
      instance,
      type: "email",
      value: "team@example.com",
      adoptDefault: true,
    });
    const ops = withOps
      ? [new broker.Recipient("ops", { instance, type: "chat_a", value: "https://chat.example.com/canary" })]
      : [];
    new broker.Alarm("queue", {
      instance,
      type: "queue",
      valueThreshold: 100,
      timeThreshold: 60,
      recipients: [own.id, ...ops],
    });
    new broker.Alarm("cpu", {
      instance,
      type: "cpu",
      valueThreshold: 70,
      timeThreshold: 60,
      recipients: ops,
      adoptDefault: true,
    });
    return {};
  };
}

/** The new instance's alarms of a type, and its recipients by name. */
function held() {
  const { instances, alarms, recipients } = emulator.state();
  const id = instances.find(({ name }) => name === "shop")?.id;
  return {
    alarms: (type: string) => alarms.filter((each) => each.instance_id === id && each.type === type),
    recipients: Object.fromEntries(recipients.filter((each) => each.instance_id === id).map((r) => [r.name, r.id])),
  };
}

test("on a shared plan a cpu alarm is refused at preview, before there is an instance", async () => {
  stack.program = program({ plan: "clustered-shared-1" });
  const { stdout } = await stack.preview({ exit: "failure" });
  expect(stdout).toContain("a cpu alarm is only for dedicated plans, and clustered-shared-1 is shared");
  expect(emulator.calls()).not.toContain("POST /customer/api/instances");
});

test("recipients made in the same run are told, defaults are taken over, and none is doubled", async () => {
  stack.program = program({});
  await stack.up();
  const { alarms, recipients } = held();
  expect(Object.keys(recipients).sort()).toEqual(["Default", "ops"]);
  expect(alarms("queue")).toEqual([
    expect.objectContaining({ recipients: [recipients["Default"], recipients["ops"]], message_type: "total" }),
  ]);
  expect(alarms("cpu")).toEqual([expect.objectContaining({ recipients: [recipients["ops"]], value_threshold: 70 })]);
});

test("up again and refresh: no change", async () => {
  expect((await stack.up()).changes).toEqual([]);
  expect((await stack.refresh()).changes).toEqual([]);
});

test("a recipient taken out of the program leaves its alarms before it goes", async () => {
  emulator.clearRequests();
  stack.program = program({ withOps: false });
  const run = await stack.up();
  expect(run.changes.sort()).toEqual(["delete ops", "update cpu", "update queue"]);
  const writes = emulator.writes();
  expect(writes.map(({ method }) => method)).toEqual(["PUT", "PUT", "DELETE"]);
  const { alarms, recipients } = held();
  expect(alarms("queue").map((each) => each.recipients)).toEqual([[recipients["Default"]]]);
  expect(alarms("cpu").map((each) => each.recipients)).toEqual([[]]);
});

test("destroyed with the instance, each takes one request of its own, before the instance's", async () => {
  emulator.clearRequests();
  await stack.destroy();
  const writes = emulator.writes();
  const lines = writes.map(({ method, path }) => `${method} ${path.replace(/\d+$/, "N")}`);
  // The default recipient stays, and the default alarm gets its usual values back.
  expect(lines.slice(0, -1).sort()).toEqual(["DELETE /instance/api/alarms/N", "PUT /instance/api/alarms/N"]);
  expect(lines.at(-1)).toBe("DELETE /customer/api/instances/N");
});
