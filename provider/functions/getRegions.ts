import * as pulumi from "@pulumi/pulumi";
import { regionName } from "../resources/shared/catalogue";
import { ask, type InvokeOptions } from "./invoke";

/** A region as {@link getRegions} lists it. */
export interface RegionResult {
  /** The name as `Instance` and `Vpc` take it: `<provider>::<region>`. */
  name: string;
  /** The cloud provider. */
  provider: string;
  /** The name that the cloud provider has for the region. */
  region: string;
  /** A title for the region, in words. */
  title?: string;
  /** True when the region offers shared plans. */
  hasSharedPlans?: boolean;
}

/** The arguments of {@link getRegions}. */
export interface GetRegionsArgs {
  /** Lists only regions of this cloud provider. Default: all regions. */
  provider?: string;
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
