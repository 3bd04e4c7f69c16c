// `catalogueNoun` declares regions and plans. `nouns/index.ts` opens it, `contacts.ts` tests a connection with the
// regions, and `resources/shared/catalogue.ts` checks arguments. A new field goes into its schema. Every key must be
// able to read `regionsPath`, because a refusal there would cast doubt on the address.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { flag, observed, optional, shown, text } from "../transport/schemas";
import { senderTo, withQuery } from "../transport/send";

const regionSchema = shown(() => ({
  provider: z.string(),
  region: z.string(),
  name: text,
  has_shared_plans: optional(flag),
  unavailable: observed(flag),
}));
/** A region of the service. */
export type Region = z.output<typeof regionSchema>;

const price = optional(z.number());
const planSchema = shown(() => ({ name: z.string(), price, backend: text, shared: optional(flag) }));
/** A plan of the service; the price is in USD per month. */
export type Plan = z.output<typeof planSchema>;

/** The operations on what the service offers. */
export interface CatalogueOperations {
  readonly regions: {
    /** The regions of the service, or of one cloud provider. */
    list(query?: { provider?: string }, options?: CallOptions): Promise<Region[]>;
  };
  readonly plans: {
    /** The plans of the service, or those of one broker software. */
    list(query?: { backend?: string }, options?: CallOptions): Promise<Plan[]>;
  };
}

/** The path of the regions, which every key may read. */
export const regionsPath = "/api/regions";

export function catalogueOperations(account: Api): CatalogueOperations {
  const send = senderTo(account);
  return {
    regions: { list: send({ method: "GET", path: regionsPath, answer: z.array(regionSchema) }, withQuery) },
    plans: { list: send({ method: "GET", path: "/api/plans", answer: z.array(planSchema) }, withQuery) },
  };
}

/** The regions and the plans, each fetched once, because both stay the same while a program runs. */
export function catalogueNoun(account: Api) {
  const operations = catalogueOperations(account);
  const once = <T>(list: (query: undefined, call: Call) => Promise<T>) => ({
    list: createShared<T>(account.transport.clock, (call) => list(undefined, call), Number.POSITIVE_INFINITY).get,
  });
  return { operations, shared: { regions: once(operations.regions.list), plans: once(operations.plans.list) } };
}
