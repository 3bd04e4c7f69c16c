import type * as pulumi from "@pulumi/pulumi";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./askInstance";
import { aboutIntegrations, type IntegrationResult } from "./askIntegrations";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** The question of {@link getMetricsIntegrations}. */
export const getMetricsIntegrationsQuestion = aboutIntegrations("getMetricsIntegrations", "metrics");

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
  return ask(getMetricsIntegrationsQuestion, args, options);
}

/** {@link getMetricsIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getMetricsIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return askOutput(getMetricsIntegrationsQuestion, args, options);
}
