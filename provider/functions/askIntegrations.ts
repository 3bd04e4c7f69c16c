import { integrationIds, toState } from "../resources/integration/integration";
import { aboutInstance, type OnInstanceArgs } from "./askInstance";
import { withoutNone } from "./invoke";
import type { Question } from "./question";

/** An integration as `getLogIntegrations` and `getMetricsIntegrations` return it. */
export interface IntegrationResult {
  /** The id, as `<instance>/logs/<number>` or `<instance>/metrics/<number>`. */
  id: string;
  /** The system that logs or metrics are sent to. */
  system: string;
  /** The system's parameters, as the argument `config` takes them, with credentials in plain text. Keep them secret. */
  config: Record<string, unknown>;
  /** The error that the service reports of the integration; missing when the integration works. */
  error?: string;
  /** The account of the service that the integration belongs to. */
  accountId?: string;
  /** The time at which the integration was made, as the service writes it. */
  createdAt?: string;
}

/** Makes the question about the integrations of one kind. `name` is the name of the function that asks. */
export function aboutIntegrations(
  name: string,
  kind: "logs" | "metrics",
): Question<OnInstanceArgs, IntegrationResult[]> {
  return aboutInstance({
    name,
    list: true,
    secret: ["config"],
    async answer(api, call, { instance }) {
      const integrations = await api[kind].list(call, { fresh: true });
      return integrations.map((integration) => {
        const { error, ...state } = toState(integration, {});
        const id = integrationIds.make({ instance, kind, number: integration.id });
        const { account_id: accountId, created_at: createdAt } = integration;
        return { id, ...state, ...withoutNone({ error, accountId, createdAt }) };
      });
    },
  });
}
