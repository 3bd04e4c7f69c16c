import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type Api, type Endpoint, request } from "../transport/request";
import { type Plan, planSchema, type Region, regionSchema } from "../transport/schemas";

/** The regions that the service offers. */
export interface Regions {
  /** All regions, fetched once per client. */
  list(call: Call): Promise<Region[]>;
}

/** The plans that the service offers. */
export interface Plans {
  /** All plans, fetched once per client. */
  list(call: Call): Promise<Plan[]>;
}

/** Lists the regions. */
export const listRegions: Endpoint<Region[]> = {
  method: "GET",
  path: "/api/regions",
  answer: z.array(regionSchema),
};

/** Lists the plans. */
export const listPlans: Endpoint<Plan[]> = {
  method: "GET",
  path: "/api/plans",
  answer: z.array(planSchema),
};

/** The regions, fetched once: they do not change while a program runs. */
export function regionList(account: Api): Regions {
  const regions = createShared(
    account.transport.clock,
    (call) => request(account, listRegions, {}, call),
    Number.POSITIVE_INFINITY,
  );
  return { list: (call) => regions.get(call) };
}

/** The plans, fetched once: they do not change while a program runs. */
export function planList(account: Api): Plans {
  const plans = createShared(
    account.transport.clock,
    (call) => request(account, listPlans, {}, call),
    Number.POSITIVE_INFINITY,
  );
  return { list: (call) => plans.get(call) };
}
