import type { RecordOf, StateChange } from "../../../../provider/emulator";
import { type NamesOf, type Rows, seededInstance } from "../../../helpers/operation-row";

type Group = "recipients" | "alarms" | "logs" | "metrics" | "plugins" | "communityPlugins";

/** Adds one thing to the instance that is called. */
const adding = <C extends "recipients" | "alarms" | "logs" | "metrics" | "plugins">(
  collection: C,
  fields: Partial<RecordOf<C>>,
) => [{ op: "add", in: collection, fields: { instance_id: seededInstance, ...fields } }] as StateChange[];

const recipient = { type: "email" as const, value: "ops@example.com", name: "ops" };
const withRecipient = adding("recipients", { id: 4900, ...recipient });
const shownRecipient = { id: "4900", ...recipient, options: null, last_status: null };

const common = { type: "queue" as const, value_threshold: 10, time_threshold: 60, recipients: [4001] };
const withAlarm = adding("alarms", { id: 3900, ...common, message_type: "total" });
const unset = { queue_regex: null, vhost_regex: null, reminder_interval: null };
const shownAlarm = { id: "3900", ...common, ...unset, enabled: true, message_type: "total" };

const withLog = adding("logs", { id: 6900, type: "log_vendor_e", config: { token: "token-one" } });
const metrics = { type: "metric_vendor_c_v3", config: { api_key: "api-key-one" } };
const withMetrics = adding("metrics", { id: 7900, ...metrics });
const ofKeyOne = expect.objectContaining({ api_key: "api-key-one" }) as unknown;
const shownIntegration = { error: null, account_id: "emulated-account" };
const options = { tags: "", queue_regex: "", vhost_regex: "", include_ad_queues: false };

const plugin = (name: string, community: boolean, enabled: boolean) =>
  adding("plugins", { id: 10_900, name, enabled, description: "A plugin", require: community ? "3.0.0" : null });

/** The operations on what stands on an instance, one by one. */
export const childRows: Rows<NamesOf<Group>> = {
  "recipients.create": { args: [recipient], answer: { ...recipient, id: "4003", options: {}, last_status: null } },
  "recipients.list": {
    before: withRecipient,
    answer: [
      { id: "4001", type: "email", value: "team@example.com", name: "Default", options: null, last_status: null },
      shownRecipient,
    ],
  },
  "recipients.get": { args: ["4900"], before: withRecipient, answer: shownRecipient },
  "recipients.update": {
    args: ["4900", { type: "email", value: "new@example.com" }],
    before: withRecipient,
    answer: { ...shownRecipient, value: "new@example.com" },
  },
  "recipients.delete": { args: ["4900"], before: withRecipient },
  "alarms.create": { args: [common], answer: { ...shownAlarm, id: "3009" } },
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
  "logs.list": {
    before: withLog,
    answer: [{ ...shownIntegration, id: "6900", type: "log_vendor_e", config: { token: "token-one" } }],
  },
  "logs.create": { args: ["log_vendor_e", { token: "token-two" }], answer: { id: "6001" } },
  "logs.update": { args: ["6900", { token: "token-three" }], before: withLog },
  "logs.delete": { args: ["6900"], before: withLog },
  "metrics.list": {
    before: withMetrics,
    answer: [{ ...shownIntegration, id: "7900", type: "metric_vendor_c_v3", config: ofKeyOne }],
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
