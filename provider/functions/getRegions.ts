import * as pulumi from "@pulumi/pulumi";
import { regionName } from "../resources/shared/catalogue";
import { ask, type InvokeOptions } from "./invoke";

/** A plan as {@link getPlans} lists it. */
export interface PlanResult {
  /** The name, as `Instance` takes it. */
  name: string;
  /** The price in USD per month. */
  price?: number;
  /** The broker software. */
  backend?: string;
  /** Whether instances on it share a cluster. */
  shared?: boolean;
}

/** A region as {@link getRegions} lists it. */
export interface RegionResult {
  /** The name as `Instance` and `Vpc` take it: `<provider>::<region>`. */
  name: string;
  /** The cloud provider. */
  provider: string;
  /** The provider's own name of the region. */
  region: string;
  /** The region in words. */
  title?: string;
  /** Whether shared plans are on offer there. */
  hasSharedPlans?: boolean;
}

/** Which plans are asked for. */
export interface GetPlansArgs {
  /** Only those of this broker software. Default: all. */
  backend?: string;
}

/** Which regions are asked for. */
export interface GetRegionsArgs {
  /** Only those of this cloud provider. Default: all. */
  provider?: string;
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

/**
 * The regions on offer.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const regions = broker.getRegions({ provider: "provider-a" }).then((all) => all.map((region) => region.name));
 * ```
 */
export function getRegions(args: GetRegionsArgs = {}, options?: InvokeOptions): Promise<RegionResult[]> {
  return ask("getRegions", options, async (client, call) => {
    const regions = await client.regions.list(call);
    return regions
      .filter((each) => args.provider === undefined || each.provider === args.provider)
      .map((each) => ({
        name: regionName(each),
        provider: each.provider,
        region: each.region,
        title: each.name,
        hasSharedPlans: each.has_shared_plans,
      }));
  });
}

/** {@link getRegions} as an output. */
export function getRegionsOutput(
  args: pulumi.Input<GetRegionsArgs> = {},
  options?: InvokeOptions,
): pulumi.Output<RegionResult[]> {
  return pulumi.output(args).apply((known) => getRegions(known, options));
}
