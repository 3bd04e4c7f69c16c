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
  "recipients.create": {
    call: (_client, { recipients }) => recipients.create(recipient),
    body: recipient,
    answer: { ...recipient, id: "4003", options: {}, last_status: null },
  },
  "recipients.list": {
    call: (_client, { recipients }) => recipients.list(),
    before: withRecipient,
    answer: [
      { id: "4001", type: "email", value: "team@example.com", name: "Default", options: null, last_status: null },
      { id: "4900", ...recipient, options: null, last_status: null },
    ],
  },
  "recipients.get": {
    call: (_client, { recipients }) => recipients.get("4900"),
    params: ["4900"],
    before: withRecipient,
    answer: { id: "4900", ...recipient, options: null, last_status: null },
  },
  "recipients.update": {
    call: (_client, { recipients }) => recipients.update("4900", { type: "email", value: "new@example.com" }),
    params: ["4900"],
    body: { type: "email", value: "new@example.com" },
    before: withRecipient,
    answer: { ...recipient, id: "4900", value: "new@example.com", options: null, last_status: null },
  },
  "recipients.delete": {
    call: (_client, { recipients }) => recipients.delete("4900"),
    params: ["4900"],
    before: withRecipient,
  },
  "alarms.create": {
    call: (_client, { alarms }) => alarms.create(queueAlarm),
    body: queueAlarm,
    answer: { ...shownAlarm, id: "3009" },
  },
  "alarms.list": {
    call: (_client, { alarms }) => alarms.list(),
    before: withAlarm,
    answer: expect.arrayContaining([shownAlarm, expect.objectContaining({ type: "cpu", value_threshold: 90 })]),
  },
  "alarms.get": {
    call: (_client, { alarms }) => alarms.get("3900"),
    params: ["3900"],
    before: withAlarm,
    answer: shownAlarm,
  },
  "alarms.update": {
    call: (_client, { alarms }) => alarms.update("3900", { type: "queue", value_threshold: 20 }),
    params: ["3900"],
    body: { type: "queue", value_threshold: 20 },
    before: withAlarm,
    answer: { ...shownAlarm, value_threshold: 20 },
  },
  "alarms.delete": { call: (_client, { alarms }) => alarms.delete("3900"), params: ["3900"], before: withAlarm },
  "eventBridges.list": {
    call: (_client, { eventBridges }) => eventBridges.list(),
    before: withBridge,
    answer: [shownBridge],
  },
  "eventBridges.get": {
    call: (_client, { eventBridges }) => eventBridges.get("8900"),
    params: ["8900"],
    before: withBridge,
    answer: shownBridge,
  },
  "eventBridges.create": {
    call: (_client, { eventBridges }) => eventBridges.create(bridge),
    body: bridge,
    answer: { id: "8001" },
  },
  "eventBridges.delete": {
    call: (_client, { eventBridges }) => eventBridges.delete("8900"),
    params: ["8900"],
    before: withBridge,
  },
  "webhooks.list": { call: (_client, { webhooks }) => webhooks.list(), before: withWebhook, answer: [shownWebhook] },
  "webhooks.get": {
    call: (_client, { webhooks }) => webhooks.get("90"),
    params: ["90"],
    before: withWebhook,
    answer: shownWebhook,
  },
  "webhooks.create": {
    call: (_client, { webhooks }) => webhooks.create(webhook),
    body: webhook,
    answer: { id: "21" },
  },
  "webhooks.update": {
    call: (_client, { webhooks }) => webhooks.update("90", { ...webhook, concurrency: 3 }),
    params: ["90"],
    body: { ...webhook, concurrency: 3 },
    before: withWebhook,
  },
  "webhooks.delete": { call: (_client, { webhooks }) => webhooks.delete("90"), params: ["90"], before: withWebhook },
  "logs.list": {
    call: (_client, { logs }) => logs.list(),
    before: withLog,
    answer: [{ ...shownIntegration, id: "6900", type: "log_vendor_e", config: { token: "token-one" } }],
  },
  "logs.create": {
    call: (_client, { logs }) => logs.create("log_vendor_e", { token: "token-two" }),
    params: ["log_vendor_e"],
    body: { token: "token-two" },
    answer: { id: "6001" },
  },
  "logs.update": {
    call: (_client, { logs }) => logs.update("6900", { token: "token-three" }),
    params: ["6900"],
    body: { token: "token-three" },
    before: withLog,
  },
  "logs.delete": { call: (_client, { logs }) => logs.delete("6900"), params: ["6900"], before: withLog },
  "metrics.list": {
    call: (_client, { metrics }) => metrics.list(),
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
  "metrics.create": {
    call: (_client, { metrics }) => metrics.create("metric_vendor_c_v3", { api_key: "api-key-one", ...options }),
    params: ["metric_vendor_c_v3"],
    body: { api_key: "api-key-one", ...options },
    answer: { id: "7001" },
  },
  "metrics.update": {
    call: (_client, { metrics }) => metrics.update("7900", { api_key: "api-key-two" }),
    params: ["7900"],
    body: { api_key: "api-key-two" },
    before: withMetrics,
  },
  "metrics.delete": { call: (_client, { metrics }) => metrics.delete("7900"), params: ["7900"], before: withMetrics },
  "plugins.list": {
    call: (_client, { plugins }) => plugins.list(),
    before: plugin("broker_x", false, true),
    answer: expect.arrayContaining([
      { name: "broker_x", version: "3.12.13", description: "A plugin", enabled: true, required: false },
    ]),
  },
  "plugins.enable": {
    call: (_client, { plugins }) => plugins.enable("broker_x", { async: true }),
    query: "async=true",
    body: { plugin_name: "broker_x" },
    isRepeatable: true,
    before: plugin("broker_x", false, false),
  },
  "plugins.disable": {
    call: (_client, { plugins }) => plugins.disable("broker_x", { async: true }),
    params: ["broker_x"],
    query: "async=true",
    before: plugin("broker_x", false, true),
  },
  "communityPlugins.list": {
    call: (_client, { communityPlugins }) => communityPlugins.list(),
    before: plugin("broker_y", true, false),
    answer: expect.arrayContaining([{ name: "broker_y", description: "A plugin", require: "3.0.0" }]),
  },
  "communityPlugins.enable": {
    call: (_client, { communityPlugins }) => communityPlugins.enable("broker_y"),
    body: { plugin_name: "broker_y" },
    isRepeatable: true,
    before: plugin("broker_y", true, false),
  },
  "communityPlugins.disable": {
    call: (_client, { communityPlugins }) => communityPlugins.disable("broker_y"),
    params: ["broker_y"],
    before: plugin("broker_y", true, true),
  },
};
