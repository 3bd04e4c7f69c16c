/** What an integration's system takes; all are strings, `include_ad_queues` may be a boolean too. */
export interface System {
  /** Exactly one of these sets must be there, whole; most systems have only one. */
  required: string[][];
  optional?: string[];
  /** Values that a parameter must be one of. */
  values?: Record<string, string[]>;
  /** Takes anything: the specification does not say what. */
  free?: true;
  /** Of the scrape-style family, which needs broker version 3.10.0 on the clustered broker. */
  scrape?: true;
}

const siteRegions = { region: ["us1", "us3", "us5", "eu"] };

/** Systems that logs can be sent to. */
export const logSystems: Record<string, System> = {
  log_vendor_a: {
    required: [["tenant_id", "application_id", "application_secret", "dce_uri", "table", "dcr_id"]],
  },
  log_vendor_b: { required: [["region", "access_key_id", "secret_access_key"]] },
  log_vendor_c: { required: [["private_key", "endpoint", "application", "subsystem"]] },
  log_vendor_d: { required: [["api_key", "region"]], optional: ["tags"], values: siteRegions },
  log_vendor_e: { required: [["token"]] },
  log_vendor_f: { required: [["token"]] },
  log_vendor_g: { required: [["url"]] },
  log_vendor_h: { required: [["token", "host"]] },
  log_vendor_i: { required: [["token", "host_port", "sourcetype"]] },
};

const everyMetric = ["tags", "queue_regex", "vhost_regex", "include_ad_queues"];
const keyOrRole = [
  ["region", "access_key_id", "secret_access_key"],
  ["region", "iam_role", "iam_external_id"],
];

const withoutCommon: Record<string, System> = {
  metric_vendor_a: { required: [["connection_string"]], scrape: true },
  metric_vendor_b: { required: keyOrRole },
  metric_vendor_b_v2: { required: keyOrRole },
  metric_vendor_b_v3: { required: [["region", "iam_role", "iam_external_id"]], scrape: true },
  metric_vendor_c: { required: [["api_key", "region"]], values: siteRegions },
  metric_vendor_c_v2: { required: [["api_key", "region"]], values: siteRegions },
  metric_vendor_c_v3: { required: [["api_key"]], optional: ["region"], scrape: true },
  metric_vendor_d: { required: [["environment_id", "access_token"]], scrape: true },
  metric_vendor_e: { required: [["email", "api_key"]] },
  metric_vendor_f_v2: { required: [["api_key", "region"]], values: { region: ["US", "EU", "us", "eu"] } },
  metric_vendor_f_v3: { required: [["api_key"]], optional: ["region"], scrape: true },
  metric_vendor_g: { required: [["token", "host_port", "sourcetype"]] },
  metric_vendor_g_v2: { required: [["token", "endpoint"]], scrape: true },
  metric_vendor_h: { required: [[]], free: true },
  metric_vendor_h_v2: { required: [[]], free: true, scrape: true },
};

/** Systems that metrics can be sent to. */
export const metricsSystems: Record<string, System> = Object.fromEntries(
  Object.entries(withoutCommon).map(([name, system]) => [
    name,
    { ...system, optional: [...everyMetric, ...(system.optional ?? [])] },
  ]),
);

const tagList = /^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/;
/** Each value starts with a letter. */
const letterTagList = /^[^=,]+=[a-z][^=,]*(,[^=,]+=[a-z][^=,]*)*$/i;

/** What is wrong with the parameters for a system, parameter by parameter. */
export function parameterProblems(name: string, system: System, given: Record<string, unknown>): [string, string][] {
  const { required, optional = [], values = {}, free = false } = system;
  const has = (parameter: string) => given[parameter] !== undefined && given[parameter] !== "";
  // The set that the request comes closest to.
  const missingOf = (set: string[]) => set.filter((parameter) => !has(parameter));
  const [wanted = []] = [...required].sort((a, b) => missingOf(a).length - missingOf(b).length);
  const takes = [...wanted, ...optional];
  const tags = name.startsWith("log_") ? letterTagList : tagList;
  return [
    ...missingOf(wanted).map((each): [string, string] => [each, "Field is required"]),
    ...Object.keys(given)
      .filter((each) => !free && !takes.includes(each))
      .map((each): [string, string] => [each, `Unknown field for ${name}`]),
    ...Object.entries(values)
      .filter(([each, allowed]) => has(each) && !allowed.includes(`${given[each]}`))
      .map(([each, allowed]): [string, string] => [each, `Must be one of ${allowed.join(", ")}`]),
    ...Object.entries(given)
      .filter(([each, value]) => each !== "include_ad_queues" && typeof value !== "string")
      .map(([each]): [string, string] => [each, "Must be a string"]),
    ...(has("include_ad_queues") && !["true", "false"].includes(`${given["include_ad_queues"]}`)
      ? ([["include_ad_queues", "Must be true or false"]] as [string, string][])
      : []),
    ...(has("tags") && takes.includes("tags") && !tags.test(`${given["tags"]}`)
      ? ([["tags", "Must have the form key=value,key=value"]] as [string, string][])
      : []),
  ];
}
