import { Integration, type IntegrationArgs } from "pulumi-broker";
import { type RowSpec, row } from "./row";

type Kind = "logs" | "metrics";

const key = "canary-lifecycle-key";
const role = "canary-lifecycle-role";
const externalId = "canary-lifecycle-id";

/** The fields of a row that logs and metrics share, apart from the kind in paths and records. */
function common(
  kind: Kind,
): Pick<
  RowSpec<IntegrationArgs>,
  "kind" | "resource" | "records" | "refresh" | "onInstance" | "replacing" | "outsideDelete" | "missingId"
> {
  return {
    kind: "Integration",
    resource: Integration,
    records: (state) => state[kind].map(({ hiddenUntil, ...each }) => each),
    refresh: () => [`GET /instance/api/integrations/${kind}`],
    onInstance: true,
    replacing: {
      args: ({ other }) => ({ instance: other }),
      props: ["instance"],
      outputs: ({ other }) => ({ instance: other }),
      held: ({ other }) => ({ instance_id: Number(other) }),
    },
    outsideDelete: ({ number }) => ({ op: "delete", in: kind, id: number }),
    missingId: ({ instance }) => `${instance}/${kind}/999999`,
  };
}

/** The requests of a change: a PUT with all parameters, and a GET that shows whether the service reports an error. */
const changing = (kind: Kind, body: (on: { number: number }) => object) => (at: { number: number }) => [
  { method: "PUT", path: `/instance/api/integrations/${kind}/${at.number}`, body: body(at) },
  { method: "GET", path: `/instance/api/integrations/${kind}` },
];

const logsConfig = { apiKey: key, region: "eu", tags: "env=production" } as const;

export const logIntegration = row<IntegrationArgs>({
  ...common("logs"),
  as: "LogIntegration",
  args: ({ instance }) => ({ instance, system: "log_vendor_d", config: logsConfig }),
  outputs: ({ instance }) => ({ instance, system: "log_vendor_d", config: logsConfig }),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    type: "log_vendor_d",
    config: { api_key: key, region: "eu", tags: "env=production" },
    error: null,
    account_id: expect.any(String),
  }),
  create: () => "POST /instance/api/integrations/logs/log_vendor_d",
  inPlace: {
    // An argument that is removed goes back to its default.
    args: () => ({ config: { apiKey: key, region: "us3" } }),
    props: ["config"],
    requests: changing("logs", () => ({ api_key: "[secret]", region: "us3" })),
    outputs: () => ({ config: { apiKey: key, region: "us3" } }),
    held: () => ({ config: { api_key: key, region: "us3" } }),
  },
  outsideEdit: {
    change: ({ number }) => ({
      op: "set",
      in: "logs",
      id: number,
      fields: { config: { api_key: key, region: "us1", tags: "env=production" } },
    }),
    property: "config",
    said: "config was changed outside: region; pulumi up --refresh changes it back",
    repair: changing("logs", () => ({ api_key: "[secret]", region: "eu", tags: "env=production" })),
  },
});

const metricsConfig = { region: "region-1", iamRole: role, iamExternalId: externalId } as const;
const metricsWire = { region: "region-1", iam_role: role, iam_external_id: externalId };
const metricsSent = { region: "region-1", iam_role: "[secret]", iam_external_id: "[secret]" };

export const metricsIntegration = row<IntegrationArgs>({
  ...common("metrics"),
  as: "MetricsIntegration",
  args: ({ instance }) => ({ instance, system: "metric_vendor_b_v2", config: metricsConfig }),
  outputs: ({ instance }) => ({ instance, system: "metric_vendor_b_v2", config: metricsConfig }),
  held: ({ number, instance }) => ({
    id: number,
    instance_id: Number(instance),
    type: "metric_vendor_b_v2",
    config: metricsWire,
    error: null,
    account_id: expect.any(String),
  }),
  create: () => "POST /instance/api/integrations/metrics/metric_vendor_b_v2",
  inPlace: {
    args: () => ({ config: { ...metricsConfig, queueRegex: "^orders", includeAdQueues: true } }),
    props: ["config"],
    requests: changing("metrics", () => ({ ...metricsSent, queue_regex: "^orders", include_ad_queues: true })),
    outputs: () => ({ config: { ...metricsConfig, queueRegex: "^orders", includeAdQueues: true } }),
    held: () => ({ config: { ...metricsWire, queue_regex: "^orders", include_ad_queues: true } }),
  },
  outsideEdit: {
    change: ({ number }) => ({
      op: "set",
      in: "metrics",
      id: number,
      fields: { config: { ...metricsWire, region: "region-2" } },
    }),
    property: "config",
    said: "config was changed outside: region; pulumi up --refresh changes it back",
    repair: changing("metrics", () => metricsSent),
  },
});
