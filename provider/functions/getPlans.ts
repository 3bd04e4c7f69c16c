// Programs import `getPlans` and its `Output` form; `plugin/functions.ts` answers the function for other languages.
// Fields may be added; names must stay, because programs read them. A price that the service does not name must stay
// missing, because 0 would mean a free plan.
import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput } from "../ask/ask";
import { pickAll } from "../resources/shared/pick";

/**
 * A plan as {@link getPlans} lists it. The service lists neither nodes nor memory nor disk of a plan; {@link getNodes}
 * shows those of an instance.
 */
export interface PlanResult {
  /** The name, as `Instance` takes it. */
  name: string;
  /** The price in USD per month; missing when the service does not name it, which does not mean that the plan is free. */
  price?: number;
  /** The broker software: `clustered`, `alternative`, or whatever else the service offers. */
  backend?: string;
  /** True when instances on the plan share a cluster. */
  shared?: boolean;
}

/** The arguments of {@link getPlans}. */
export interface GetPlansArgs {
  /**
   * Lists only plans for this broker software, such as `clustered`. Software that no plan has is refused. Default: all
   * plans.
   */
  backend?: string;
}

/**
 * The plans on offer.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const cheapest = broker.getPlans({ backend: "clustered" }).then((plans) => {
 *   // A plan without a price is not free: the service does not say what it costs.
 *   const priced = plans.flatMap(({ name, price, shared }) => (shared || price === undefined ? [] : [{ name, price }]));
 *   return priced.sort((a, b) => a.price - b.price)[0]?.name ?? "no plan has a price";
 * });
 * ```
 *
 * @category Brokers and their networks
 */
export const getPlans = ask<GetPlansArgs, PlanResult[]>({
  name: "getPlans",
  list: true,
  answer: async (client, call, { backend }) =>
    pickAll(await client.plans.list(call), backend, { kind: "backend", of: (plan) => plan.backend }),
});

/** {@link getPlans} as an output. */
export const getPlansOutput = askOutput<pulumi.Input<GetPlansArgs>, PlanResult[]>(getPlans);
