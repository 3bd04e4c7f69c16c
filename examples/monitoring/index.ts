import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

// The broker is declared elsewhere; its id is all that is needed: `pulumi config set instance 123`. Who has no account
// key
// gives the instance's own instead: `pulumi config set --secret --path 'broker:instanceApiKeys.123' <key>`.
const config = new pulumi.Config();
const instance = config.require("instance");

// What a recipient or a credential is worth to others, nobody sees: all of them are secrets.
const team = new broker.Recipient("team", { instance, type: "email", value: config.requireSecret("teamAddress") });
const onCall = new broker.Recipient("on-call", {
  instance,
  type: "webhook",
  value: config.requireSecret("onCallUrl"),
});

// The service makes these with each instance: they are taken over, so that nothing goes off twice.
const defaults = { instance, adoptDefault: true, timeThreshold: 300, recipients: [team, onCall] };
new broker.Alarm("cpu", { ...defaults, type: "cpu", valueThreshold: 80 });
new broker.Alarm("memory", { ...defaults, type: "memory", valueThreshold: 80 });
new broker.Alarm("disk", { ...defaults, type: "disk", valueThreshold: 20 });

// One alarm for each queue that somebody waits for, from a number of messages that is a day's work.
const backlogs = { orders: 10_000, invoices: 2_000 };
const queues = Object.entries(backlogs).map(
  ([queue, messages]) =>
    new broker.Alarm(`backlog-${queue}`, {
      instance,
      type: "queue",
      queueRegex: `^${queue}$`,
      valueThreshold: messages,
      timeThreshold: 600,
      messageType: "ready",
      recipients: [team],
      reminderInterval: 3600,
    }),
);
new broker.Alarm("no-consumer", {
  instance,
  type: "consumer",
  queueRegex: "^orders$",
  valueThreshold: 1,
  timeThreshold: 120,
  recipients: [onCall],
});

const logs = new broker.Integration("logs", {
  instance,
  system: "log_vendor_d",
  config: { apiKey: config.requireSecret("logsKey"), region: "eu", tags: "env=production" },
});
const metrics = new broker.Integration("metrics", {
  instance,
  system: "metric_vendor_c_v3",
  config: { apiKey: config.requireSecret("metricsKey"), queueRegex: "^(orders|invoices)$" },
});

export const alarmIds = queues.map(({ id }) => id);
/** What the service says of an integration that does not work; nothing while both do. */
export const integrationErrors = pulumi
  .all([logs.error, metrics.error])
  .apply((errors) => errors.filter((error) => error !== undefined && error !== null));
