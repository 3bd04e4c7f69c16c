import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it orders what is made, changed and deleted by what depends on what.
 * Alarms with the recipients of the same program, on the real engine: one stack, each test one step.
 */

sharedStack("alarms", { speed: 300 });

/** A recipient, an alarm that tells it and the default one, and the default cpu alarm. */
function program({ withOps }: { withOps: boolean }) {
  return async () => {
    const instance = new broker.Instance("shop", { plan: "clustered-medium-1", region: "provider-a::region-1" });
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

test("recipients made in the same run are told, defaults are taken over, and none is doubled", async () => {
  stack.program = program({ withOps: true });
  await stack.up();
  const { alarms, recipients } = held();
  expect(Object.keys(recipients).sort()).toEqual(["Default", "ops"]);
  expect(alarms("queue")).toEqual([
    expect.objectContaining({ recipients: [recipients["Default"], recipients["ops"]], message_type: "total" }),
  ]);
  expect(alarms("cpu")).toEqual([expect.objectContaining({ recipients: [recipients["ops"]], value_threshold: 70 })]);
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
