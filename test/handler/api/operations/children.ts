import { type NamesOf, type Rows, seededInstance } from "./row";

type Group =
  | "recipients"
  | "alarms"
  | "eventBridges"
  | "webhooks"
  | "logs"
  | "metrics"
  | "plugins"
  | "communityPlugins";

const instance_id = seededInstance;

const recipient = { type: "email", value: "ops@example.com", name: "ops" };
const withRecipient: Rows["recipients.get"]["before"] = [
  {
    op: "add",
    in: "recipients",
    fields: { id: 4900, instance_id, type: "email", value: "ops@example.com", name: "ops" },
  },
];

const queueAlarm = { type: "queue", value_threshold: 10, time_threshold: 60, recipients: [4001] };
const shownAlarm = {
  id: "3900",
  type: "queue",
  enabled: true,
  value_threshold: 10,
  time_threshold: 60,
  queue_regex: null,
  vhost_regex: null,
  message_type: "total",
  recipients: [4001],
  reminder_interval: null,
};
const withAlarm: Rows["alarms.get"]["before"] = [
  {
    op: "add",
    in: "alarms",
    fields: {
      id: 3900,
      instance_id,
      type: "queue",
      value_threshold: 10,
      time_threshold: 60,
      recipients: [4001],
      message_type: "total",
    },
  },
];

const bridge = {
  vhost: "/",
  queue: "orders",
  cloud_region: "region-1",
  cloud_account_id: "000012345678",
  with_headers: true,
};
const shownBridge = {
  ...bridge,
  id: "8900",
  status: null,
  account_id: "emulated-account",
  prefetch: 1000,
  exclusive_consumer: false,
};
const withBridge: Rows["eventBridges.get"]["before"] = [
  { op: "add", in: "eventBridges", fields: { id: 8900, instance_id, ...bridge } },
];

const webhook = { webhook_uri: "https://example.com/hook", vhost: "/", queue: "orders", concurrency: 2 };
const shownWebhook = { ...webhook, id: "90", last_status: null };
const withWebhook: Rows["webhooks.get"]["before"] = [
  { op: "add", in: "webhooks", fields: { id: 90, instance_id, ...webhook } },
];

const withLog: Rows["logs.list"]["before"] = [
  { op: "add", in: "logs", fields: { id: 6900, instance_id, type: "log_vendor_e", config: { token: "token-one" } } },
];
const shownIntegration = { error: null, account_id: "emulated-account" };
const withMetrics: Rows["metrics.list"]["before"] = [
  {
    op: "add",
    in: "metrics",
    fields: { id: 7900, instance_id, type: "metric_vendor_c_v3", config: { api_key: "api-key-one" } },
  },
];
const options = { tags: "", queue_regex: "", vhost_regex: "", include_ad_queues: false };

const plugin = (name: string, community: boolean, enabled: boolean): Rows["plugins.list"]["before"] => [
  {
    op: "add",
    in: "plugins",
    fields: { id: 10_900, instance_id, name, enabled, description: "A plugin", require: community ? "3.0.0" : null },
  },
];

/** The operations on what stands on an instance, one by one. */
export const childRows: Rows<NamesOf<Group>> = {
  "recipients.create": { args: [recipient], answer: { ...recipient, id: "4003", options: {}, last_status: null } },
  "recipients.list": {
    before: withRecipient,
    answer: [
      { id: "4001", type: "email", value: "team@example.com", name: "Default", options: null, last_status: null },
      { id: "4900", ...recipient, options: null, last_status: null },
    ],
  },
  "recipients.get": {
    args: ["4900"],
    before: withRecipient,
    answer: { id: "4900", ...recipient, options: null, last_status: null },
  },
  "recipients.update": {
    args: ["4900", { type: "email", value: "new@example.com" }],
    before: withRecipient,
    answer: { ...recipient, id: "4900", value: "new@example.com", options: null, last_status: null },
  },
  "recipients.delete": { args: ["4900"], before: withRecipient },
  "alarms.create": { args: [queueAlarm], answer: { ...shownAlarm, id: "3009" } },
  "alarms.list": {
    before: withAlarm,
    answer: expect.arrayContaining([shownAlarm, expect.objectContaining({ type: "cpu", value_threshold: 90 })]),
  },
  "alarms.get": { args: ["3900"], before: withAlarm, answer: shownAlarm },
  "alarms.update": {
    args: ["3900", { type: "queue", value_threshold: 20 }],
    before: withAlarm,
    answer: { ...shownAlarm, value_threshold: 20 },
  },
  "alarms.delete": { args: ["3900"], before: withAlarm },
  "eventBridges.list": { before: withBridge, answer: [shownBridge] },
  "eventBridges.get": { args: ["8900"], before: withBridge, answer: shownBridge },
  "eventBridges.create": { args: [bridge], answer: { id: "8001" } },
  "eventBridges.delete": { args: ["8900"], before: withBridge },
  "webhooks.list": { before: withWebhook, answer: [shownWebhook] },
  "webhooks.get": { args: ["90"], before: withWebhook, answer: shownWebhook },
  "webhooks.create": { args: [webhook], answer: { id: "21" } },
  "webhooks.update": { args: ["90", { ...webhook, concurrency: 3 }], before: withWebhook },
  "webhooks.delete": { args: ["90"], before: withWebhook },
  "logs.list": {
    before: withLog,
    answer: [{ ...shownIntegration, id: "6900", type: "log_vendor_e", config: { token: "token-one" } }],
  },
  "logs.create": { args: ["log_vendor_e", { token: "token-two" }], answer: { id: "6001" } },
  "logs.update": { args: ["6900", { token: "token-three" }], before: withLog },
  "logs.delete": { args: ["6900"], before: withLog },
  "metrics.list": {
    before: withMetrics,
    answer: [
      {
        ...shownIntegration,
        id: "7900",
        type: "metric_vendor_c_v3",
        config: expect.objectContaining({ api_key: "api-key-one" }),
      },
    ],
  },
  "metrics.create": { args: ["metric_vendor_c_v3", { api_key: "api-key-one", ...options }], answer: { id: "7001" } },
  "metrics.update": { args: ["7900", { api_key: "api-key-two" }], before: withMetrics },
  "metrics.delete": { args: ["7900"], before: withMetrics },
  "plugins.list": {
    before: plugin("broker_x", false, true),
    answer: expect.arrayContaining([
      { name: "broker_x", version: "3.12.13", description: "A plugin", enabled: true, required: false },
    ]),
  },
  "plugins.enable": {
    args: ["broker_x", { async: true }],
    params: [],
    body: { plugin_name: "broker_x" },
    query: "async=true",
    isRepeatable: true,
    before: plugin("broker_x", false, false),
  },
  "plugins.disable": {
    args: ["broker_x", { async: true }],
    query: "async=true",
    before: plugin("broker_x", false, true),
  },
  "communityPlugins.list": {
    before: plugin("broker_y", true, false),
    answer: expect.arrayContaining([{ name: "broker_y", description: "A plugin", require: "3.0.0" }]),
  },
  "communityPlugins.enable": {
    args: ["broker_y"],
    params: [],
    body: { plugin_name: "broker_y" },
    isRepeatable: true,
    before: plugin("broker_y", true, false),
  },
  "communityPlugins.disable": { args: ["broker_y"], before: plugin("broker_y", true, true) },
};
