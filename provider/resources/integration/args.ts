// `resources/index.ts` exports the arguments of `Integration` to programs. A new system gets an interface here and a
// line in `systems.ts`, and the compiler compares both. Names must stay, because programs use them.
import type * as pulumi from "@pulumi/pulumi";
import type { ChildArgs } from "../shared/child";

/** What an integration is made from; `System` and `Config` belong together. */
export interface IntegrationArgsOf<System extends string, Config> extends ChildArgs {
  /**
   * The system that logs (`log_…`) or metrics (`metric_…`) are sent to. You need an account there: its keys go into
   * `config`. The parameters of a system that is not listed go into `config.parameters`. An instance may have several
   * integrations. Changing this replaces the integration.
   */
  system: System;
  /**
   * The system's parameters. Secret as a whole. Changed in place, without downtime of the broker. A warning names a
   * parameter that you take out and that the service keeps; state keeps it too.
   */
  config: Config;
}

/** What an {@link Integration} is made from: a system, and the parameters that this system takes. */
export type IntegrationArgs =
  | ListedIntegrationArgs
  | IntegrationArgsOf<`log_${string}`, OtherLogConfig>
  | IntegrationArgsOf<`metric_${string}`, OtherMetricConfig>;

/** What an integration with a system that this version of the package knows is made from. */
export type ListedIntegrationArgs =
  | IntegrationArgsOf<"log_vendor_a", LogVendorAConfig>
  | IntegrationArgsOf<"log_vendor_b", LogVendorBConfig>
  | IntegrationArgsOf<"log_vendor_c", LogVendorCConfig>
  | IntegrationArgsOf<"log_vendor_d", LogVendorDConfig>
  | IntegrationArgsOf<"log_vendor_e", LogVendorEConfig>
  | IntegrationArgsOf<"log_vendor_f", LogVendorFConfig>
  | IntegrationArgsOf<"log_vendor_g", LogVendorGConfig>
  | IntegrationArgsOf<"log_vendor_h", LogVendorHConfig>
  | IntegrationArgsOf<"log_vendor_i", LogVendorIConfig>
  | IntegrationArgsOf<"metric_vendor_a", MetricVendorAConfig>
  | IntegrationArgsOf<"metric_vendor_b", MetricVendorBKeyConfig | MetricVendorBRoleConfig>
  | IntegrationArgsOf<"metric_vendor_b_v2", MetricVendorBKeyConfig | MetricVendorBRoleConfig>
  | IntegrationArgsOf<"metric_vendor_b_v3", MetricVendorBV3Config>
  | IntegrationArgsOf<"metric_vendor_c", MetricVendorCConfig>
  | IntegrationArgsOf<"metric_vendor_c_v2", MetricVendorCConfig>
  | IntegrationArgsOf<"metric_vendor_c_v3", MetricApiKeyConfig>
  | IntegrationArgsOf<"metric_vendor_d", MetricVendorDConfig>
  | IntegrationArgsOf<"metric_vendor_e", MetricVendorEConfig>
  | IntegrationArgsOf<"metric_vendor_f_v2", MetricVendorFV2Config>
  | IntegrationArgsOf<"metric_vendor_f_v3", MetricApiKeyConfig>
  | IntegrationArgsOf<"metric_vendor_g", MetricVendorGConfig>
  | IntegrationArgsOf<"metric_vendor_g_v2", MetricVendorGV2Config>
  | IntegrationArgsOf<"metric_vendor_h", MetricVendorHConfig>
  | IntegrationArgsOf<"metric_vendor_h_v2", MetricVendorHConfig>;

/** Regions of `log_vendor_d`, `metric_vendor_c` and `metric_vendor_c_v2`. */
export type SiteRegion = "us1" | "us3" | "us5" | "eu";

/** Parameters that this version of the package does not know. */
export interface UncheckedParameters {
  /**
   * Parameters that are newer than this version of the package, under the service's own names. Secret like all others. A
   * warning says that nothing of them was checked.
   */
  parameters?: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

/** Parameters of a system for logs that this version of the package does not know. */
export interface OtherLogConfig {
  /** All parameters of the system, under the service's own names. A warning says that nothing of them was checked. */
  parameters: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

/** Parameters of a system for metrics that this version of the package does not know. */
export interface OtherMetricConfig extends MetricsOptions {
  /** The system's own parameters, under the service's own names. A warning says that nothing of them was checked. */
  parameters: pulumi.Input<Record<string, pulumi.Input<string>>>;
}

/** Parameters of `log_vendor_a`, a cloud monitor. */
export interface LogVendorAConfig extends UncheckedParameters {
  /** The directory's id. */
  tenantId: pulumi.Input<string>;
  /** The application's id. */
  applicationId: pulumi.Input<string>;
  /** The application's secret. */
  applicationSecret: pulumi.Input<string>;
  /** The data collection endpoint, as an https URL. */
  dceUri: pulumi.Input<string>;
  /** The table, which must have the columns TimeGenerated, Host, Event, Level and Message. */
  table: pulumi.Input<string>;
  /** The id of the data collection rule. */
  dcrId: pulumi.Input<string>;
}

/** A region and an access key, as `log_vendor_b` takes them: a cloud log service. */
export interface LogVendorBConfig extends UncheckedParameters {
  /** The cloud's region. */
  region: pulumi.Input<string>;
  /**
   * The id of the access key. Its user needs permission to create log groups and log streams, to describe both, and to
   * put log events.
   */
  accessKeyId: pulumi.Input<string>;
  /** The secret of the access key. */
  secretAccessKey: pulumi.Input<string>;
}

/** Parameters of `log_vendor_c`. */
export interface LogVendorCConfig extends UncheckedParameters {
  /** The key for sending data. */
  privateKey: pulumi.Input<string>;
  /** The address at which the system takes syslog, as `host:port`. */
  endpoint: pulumi.Input<string>;
  /** The application's name in the system. */
  application: pulumi.Input<string>;
  /** The subsystem's name in the system. */
  subsystem: pulumi.Input<string>;
}

/** Parameters of `log_vendor_d`. */
export interface LogVendorDConfig extends UncheckedParameters {
  /** The system's API key. */
  apiKey: pulumi.Input<string>;
  /** The system's region: `us1`, `us3`, `us5` or `eu`. */
  region: pulumi.Input<SiteRegion>;
  /** Tags as `key=value,key=value`; each value starts with a letter. Default: none. */
  tags?: pulumi.Input<string>;
}

/** Parameters of `log_vendor_e`. */
export interface LogVendorEConfig extends UncheckedParameters {
  /** The token for TCP. */
  token: pulumi.Input<string>;
}

/** Parameters of `log_vendor_f`. */
export interface LogVendorFConfig extends UncheckedParameters {
  /** The token. */
  token: pulumi.Input<string>;
}

/** Parameters of `log_vendor_g`. */
export interface LogVendorGConfig extends UncheckedParameters {
  /** The address to which logs are pushed, as `host:port`. */
  url: pulumi.Input<string>;
}

/** Parameters of `log_vendor_h`. */
export interface LogVendorHConfig extends UncheckedParameters {
  /** The token. */
  token: pulumi.Input<string>;
  /** The destination: the system's primary host or its European one. */
  host: pulumi.Input<string>;
}

/** Parameters of `log_vendor_i`, which takes events at a collector. */
export interface LogVendorIConfig extends UncheckedParameters {
  /** The event collector's token. */
  token: pulumi.Input<string>;
  /** The event collector, as `host:port`. */
  hostPort: pulumi.Input<string>;
  /** The source type under which the system files what it gets. */
  sourcetype: pulumi.Input<string>;
}

/** What every metrics system takes. */
export interface MetricsOptions extends UncheckedParameters {
  /** Tags as `key=value,key=value`. Default: none. */
  tags?: pulumi.Input<string>;
  /** Only queues whose name matches this regular expression. Default: all. */
  queueRegex?: pulumi.Input<string>;
  /** Only vhosts whose name matches this regular expression. Default: all. */
  vhostRegex?: pulumi.Input<string>;
  /** True when auto-delete queues are included. Default: false. */
  includeAdQueues?: pulumi.Input<boolean>;
}

/** Parameters of `metric_vendor_a`. */
export interface MetricVendorAConfig extends MetricsOptions {
  /** The connection string. */
  connectionString: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_b` and `metric_vendor_b_v2` with an access key. */
export interface MetricVendorBKeyConfig extends MetricsOptions {
  /** The cloud's region. */
  region: pulumi.Input<string>;
  /** The id of an access key with the permission PutMetricData. In its place a role can be given. */
  accessKeyId: pulumi.Input<string>;
  /** The secret of the access key. */
  secretAccessKey: pulumi.Input<string>;
  /** A role cannot be given beside an access key. */
  iamRole?: undefined;
  /** A role cannot be given beside an access key. */
  iamExternalId?: undefined;
}

/** Parameters of `metric_vendor_b` and `metric_vendor_b_v2` with a role. */
export interface MetricVendorBRoleConfig extends MetricVendorBV3Config {
  /** An access key cannot be given beside a role. */
  accessKeyId?: undefined;
  /** An access key cannot be given beside a role. */
  secretAccessKey?: undefined;
}

/** Parameters of `metric_vendor_b_v3`. */
export interface MetricVendorBV3Config extends MetricsOptions {
  /** The cloud's region. */
  region: pulumi.Input<string>;
  /** A role with the permission PutMetricData. */
  iamRole: pulumi.Input<string>;
  /** The external identifier that the role expects. */
  iamExternalId: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_c` and `metric_vendor_c_v2`. */
export interface MetricVendorCConfig extends MetricsOptions {
  /** The system's API key. */
  apiKey: pulumi.Input<string>;
  /** The system's region: `us1`, `us3`, `us5` or `eu`. */
  region: pulumi.Input<SiteRegion>;
}

/** Parameters of `metric_vendor_c_v3` and `metric_vendor_f_v3`. */
export interface MetricApiKeyConfig extends MetricsOptions {
  /** The system's API key. */
  apiKey: pulumi.Input<string>;
  /** The system's region, such as `us`, `eu` or `us1`. Default: the system's own. */
  region?: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_d`. */
export interface MetricVendorDConfig extends MetricsOptions {
  /** The environment's id. */
  environmentId: pulumi.Input<string>;
  /** A token with at least the permission to ingest metrics. */
  accessToken: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_e`. */
export interface MetricVendorEConfig extends MetricsOptions {
  /** The e-mail address of the account. */
  email: pulumi.Input<string>;
  /** The system's API key. */
  apiKey: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_f_v2`. */
export interface MetricVendorFV2Config extends MetricsOptions {
  /** The system's API key. */
  apiKey: pulumi.Input<string>;
  /** The system's region: `US` or `EU`, also in lower case. */
  region: pulumi.Input<"US" | "EU" | "us" | "eu">;
}

/** Parameters of `metric_vendor_g`, which takes events at a collector. */
export interface MetricVendorGConfig extends MetricsOptions {
  /** The event collector's token. */
  token: pulumi.Input<string>;
  /** The event collector, as `host:port`. */
  hostPort: pulumi.Input<string>;
  /** The source type under which the system files what it gets. */
  sourcetype: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_g_v2`. */
export interface MetricVendorGV2Config extends MetricsOptions {
  /** The token. */
  token: pulumi.Input<string>;
  /** The address to which metrics are sent. */
  endpoint: pulumi.Input<string>;
}

/** Parameters of `metric_vendor_h` and `metric_vendor_h_v2`, which the service does not describe. */
export interface MetricVendorHConfig extends MetricsOptions {
  /** The system's parameters, under the service's own names. */
  parameters: pulumi.Input<Record<string, pulumi.Input<string>>>;
}
