import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { emulator, emulatorForAll, instance, settled } from "./scene";

emulatorForAll(() => {
  emulator.patch(
    { op: "add", in: "recipients", fields: { instance_id: instance, name: "Default", options: { level: 1 } } },
    { op: "add", in: "alarms", fields: { instance_id: instance, type: "queue", queue_regex: "", vhost_regex: "^v" } },
  );
});

const level = { enabled: true, recipients: [], valueThreshold: 90, timeThreshold: 600 };
const cpu = { id: "1001/alarms/3001", type: "cpu", ...level };
const alarms = [
  cpu,
  { id: "1001/alarms/3002", type: "memory", ...level },
  { id: "1001/alarms/3003", type: "disk", ...level, valueThreshold: 5, valueCalculation: "fixed" },
  { id: "1001/alarms/3004", type: "notice", enabled: true, recipients: [] },
  { id: expect.stringMatching(/^1001\/alarms\/\d+$/), type: "queue", enabled: true, recipients: [], vhostRegex: "^v" },
];

test("getAlarms: all of them, or those of one type; nothing that is none", async () => {
  expect(await broker.getAlarms({ instance })).toEqual(alarms);
  expect(await broker.getAlarms({ instance: "1001", type: "cpu" })).toEqual([cpu]);
  const output = broker.getAlarmsOutput({ instance: pulumi.output("1001"), type: pulumi.output("cpu") });
  expect(await settled(output)).toEqual({ value: [cpu], secret: false });
});

test("getAlarm: by its number or its Pulumi id", async () => {
  expect(await broker.getAlarm({ instance, id: 3001 })).toEqual(cpu);
  expect(await broker.getAlarm({ instance, id: "1001/alarms/3001" })).toEqual(cpu);
  const output = broker.getAlarmOutput({ instance, id: pulumi.output("3001") });
  expect(await settled(output)).toEqual({ value: cpu, secret: false });
});

test.each<[string | number, string]>([
  [999999, "getAlarm: instance 1001 has no alarm 999999"],
  ["1002/alarms/3001", '"1002/alarms/3001" is on another instance than 1001'],
  ["1001/recipients/4001", '"1001/recipients/4001" is not the id of any Alarm: expected <instance>/alarms/<number>'],
  ["../instances", '"../instances" is not the id of any Alarm'],
])("getAlarm of %p: one line", async (id, message) => {
  await expect(broker.getAlarm({ instance, id })).rejects.toThrow(message);
});

const recipient = { id: "1001/recipients/4001", type: "email", value: "team@example.com", name: "Default" };

test("getRecipients: all of them, secret as an output", async () => {
  const all = [recipient, { ...recipient, id: expect.any(String), options: { level: 1 } }];
  expect(await broker.getRecipients({ instance })).toEqual(all);
  expect(await settled(broker.getRecipientsOutput({ instance }))).toEqual({ value: all, secret: true });
});

test("getRecipient: by id or by a name that one has, secret as an output", async () => {
  expect(await broker.getRecipient({ instance, id: 4001 })).toEqual(recipient);
  const other = { ...recipient, id: "1002/recipients/4002" };
  expect(await broker.getRecipient({ instance: 1002, name: "Default" })).toEqual(other);
  const output = broker.getRecipientOutput({ instance, id: pulumi.output("1001/recipients/4001") });
  expect(await settled(output)).toEqual({ value: recipient, secret: true });
});

// A program in JavaScript can give what the compiler refuses.
test.each<[object, string]>([
  [{ instance }, "getRecipient: give either id or name"],
  [{ instance, id: 1, name: "x" }, "getRecipient: give either id or name"],
  [{ instance, id: 1 }, "getRecipient: instance 1001 has no recipient with the id 1"],
  [{ instance, name: "x" }, 'getRecipient: instance 1001 has no recipient with the name "x"'],
  [{ instance, name: "Default" }, 'getRecipient: several recipients have the name "Default": 4001,'],
])("getRecipient of %j: one line", async (args, message) => {
  await expect(broker.getRecipient(args as broker.GetRecipientArgs)).rejects.toThrow(message);
});
