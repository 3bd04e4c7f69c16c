import { toState } from "../resources/integration/integration";
import { childId } from "../resources/shared/ids";
import { askInstance, type OnInstanceArgs } from "./askInstance";
import { type InvokeOptions, withoutNone } from "./invoke";

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
}

/** Asks for the integrations of one kind. `what` is the name of the function that asks. */
export function askIntegrations(
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
