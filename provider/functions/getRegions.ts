// Programs import `getRegions` and its `Output` form; `plugin/functions.ts` answers the function for other languages.
// Fields may be added; names must stay, because programs read them. `name` must come from `regionName`, because
// `Instance` and `Vpc` take that form.
import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput } from "../ask/ask";
import { regionName } from "../resources/shared/catalogue";
import { pickAll } from "../resources/shared/pick";

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
  /** True when the service says that nothing can be made in the region now. */
  unavailable?: boolean;
}

/** The arguments of {@link getRegions}. */
export interface GetRegionsArgs {
  /**
   * Lists only regions of this cloud provider, such as `provider-a`. A provider without a region is refused. Default: all
   * regions.
   */
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
 *
 * @category Brokers and their networks
 */
export const getRegions = ask<GetRegionsArgs, RegionResult[]>({
  name: "getRegions",
  list: true,
  async answer(client, call, { provider }) {
    const regions = await client.regions.list(call);
    return pickAll(regions, provider, { kind: "provider", of: (each) => each.provider }).map((each) => ({
      name: regionName(each),
      provider: each.provider,
      region: each.region,
      title: each.name,
      hasSharedPlans: each.has_shared_plans,
      unavailable: each.unavailable ?? undefined,
    }));
  },
});

/** {@link getRegions} as an output. */
export const getRegionsOutput = askOutput<pulumi.Input<GetRegionsArgs>, RegionResult[]>(getRegions);
