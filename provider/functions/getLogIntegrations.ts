import type * as pulumi from "@pulumi/pulumi";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./askInstance";
import { aboutIntegrations, type IntegrationResult } from "./askIntegrations";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** The question of {@link getLogIntegrations}. */
export const getLogIntegrationsQuestion = aboutIntegrations("getLogIntegrations", "logs");

/**
 * The integrations that logs of an instance are sent to: `getLogIntegrationsOutput` keeps them secret; this function
 * returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const systems = broker.getLogIntegrations({ instance: 123 }).then((all) => all.map((logs) => logs.system));
 * ```
 */
export function getLogIntegrations(args: OnInstanceArgs, options?: InvokeOptions): Promise<IntegrationResult[]> {
  return ask(getLogIntegrationsQuestion, args, options);
}

/** {@link getLogIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getLogIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return askOutput(getLogIntegrationsQuestion, args, options);
}
