// Kinds and functions read here what the service offers. Texts and `catalogueMs` may change. Passing trouble must stay
// a warning, because `up` may still succeed; lasting trouble must stay an error, because `up` would fail.
import { describeError, isApiError, type Plan, type Region } from "../../api";
import type { Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";
import { nearest } from "../../framework/preview/nearest";
import type { Calling, Ctx } from "./ctx";

/** The longest time for the catalogue, which must not hold a preview up for long. */
const catalogueMs = 8_000;

/** The plans on offer; undefined, with a warning, when the list cannot be read. */
export const plansOnOffer = (ctx: Ctx): Promise<Plan[] | undefined> =>
  fromCatalogue(ctx, "plans", (call) => call.client.plans.list(call));

/** The regions on offer; undefined, with a warning, when the list cannot be read. */
export const regionsOnOffer = (ctx: Ctx): Promise<Region[] | undefined> =>
  fromCatalogue(ctx, "regions", (call) => call.client.regions.list(call));

/** Reads what the service offers. Throws trouble that `up` would meet too; passing trouble is a warning. */
export async function fromCatalogue<T>(ctx: Ctx, what: string, list: (call: Calling) => Promise<T>) {
  try {
    return await list({ ...ctx.call, deadline: Math.min(ctx.call.deadline, ctx.call.clock.now() + catalogueMs) });
  } catch (error) {
    const isLasting = !isApiError(error) || error.common !== undefined || ["auth", "forbidden"].includes(error.kind);
    if (isLasting) throw error;
    ctx.say.warn(
      `cannot read the list of ${what} (${describeError(error)}): the provider continues without this list, so the service can later refuse what this run accepts`,
    );
    return undefined;
  }
}

/** Explains that the service does not offer a region. The service is asked only when the region is new or changed. */
export async function regionFailures(ctx: Ctx, region: string, old: string | undefined): Promise<Failure[]> {
  if (hasUnknown(region) || region === old) return [];
  const names = (await regionsOnOffer(ctx))?.map(regionName);
  if (names === undefined || names.includes(region)) return [];
  return [{ property: "region", reason: unknownName("region", region, names, "getRegions") }];
}

/** A region as programs name it. */
export const regionName = (region: Region): string => `${region.provider}::${region.region}`;

/** Explains that a name is not on offer, with the names nearest to it. */
export function unknownName(what: string, written: string, names: readonly string[], listing: string): string {
  const near = nearest(written, [...new Set(names)]);
  return near.length > 0
    ? `the service has no ${what} "${written}": did you mean ${near.join(" or ")}?`
    : `the service has no ${what} "${written}": choose a name from the result of ${listing}`;
}

/** Explains that a value is not among the few possible ones, and lists them, the most similar first. */
export function unknownValue(what: string, written: string, known: readonly string[]): string {
  const all = [...new Set([...nearest(written, [...new Set(known)]), ...known])];
  return `the service has no ${what} "${written}": choose one of ${all.join(", ")}`;
}

/** The cloud provider of a region; undefined when the region's name does not tell the provider. */
export const cloudProvider = (region: string): "a" | "b" | "c" | undefined =>
  /^provider-([abc])::/.exec(region)?.[1] as "a" | "b" | "c" | undefined;
