import type { IntegrationArgs } from "pulumi-broker";
import { type KindSpec, row } from "./kind";
import { firstInstance, modelOf, recordOf, type Things, type Values } from "./things";

const key = "canary-lifecycle-key";
const role = "canary-lifecycle-role";
const externalId = "canary-lifecycle-id";

/** An integration with a system, in the list of its kind. A create looks for what it made in the list. */
const thing = (collection: "logs" | "metrics", system: string, config: Values) => ({
  ...({ type: "integration", getById: false, marked: false, looksAfter: true } as const),
  collection,
  path: `/instance/api/integrations/${collection}`,
  createPath: `/instance/api/integrations/${collection}/${system}`,
  inputs: (emulator: Parameters<typeof firstInstance>[0]) => ({ instance: firstInstance(emulator), system, config }),
});

const logs: Things = {
  ...thing("logs", "log_vendor_d", { apiKey: "key", region: "eu", tags: "env=production" }),
  change: { config: { apiKey: "key", region: "us3", tags: "env=production" } },
  edit: { config: { api_key: "key", region: "us1", tags: "env=production" } },
};

const metrics: Things = {
  ...thing("metrics", "metric_vendor_c_v2", { apiKey: "key", region: "eu", queueRegex: "^orders" }),
  change: { config: { apiKey: "key", region: "eu", queueRegex: "^invoices" } },
  // Another system is another integration, on the same instance.
  replacement: { system: "metric_vendor_c" },
  edit: { config: { api_key: "key", region: "eu", queue_regex: "^edited" } },
};

/** An integration with a system, its change in place, and the region that an outsider sets, as the log shows them. */
interface Parts {
  as: string;
  system: string;
  config: IntegrationArgs["config"];
  sent: Values;
  changed: { config: IntegrationArgs["config"]; sent: Values };
  theirRegion: string;
}

/** The row of an integration: a change is a PUT with all parameters, and a GET that shows whether there is an error. */
function integration(things: Things, { as, system, config, sent, changed, theirRegion }: Parts) {
  const { collection, path } = things;
  const kind = collection as "logs" | "metrics";
  const changing = (number: number, body: Values) => [
    { method: "PUT", path: `${path}/${number}`, body },
    { method: "GET", path },
  ];
  const spec: KindSpec<IntegrationArgs> = {
    kind: "Integration",
    as,
    id: `123/${kind}/5`,
    operations: [`${kind}.list`, `${kind}.create`, `${kind}.update`, `${kind}.delete`],
    functions: { [`${kind}.list`]: [kind === "logs" ? "getLogIntegrations" : "getMetricsIntegrations"] },
    secrets: ["config", "instanceApiKey"],
    things,
    modelled: [modelOf(kind, things)],
    refused: [[{ config: "all" }, "config: must be an object, but the given value is a string"]],
    args: ({ instance }) => ({ instance, system, config }) as IntegrationArgs,
    held: ({ number }, outputs) => ({ id: number, error: null, account_id: expect.any(String), ...recordOf(outputs) }),
    create: () => `POST ${path}/${system}`,
    inPlace: {
      args: () => ({ config: changed.config }) as Partial<IntegrationArgs>,
      requests: ({ number }) => changing(number, changed.sent),
    },
    outsideEdit: {
      change: ({ number }) => {
        const { config: wire } = recordOf({ config: { ...config, region: theirRegion } });
        return { op: "set", in: kind, id: number, fields: { config: wire as Record<string, string> } };
      },
      property: "config",
      said: "config was changed outside Pulumi: region; pulumi up --refresh changes it back",
      repair: ({ number }) => changing(number, sent),
    },
  };
  return row<IntegrationArgs>(spec);
}

export const logIntegration = integration(logs, {
  as: "LogIntegration",
  system: "log_vendor_d",
  config: { apiKey: key, region: "eu", tags: "env=production" },
  sent: { api_key: "[secret]", region: "eu", tags: "env=production" },
  // An argument that is removed goes back to its default.
  changed: { config: { apiKey: key, region: "us3" }, sent: { api_key: "[secret]", region: "us3" } },
  theirRegion: "us1",
});

const metricsConfig = { region: "region-1", iamRole: role, iamExternalId: externalId } as const;
const metricsSent = { region: "region-1", iam_role: "[secret]", iam_external_id: "[secret]" };

export const metricsIntegration = integration(metrics, {
  as: "MetricsIntegration",
  system: "metric_vendor_b_v2",
  config: metricsConfig,
  sent: metricsSent,
  changed: {
    config: { ...metricsConfig, queueRegex: "^orders", includeAdQueues: true },
    sent: { ...metricsSent, queue_regex: "^orders", include_ad_queues: true },
  },
  theirRegion: "region-2",
});
