import type { QueueAlarmArgs } from "pulumi-broker";
import type { State } from "../../provider/emulator";
import { row } from "./kind";
import { firstInstance, type ModelKind, modelOf, on, recordOf, type Things } from "./things";

/** The alarms that the emulator's seed gives to the first instance. */
const seededRecipient = 4001;

const isOf = (type: string) => (record: object) => (record as State["alarms"][number]).type === type;

const things: Things = {
  type: "alarm",
  collection: "alarms",
  path: "/instance/api/alarms",
  getById: true,
  marked: false,
  inputs: (emulator) => ({
    instance: firstInstance(emulator),
    type: "queue",
    valueThreshold: 100,
    timeThreshold: 60,
    messageType: "ready",
  }),
  change: { valueThreshold: 200 },
  edit: { value_threshold: 1 },
  counts: isOf("queue"),
};

/** The cpu alarm that each instance has from the beginning: nobody makes one. */
const { make, ...cpuAlarm } = modelOf("defaultAlarm", { ...things, counts: isOf("cpu") });
const defaultAlarm: ModelKind = {
  ...cpuAlarm,
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    type: "cpu",
    valueThreshold: variant.changed ? 70 : 80,
    timeThreshold: 300,
    adoptDefault: true,
  }),
  wants: ({ adoptDefault, ...given }, id) => cpuAlarm.wants(given, id),
  mayTake: ({ instance }, { content }) => content.instance_id === Number(instance),
};

/** The body of a PUT, which names every field. */
const put = (number: number, body: object) => [
  { method: "PUT", path: `/instance/api/alarms/${number}`, body: { type: "queue", time_threshold: 60, ...body } },
];

export const alarm = row<QueueAlarmArgs>({
  kind: "Alarm",
  id: "123/alarms/7",
  operations: ["alarms.create", "alarms.list", "alarms.get", "alarms.update", "alarms.delete"],
  functions: { "alarms.list": ["getAlarms"], "alarms.get": ["getAlarm"] },
  things,
  modelled: [modelOf("alarm", things), defaultAlarm],
  // biome-ignore format: one row for each input
  refused: [
    [{ type: "cpus" }, "type: must be one of the values cpu, memory, disk, queue,"],
    [{ type: undefined }, "type: must be one of the values cpu,"],
    [{ enabled: "yes" }, "enabled: must be a boolean, but the given value is a string"],
    [{ recipients: "4001" }, "recipients: must be an array, but the given value is a string"],
    [{ recipients: [4001, "x"] }, "recipients: recipients[1]: must be the id of a recipient on the same instance"],
    [{ recipients: [0] }, "recipients: recipients[0]: must be the id of a recipient on the same instance"],
    [{ reminderInterval: -1 }, "reminderInterval: must be 0 or more"],
    [{ reminderInterval: 1.5 }, "reminderInterval: must be a whole number"],
    [{ valueThreshold: -1 }, "valueThreshold: must be 0 or more"],
    [{ valueThreshold: "90" }, "valueThreshold: must be a number, but the given value is a string"],
    [{ valueThreshold: Number.POSITIVE_INFINITY }, "valueThreshold: must be a number, but the given value is Infinity"],
    [{ timeThreshold: 0.5 }, "timeThreshold: must be a whole number"],
    [{ queueRegex: "" }, "queueRegex: must not be empty"],
    [{ vhostRegex: 7 }, "vhostRegex: must be a string, but the given value is a number"],
    [{ messageType: "all" }, "messageType: must be one of the values total, unacked, ready"],
    [{ instance: "x/1" }, "instance: must be the id of an instance"],
    [{ adoptDefault: true }, "adoptDefault: cannot be given for an alarm of the type queue: such an alarm takes valueThreshold, timeThreshold, queueRegex, vhostRegex, messageType"],
  ],
  args: ({ instance }) => ({
    instance,
    type: "queue",
    enabled: false,
    valueThreshold: 100,
    timeThreshold: 60,
    queueRegex: "^orders",
    messageType: "ready",
    reminderInterval: 300,
  }),
  outputs: () => ({ recipients: [] }),
  held: ({ number }, outputs) => ({ id: number, value_calculation: null, vhost_regex: null, ...recordOf(outputs) }),
  inPlace: {
    // An argument that is removed goes back to its default.
    args: () => ({
      enabled: undefined,
      valueThreshold: 200,
      queueRegex: undefined,
      vhostRegex: "^main$",
      messageType: undefined,
      reminderInterval: undefined,
      recipients: [seededRecipient],
    }),
    requests: ({ number }) =>
      put(number, {
        enabled: true,
        recipients: [seededRecipient],
        value_threshold: 200,
        queue_regex: "",
        vhost_regex: "^main$",
        message_type: "total",
        reminder_interval: null,
      }),
    outputs: () => ({ enabled: true, messageType: "total" }),
    held: () => ({ queue_regex: "", reminder_interval: null }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "alarms", id: number, fields: things.edit }),
    property: "valueThreshold",
    repair: ({ number }) =>
      put(number, {
        enabled: false,
        recipients: [],
        value_threshold: 100,
        queue_regex: "^orders",
        message_type: "ready",
        reminder_interval: 300,
      }),
  },
  missingId: ({ instance }) => `${instance}/alarms/999999`,
});
