import { isApiError, withAdvice } from "../../api";
import { hasUnknown } from "../../framework/unknowns";
import { compareVersions } from "./versions";

/**
 * Explains why a clustered broker is too old, where its version is known; the alternative broker can do everything that
 * has such a minimum.
 */
export function explainTooOld(facts: Readonly<Record<string, unknown>>, needed: string): string | undefined {
  const { backend, rmqVersion } = facts;
  if (backend !== "clustered" || typeof rmqVersion !== "string" || hasUnknown(rmqVersion)) return undefined;
  if (compareVersions(rmqVersion, needed) >= 0) return undefined;
  return `needs broker ${needed} or later, not ${rmqVersion}: raise rmqVersion of the instance first`;
}

/** Advises what to do where the broker turned out to be too old for something. */
export function adviseUpgrade(instance: string, what: string, needed: string): string {
  return `${what} needs broker ${needed} or later: raise rmqVersion of instance ${instance} to ${needed} or later, or take ${what} out`;
}

/**
 * Sends a change whose success depends on the broker's version or kind. Where the service refuses the change by a 400
 * that speaks of a version or kind, the error ends with `advice`, which is given what the service said.
 */
export async function sendWithAdvice<T>(
  send: () => Promise<T>,
  advice: (said: string) => string | undefined,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const said = (isApiError(error) && error.kind === "invalid" && error.status === 400 && error.serviceMessage) || "";
    const next = /version|upgrade|support|automatic.?updates/i.test(said) ? advice(said) : undefined;
    throw isApiError(error) && next !== undefined ? withAdvice(error, next) : error;
  }
}
