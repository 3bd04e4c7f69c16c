import { type Client, isApiError } from "../api";
import type { Context, Failure } from "../framework/definition";
import { nearest } from "../framework/nearest";
import { hasUnknown } from "../framework/unknowns";

/** The catalogue is a convenience of the preview: it must not hold one up for long. */
const catalogueMs = 15_000;

/** Refuses a region that the service does not offer. Asks only when the region is new or changed. */
export async function regionFailures(
  ctx: Context<Client>,
  region: string,
  old: string | undefined,
): Promise<Failure[]> {
  if (hasUnknown(region) || region === old) return [];
  const call = { ...ctx, deadline: Math.min(ctx.deadline, ctx.clock.now() + catalogueMs) };
  const regions = await ctx.client.regions.list(call).catch((error: unknown) => {
    if (!isApiError(error)) throw error;
    // The region is not to blame, and the engine shows what is thrown here twice.
    if (error.kind === "auth" || error.kind === "forbidden") return { property: "", reason: error.message };
    ctx.warn(`the region is not checked, the list of regions is out of reach: ${error.message}`);
    return undefined;
  });
  if (regions !== undefined && "reason" in regions) return [regions];
  const names = regions?.map((each) => `${each.provider}::${each.region}`);
  if (names === undefined || names.includes(region)) return [];
  const near = nearest(region, names);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "getRegions lists those there are";
  return [{ property: "region", reason: `the service has no region "${region}": ${hint}` }];
}
