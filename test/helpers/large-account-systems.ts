/** Makes a secret for the use that the text names. */
export type Secrets = (what: string) => string;

type Config = Record<string, string | boolean>;

/** The parameters of every system for logs; each of them holds a secret. */
export function logConfigs(secret: Secrets): [system: string, config: Config][] {
  return [
    [
      "log_vendor_a",
      {
        ...{ tenant_id: secret("tenant"), application_id: secret("app"), application_secret: secret("app-secret") },
        ...{ dce_uri: `https://dce.example.com/${secret("dce")}`, table: "Logs_CL", dcr_id: secret("dcr") },
      },
    ],
    ["log_vendor_b", { region: "region-1", access_key_id: secret("key-id"), secret_access_key: `${secret("key")}/+=` }],
    [
      "log_vendor_c",
      { private_key: secret("private"), endpoint: "c.example.com:6514", application: "shop", subsystem: "broker" },
    ],
    ["log_vendor_d", { api_key: secret("log-d"), region: "eu", tags: "env=prod,team=shop" }],
    ["log_vendor_e", { token: secret("log-e") }],
    ["log_vendor_f", { token: secret("log-f") }],
    ["log_vendor_g", { url: `${secret("log-g")}.example.com:514` }],
    ["log_vendor_h", { token: secret("log-h"), host: "eu.example.com" }],
    ["log_vendor_i", { token: secret("log-i"), host_port: "i.example.com:8088", sourcetype: "broker" }],
  ];
}

/** The parameters of every system for metrics; each of them holds a secret. `queues` is a regular expression. */
export function metricsConfigs(secret: Secrets, queues: string): [system: string, config: Config][] {
  const role = {
    ...{ region: "region-2", iam_role: `arn:cloud:iam::000123456789:role/${secret("role")}` },
    iam_external_id: secret("external"),
  };
  const options = { tags: "env=prod,tier=1", queue_regex: queues, vhost_regex: "^shop$", include_ad_queues: true };
  return [
    ["metric_vendor_a", { connection_string: `Key=${secret("metric-a")};Endpoint=https://a.example.com/` }],
    ["metric_vendor_b", { region: "region-1", access_key_id: secret("b-id"), secret_access_key: secret("b") }],
    ["metric_vendor_b_v2", { ...role, ...options }],
    ["metric_vendor_b_v3", role],
    ["metric_vendor_c", { api_key: secret("metric-c"), region: "us1" }],
    ["metric_vendor_c_v2", { api_key: secret("metric-c2"), region: "eu", ...options }],
    ["metric_vendor_c_v3", { api_key: secret("metric-c3") }],
    ["metric_vendor_d", { environment_id: secret("environment"), access_token: secret("metric-d") }],
    ["metric_vendor_e", { email: `${secret("metric-e")}@example.com`, api_key: secret("metric-e-key") }],
    ["metric_vendor_f_v2", { api_key: secret("metric-f2"), region: "EU", include_ad_queues: false }],
    ["metric_vendor_f_v3", { api_key: secret("metric-f3"), region: "us" }],
    ["metric_vendor_g", { token: secret("metric-g"), host_port: "g.example.com:8088", sourcetype: "broker" }],
    ["metric_vendor_g_v2", { token: secret("metric-g2"), endpoint: "https://g.example.com/ingest" }],
    ["metric_vendor_h", { "api-key": secret("metric-h"), class: secret("metric-h-class") }],
    ["metric_vendor_h_v2", { token: secret("metric-h2"), tags: "env=prod" }],
  ];
}
