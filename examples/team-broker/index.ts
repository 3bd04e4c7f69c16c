import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";

const config = new pulumi.Config();

// One declaration with the instance, the recipients, standard alarms in place of the service's own, and the metrics.
const shop = new broker.MonitoredInstance("shop", {
  instance: { plan: config.get("plan") ?? "clustered-medium-3", region: "provider-a::region-1", tags: ["team:shop"] },
  recipients: {
    team: { type: "email", value: config.requireSecret("teamAddress") },
  },
  alarms: { cpu: { value: 80, seconds: 300 }, disk: { value: 20 } },
  moreAlarms: {
    backlog: {
      type: "queue",
      queueRegex: "^orders$",
      valueThreshold: 10_000,
      timeThreshold: 600,
      messageType: "ready",
    },
  },
  integrations: {
    metrics: { system: "metric_vendor_c_v3", config: { apiKey: config.requireSecret("metricsKey") } },
  },
});

export const host = shop.instance.host;
// The URL is secret: only `pulumi stack output --show-secrets` shows it.
export const url = shop.instance.url;
export const alarms = Object.keys(shop.alarms);
