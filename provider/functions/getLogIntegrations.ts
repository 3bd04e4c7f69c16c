import * as pulumi from "@pulumi/pulumi";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./askInstance";
import { askIntegrations, type IntegrationResult } from "./askIntegrations";
import type { InvokeOptions } from "./invoke";

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
  return askIntegrations("getLogIntegrations", "logs", args, options);
}

/** {@link getLogIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getLogIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return pulumi.secret(pulumi.output(args).apply((known) => getLogIntegrations(known, options)));
}
