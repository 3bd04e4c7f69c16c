import type { Holds, Plain, Same } from "../shared/agrees";
import type { ChildArgs } from "../shared/child";
import type {
  LogVendorAConfig,
  LogVendorBConfig,
  LogVendorCConfig,
  LogVendorDConfig,
  LogVendorEConfig,
  LogVendorFConfig,
  LogVendorGConfig,
  LogVendorHConfig,
  LogVendorIConfig,
  MetricApiKeyConfig,
  MetricVendorAConfig,
  MetricVendorBKeyConfig,
  MetricVendorBRoleConfig,
  MetricVendorBV3Config,
  MetricVendorCConfig,
  MetricVendorDConfig,
  MetricVendorEConfig,
  MetricVendorFV2Config,
  MetricVendorGConfig,
  MetricVendorGV2Config,
  MetricVendorHConfig,
  OtherLogConfig,
  OtherMetricConfig,
} from "./parameters";
import type { ConfigOf, SystemName, systems } from "./systems";

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

/** For each system, whether its interface allows what the table allows. */
type ConfigsAgree = {
  [S in SystemName]: Same<
    Plain<Pick<Extract<ListedIntegrationArgs, { system: S }>, "system" | "config">>,
    { system: S; config: ConfigOf<(typeof systems)[S]> }
  >;
};

/** Compiles only where the table of systems agrees with the interfaces above. */
export type IntegrationArgsAgree = Holds<Same<ListedIntegrationArgs["system"], SystemName>> &
  Holds<ConfigsAgree[SystemName]>;
