import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

// The broker is declared in another program; this one only needs its id: `pulumi config set instance 123`. Without an
// account key, the key of the instance will do, which this command asks for:
//   pulumi config set --secret --path 'broker:instanceApiKeys.123'
const config = new pulumi.Config();
const instance = config.require("instance");

// The values of recipients and the credentials of integrations are secrets: Pulumi encrypts them in state.
const team = new broker.Recipient("team", { instance, type: "email", value: config.requireSecret("teamAddress") });
const onCall = new broker.Recipient("on-call", {
  instance,
  type: "webhook",
  value: config.requireSecret("onCallUrl"),
});

// The service makes these alarms with each instance. They are taken over, because a second alarm like them would go off
// too.
const defaults = { instance, adoptDefault: true, timeThreshold: 300, recipients: [team, onCall] };
new broker.Alarm("cpu", { ...defaults, type: "cpu", valueThreshold: 80 });
new broker.Alarm("memory", { ...defaults, type: "memory", valueThreshold: 80 });
new broker.Alarm("disk", { ...defaults, type: "disk", valueThreshold: 20 });

// One alarm for each important queue, with the number of messages at which it goes off.
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
/** The errors that the service reports for the two integrations; empty while both work. */
export const integrationErrors = pulumi
  .all([logs.error, metrics.error])
  .apply((errors) => errors.filter((error) => error !== undefined && error !== null));
