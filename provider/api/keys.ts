// Credentials hold a key, and get another key after a refusal. `client.ts` calls the four functions;
// `transport/request.ts` asks the credentials. Texts may change. A late look-up must never undo a rotation, because the
// service refuses the old key. Calls must share a look-up, because many calls start at once.
import { createShared, type Shared } from "./lists/sharedList";
import type { Instances } from "./nouns/instances";
import type { Clock } from "./transport/clock";
import type { Call, Credentials } from "./transport/endpoint";
import { ApiError, isApiError } from "./transport/errors";

/** Credentials for a client without a key: each call that needs one throws an error that says what is missing. */
export const missingKey = ({ problem, advice }: { problem: string; advice: string }): Credentials => ({
  key: async (call) => {
    throw new ApiError({ kind: "auth", subject: call.subject, problem, hint: { auth: advice } });
  },
  renew: async () => undefined,
});

interface GivenKeyOptions {
  /** Gets the key that has replaced a refused key, if there is one. Left out: no other key is tried. */
  replacement?: Credentials["renew"];
  /** Receives each key that has replaced a refused one. */
  onFound?(key: string): void;
  /** Receives each key that a rotation by this client has made. */
  onReplaced?(key: string): void;
}

/** Credentials with a given key. A rotation by this client, or `replacement` after a refusal, replaces the key. */
export function givenKey(key: string, { replacement, onFound, onReplaced }: GivenKeyOptions = {}): Credentials {
  let current = key;
  return {
    key: async () => current,
    async renew(refused, call) {
      const found = refused === current ? await replacement?.(refused, call) : undefined;
      // Another call or a rotation may have replaced the key meanwhile.
      if (refused !== current) return current;
      if (found === undefined) return undefined;
      current = found;
      onFound?.(found);
      return found;
    },
    replace(next) {
      current = next;
      onReplaced?.(next);
    },
  };
}

/** The key that the account API tells in place of a refused one, if any. Otherwise the refusal stands. */
export function replacementBy(lookedUp: Credentials): NonNullable<GivenKeyOptions["replacement"]> {
  const withoutReplacement = new Set<string>();
  return async (refused, call) => {
    if (withoutReplacement.has(refused)) return undefined;
    try {
      return await lookedUp.renew(refused, call);
    } catch (error) {
      if (!isApiError(error)) throw error;
      // Another look-up would only repeat such a failure.
      if (["auth", "forbidden", "notFound"].includes(error.kind)) withoutReplacement.add(refused);
      return undefined;
    }
  };
}

/** Credentials with the looked-up key of an instance. `hidden` says what to do when the account API hides the key. */
export function lookedUpKey(
  clock: Clock,
  id: string,
  instances: Instances,
  onTold: (key: string) => void,
  hidden: string,
): Credentials {
  let current: string | undefined;
  /** For each refused key, the look-up of its successor. All calls with the refused key share the look-up. */
  const renewals = new Map<string, Shared<string>>();

  async function lookUp(call: Call, fresh: boolean): Promise<string> {
    const { apikey } = await instances.get(id, call, { fresh });
    if (apikey === undefined) {
      const problem = `the account API does not show the key of instance ${id}`;
      throw new ApiError({ kind: "auth", subject: call.subject, problem, hint: { auth: hidden } });
    }
    onTold(apikey);
    return apikey;
  }

  return {
    lookedUp: true,
    async key(call) {
      const told = current ?? (await lookUp(call, false));
      // A rotation may have ended during the look-up.
      current ??= told;
      return current;
    },
    async renew(refused, call) {
      const renewal = renewals.get(refused) ?? createShared(clock, (by) => lookUp(by, true));
      renewals.set(refused, renewal);
      const told = await renewal.get(call);
      // A look-up must not undo a rotation of this client that ended meanwhile.
      if (current === undefined || current === refused) current = told;
      return current === refused ? undefined : current;
    },
    replace(key) {
      onTold(key);
      current = key;
    },
  };
}
