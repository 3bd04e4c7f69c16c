import * as pulumi from "@pulumi/pulumi";
import { toState } from "../resources/integration/integration";
import { childId } from "../resources/shared/ids";
import { askInstance } from "./askInstance";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./getNodes";
import { type InvokeOptions, withoutNone } from "./invoke";

/** An integration as {@link getLogIntegrations} and {@link getMetricsIntegrations} return it. */
export interface IntegrationResult {
  /** The id, as `<instance>/logs/<number>` or `<instance>/metrics/<number>`. */
  id: string;
  /** The system that logs or metrics are sent to. */
  system: string;
  /** The system's parameters, as the argument `config` takes them; credentials in clear. To be kept secret. */
  config: Record<string, unknown>;
  /** What the service reports of an integration that does not work; none where it works. */
  error?: string;
  /** The account of the service that it belongs to. */
  accountId?: string;
}

/**
 * The integrations that logs of an instance are sent to: `getLogIntegrationsOutput` keeps them secret, this plain form
 * leaves that to you.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const systems = broker.getLogIntegrations({ instance: 123 }).then((all) => all.map((logs) => logs.system));
 * ```
 */
export function getLogIntegrations(args: OnInstanceArgs, options?: InvokeOptions): Promise<IntegrationResult[]> {
  return list("getLogIntegrations", "logs", args, options);
}

/** {@link getLogIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getLogIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return pulumi.secret(pulumi.output(args).apply((known) => getLogIntegrations(known, options)));
}

/**
 * The integrations that metrics of an instance are sent to: `getMetricsIntegrationsOutput` keeps them secret, this plain
 * form leaves that to you.
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
  return list("getMetricsIntegrations", "metrics", args, options);
}

/** {@link getMetricsIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export function getMetricsIntegrationsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<IntegrationResult[]> {
  return pulumi.secret(pulumi.output(args).apply((known) => getMetricsIntegrations(known, options)));
}

function list(
  what: string,
  kind: "logs" | "metrics",
  args: OnInstanceArgs,
  options: InvokeOptions | undefined,
): Promise<IntegrationResult[]> {
  return askInstance(what, args, options, async (api, call) => {
    const all = await api[kind].list(call, { fresh: true });
    return all.map((integration) => {
      const { error, ...state } = toState(integration, {});
      const id = childId(String(args.instance), kind, integration.id);
      return { id, ...state, ...withoutNone({ error, accountId: integration.account_id }) };
    });
  });
}
