// `resources/index.ts` exports the functions to programs. A new field goes into `IntegrationResult` and
// `integrationsOf`. `config` must stay in `secret`, because it has credentials; the names of functions and fields must
// stay, because programs use them.
import type { Call, InstanceClient } from "../../api";
import { askOutput, withoutNone } from "../../ask/ask";
import type { Shown } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type IntegrationState, integrationIds, toState } from "./integration";

/** An integration as `getLogIntegrations` and `getMetricsIntegrations` return it. */
export interface IntegrationResult extends Shown<IntegrationState, "error", "config"> {
  /** The id, as `<instance>/logs/<number>` or `<instance>/metrics/<number>`. */
  id: string;
  /** The system's parameters, as the argument `config` takes them, with credentials in plain text. Keep them secret. */
  config: Record<string, unknown>;
  /** The account of the service that the integration belongs to. */
  accountId?: string;
  /** The time at which the integration was made, as the service writes it. */
  createdAt?: string;
}

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
export const getLogIntegrations = askInstance<OnInstanceArgs, IntegrationResult[]>({
  name: "getLogIntegrations",
  list: true,
  secret: ["config"],
  answer: (api, call, { instance }) => integrationsOf(api, call, instance, "logs"),
});

/** {@link getLogIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export const getLogIntegrationsOutput = askOutput<OnInstanceOutputArgs, IntegrationResult[]>(getLogIntegrations);

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
export const getMetricsIntegrations = askInstance<OnInstanceArgs, IntegrationResult[]>({
  name: "getMetricsIntegrations",
  list: true,
  secret: ["config"],
  answer: (api, call, { instance }) => integrationsOf(api, call, instance, "metrics"),
});

/** {@link getMetricsIntegrations} for arguments that are outputs of resources. The result is secret, as it holds credentials. */
export const getMetricsIntegrationsOutput = askOutput<OnInstanceOutputArgs, IntegrationResult[]>(
  getMetricsIntegrations,
);

async function integrationsOf(api: InstanceClient, call: Call, instance: string, kind: "logs" | "metrics") {
  return (await api[kind].list(call, { fresh: true })).map((integration) => {
    const { error, ...state } = toState(integration, {});
    const id = integrationIds.make({ instance, kind, number: integration.id });
    const { account_id: accountId, created_at: createdAt } = integration;
    return { id, ...state, ...withoutNone({ error, accountId, createdAt }) };
  });
}
