import { Alarm, type AlarmArgs, Instance, Recipient } from "pulumi-broker";

/** Compiled by a test, never run: each line marked `error` must not compile, for the reason beside it, and no other. */
declare const recipients: import("@pulumi/pulumi").Output<number[]>;
const broker = Instance.get("broker", "123");
const ops = new Recipient("ops", { instance: broker, type: "email", value: "ops@example.com", adoptDefault: true });
const level = { instance: 123, valueThreshold: 90, timeThreshold: 600 };

new Alarm("cpu", { ...level, type: "cpu", enabled: false, adoptDefault: true, recipients: [ops, ops.id, 17, "17"] });
new Alarm("memory", { ...level, type: "memory", recipients });
new Alarm("disk", { ...level, type: "disk", valueCalculation: "percentage", reminderInterval: 60 });
new Alarm("queue", { ...level, type: "queue", queueRegex: "^q", vhostRegex: "^v", messageType: "unacked" });
new Alarm("connection", { ...level, type: "connection" });
new Alarm("flow", { instance: broker, type: "flow", timeThreshold: 60 });
new Alarm("consumer", { ...level, type: "consumer", queueRegex: "^q", vhostRegex: "^v" });
new Alarm("channel", { ...level, type: "channel" });
new Alarm("netsplit", { instance: "123", type: "netsplit", timeThreshold: 60 });
new Alarm("unreachable", { instance: 123, type: "server_unreachable" });
new Alarm("notice", { instance: 123, type: "notice", adoptDefault: true });

// What a type does not take.
new Alarm("x", { ...level, type: "cpu", queueRegex: "^q" }); // error 2353: 'queueRegex' does not exist in type 'CpuAlarmArgs'
new Alarm("x", { ...level, type: "memory", valueCalculation: "fixed" }); // error 2353: 'valueCalculation' does not exist in type 'MemoryAlarmArgs'
new Alarm("x", { ...level, type: "disk", messageType: "ready" }); // error 2353: 'messageType' does not exist in type 'DiskAlarmArgs'
new Alarm("x", { ...level, type: "queue", adoptDefault: true }); // error 2353: 'adoptDefault' does not exist in type 'QueueAlarmArgs'
new Alarm("x", { ...level, type: "connection", vhostRegex: "^v" }); // error 2353: 'vhostRegex' does not exist in type 'ConnectionAlarmArgs'
new Alarm("x", { instance: 123, type: "flow", timeThreshold: 60, valueThreshold: 1 }); // error 2353: 'valueThreshold' does not exist in type 'FlowAlarmArgs'
new Alarm("x", { ...level, type: "consumer", messageType: "ready" }); // error 2353: 'messageType' does not exist in type 'ConsumerAlarmArgs'
new Alarm("x", { ...level, type: "channel", queueRegex: "^q" }); // error 2353: 'queueRegex' does not exist in type 'ChannelAlarmArgs'
new Alarm("x", { instance: 123, type: "netsplit", timeThreshold: 60, valueThreshold: 1 }); // error 2353: 'valueThreshold' does not exist in type 'NetsplitAlarmArgs'
new Alarm("x", { instance: 123, type: "server_unreachable", timeThreshold: 60 }); // error 2353: 'timeThreshold' does not exist in type 'ServerUnreachableAlarmArgs'
new Alarm("x", { instance: 123, type: "notice", timeThreshold: 60 }); // error 2353: 'timeThreshold' does not exist in type 'NoticeAlarmArgs'

// What a type needs.
new Alarm("x", { instance: 123, type: "cpu", valueThreshold: 90 }); // error 2345: 'timeThreshold' is missing
new Alarm("x", { instance: 123, type: "queue", timeThreshold: 60 }); // error 2345: 'valueThreshold' is missing
new Alarm("x", { instance: 123, type: "flow" }); // error 2345: 'timeThreshold' is missing
new Alarm("x", { type: "notice" }); // error 2345: 'instance' is missing

// What is none.
new Alarm("x", { ...level, type: "load" }); // error 2322: Type '"load"' is not assignable to type
new Alarm("x", { ...level, type: "disk", valueCalculation: "percent" }); // error 2322: Type '"percent"' is not assignable to type
new Alarm("x", { ...level, type: "queue", messageType: "all" }); // error 2322: Type '"all"' is not assignable to type
new Alarm("x", { ...level, type: "cpu", recipients: [broker] }); // error 2322: Type 'Instance' is not assignable to type
new Recipient("x", { instance: 123, type: "sms", value: "1" }); // error 2322: Type '"sms"' is not assignable to type
new Recipient("x", { instance: 123, type: "email" }); // error 2345: 'value' is missing

/** One of each type, for the test that each argument has a doc comment. */
export type Args = AlarmArgs;
