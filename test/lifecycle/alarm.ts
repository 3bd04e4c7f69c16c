import { Alarm, type QueueAlarmArgs } from "pulumi-broker";
import { row } from "./row";

/** The alarms that the emulator's seed gives to the first instance. */
const seededRecipient = 4001;

export const alarm = row<QueueAlarmArgs>({
  kind: "Alarm",
  resource: Alarm,
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
  outputs: ({ instance }) => ({
    instance,
    type: "queue",
    enabled: false,
    valueThreshold: 100,
    timeThreshold: 60,
    queueRegex: "^orders",
    messageType: "ready",
    reminderInterval: 300,
    recipients: [],
  }),
  // Every instance has alarms of other types.
  records: (state) => state.alarms.filter(({ type }) => type === "queue").map(({ hiddenUntil, ...each }) => each),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    type: "queue",
    enabled: false,
    value_threshold: 100,
    time_threshold: 60,
    value_calculation: null,
    queue_regex: "^orders",
    vhost_regex: null,
    message_type: "ready",
    recipients: [],
    reminder_interval: 300,
  }),
  create: () => "POST /instance/api/alarms",
  refresh: () => ["GET /instance/api/alarms"],
  onInstance: true,
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
    props: ["enabled", "messageType", "queueRegex", "recipients", "reminderInterval", "valueThreshold", "vhostRegex"],
    requests: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/alarms/${number}`,
        body: {
          type: "queue",
          enabled: true,
          recipients: [seededRecipient],
          value_threshold: 200,
          time_threshold: 60,
          queue_regex: "",
          vhost_regex: "^main$",
          message_type: "total",
          reminder_interval: null,
        },
      },
    ],
    outputs: () => ({
      enabled: true,
      valueThreshold: 200,
      queueRegex: undefined,
      vhostRegex: "^main$",
      messageType: "total",
      reminderInterval: undefined,
      recipients: [seededRecipient],
    }),
    held: () => ({
      enabled: true,
      value_threshold: 200,
      queue_regex: "",
      vhost_regex: "^main$",
      message_type: "total",
      reminder_interval: null,
      recipients: [seededRecipient],
    }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "alarms", id: number, fields: { value_threshold: 1 } }),
    property: "valueThreshold",
    repair: ({ number }) => [
      {
        method: "PUT",
        path: `/instance/api/alarms/${number}`,
        body: {
          type: "queue",
          enabled: false,
          recipients: [],
          value_threshold: 100,
          time_threshold: 60,
          queue_regex: "^orders",
          message_type: "ready",
          reminder_interval: 300,
        },
      },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "alarms", id: number }),
  missingId: ({ instance }) => `${instance}/alarms/999999`,
});
