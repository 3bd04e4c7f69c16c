import * as pulumi from "@pulumi/pulumi";
import { ask, type InvokeOptions } from "./invoke";

/** A plan as {@link getPlans} lists it. */
export interface PlanResult {
  /** The name, as `Instance` takes it. */
  name: string;
  /** The price in USD per month. */
  price?: number;
  /** The broker software. */
  backend?: string;
  /** True when instances on the plan share a cluster. */
  shared?: boolean;
}

/** The arguments of {@link getPlans}. */
export interface GetPlansArgs {
  /** Lists only plans for this broker software. Default: all plans. */
  backend?: string;
}

/**
 * The plans on offer.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const cheapest = broker
 *   .getPlans({ backend: "clustered" })
 *   .then((plans) => plans.filter((plan) => !plan.shared).sort((a, b) => (a.price ?? 0) - (b.price ?? 0))[0]?.name);
 * ```
 */
export function getPlans(args: GetPlansArgs = {}, options?: InvokeOptions): Promise<PlanResult[]> {
  return ask("getPlans", options, async (client, call) => {
    const plans = await client.plans.list(call);
    return plans.filter((plan) => args.backend === undefined || plan.backend === args.backend);
  });
}

/** {@link getPlans} as an output. */
export function getPlansOutput(
  args: pulumi.Input<GetPlansArgs> = {},
  options?: InvokeOptions,
): pulumi.Output<PlanResult[]> {
  return pulumi.output(args).apply((known) => getPlans(known, options));
}
