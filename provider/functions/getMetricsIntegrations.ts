import * as pulumi from "@pulumi/pulumi";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./askInstance";
import { askIntegrations, type IntegrationResult } from "./askIntegrations";
import type { InvokeOptions } from "./invoke";

/**
 * The integrations that metrics of an instance are sent to: `getMetricsIntegrationsOutput` keeps them secret; this
 * function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const broken = broker
 *   .getMetricsIntegrations({ instance: 123 })
 *   .then((all) => all.flatMap(({ system, error }) => (error === undefined ? [] : [`${system}: ${error}`])));
 * ```
 */
export function getMetricsIntegrations(args: OnInstanceArgs, options?: InvokeOptions): Promise<IntegrationResult[]> {
  return askIntegrations("getMetricsIntegrations", "metrics", args, options);
}

/** {@link getMetricsIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getMetricsIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return pulumi.secret(pulumi.output(args).apply((known) => getMetricsIntegrations(known, options)));
}
