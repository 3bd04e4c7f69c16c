import type { Context } from "../../framework/definition";

/**
 * Warns of objects that are equal to the declared object and existed before it was made. The engine does not tell which
 * resources `up --replace` replaces, so such an object may also be the one that is being replaced.
 */
export function warnOfTwins(ctx: Context<unknown>, what: string, ids: readonly string[], effect = ""): void {
  if (ids.length === 0) return;
  const so = effect === "" ? "" : `, so ${effect}`;
  ctx.warn(`${what} exists already${so}: ${ids.join(", ")}; import one to manage it, unless this run is replacing it`);
}
