// Programs import the functions, and `plugin/functions.ts` serves them. Fields may be added; names must stay, because
// programs read them. A price that the service does not name must stay missing: 0 would mean a free plan.
import type * as pulumi from "@pulumi/pulumi";
import { ask, askOutput } from "../ask/ask";
import { regionName } from "../resources/shared/catalogue";
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
