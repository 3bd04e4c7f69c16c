// The files of settings, and kinds such as `Integration`, say with these functions that a broker is too old. New words
// of refusals go into the pattern in `sendWithAdvice`. An unknown version must refuse nothing: the broker may be new.
import { isApiError, withAdvice } from "../../api";
import { hasUnknown } from "../../framework/kind/values";
import { compareVersions } from "./versions";

/** Explains why a clustered broker of a known version is too old. The alternative broker is never too old. */
export function explainTooOld(facts: Readonly<Record<string, unknown>>, needed: string): string | undefined {
  const { backend, rmqVersion } = facts;
  if (backend !== "clustered" || typeof rmqVersion !== "string" || hasUnknown(rmqVersion)) return undefined;
  if (compareVersions(rmqVersion, needed) >= 0) return undefined;
  return `needs broker version ${needed} or later, but the instance has version ${rmqVersion}: raise rmqVersion of the instance first`;
}

/** Advises on an answer which shows that the broker is too old for `what`. */
export const adviseUpgrade = (instance: string, what: string, needed: string): string =>
  `${what} needs broker version ${needed} or later: raise rmqVersion of instance ${instance} to the needed version, or remove ${what} from the program`;

/** Sends a change for which the broker may be too old. Such a refusal ends with the `advice` on its words. */
export async function sendWithAdvice<T>(send: () => Promise<T>, advice: (said: string) => string | undefined) {
  try {
    return await send();
  } catch (error) {
    const said = (isApiError(error) && error.kind === "invalid" && error.status === 400 && error.serviceMessage) || "";
    const next = /version|upgrade|support|automatic.?updates/i.test(said) ? advice(said) : undefined;
    throw isApiError(error) && next !== undefined ? withAdvice(error, { invalid: next }) : error;
  }
}
