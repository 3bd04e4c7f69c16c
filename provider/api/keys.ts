import type { Instances } from "./accountInstances";
import type { Call } from "./call";
import { ApiError, isApiError, withSubject } from "./errors";
import type { Credentials } from "./request";

/** What an error says when no key is set. */
export interface MissingKey {
  problem: string;
  advice: string;
}

/**
 * Credentials for the case that no key is set: each call that needs a key throws an error that says what is missing.
 */
export function missingKey({ problem, advice }: MissingKey): Credentials {
  return {
    key: async (call) => {
      throw new ApiError({ kind: "auth", subject: call.subject, problem, hint: { auth: advice } });
    },
    renew: async () => undefined,
  };
}

/**
 * Credentials with a key that the user gave. When the service refuses this key, there is no other key to try, unless a
 * rotation by this client has replaced the key meanwhile. `onReplaced` receives each new key.
 */
export function givenKey(key: string, onReplaced: (key: string) => void = () => undefined): Credentials {
  let current = key;
  return {
    key: async () => current,
    renew: async (refused) => (refused === current ? undefined : current),
    replace(next) {
      current = next;
      onReplaced(next);
    },
  };
}

/**
 * Credentials with the key of an instance, which the account API tells. The key is looked up once, and again when the
 * service refuses it, because the key may have been rotated. `onTold` receives each key; `hidden` says what to do when
 * the account API does not show the key.
 */
export function lookedUpKey(
  id: string,
  instances: Instances,
  onTold: (key: string) => void,
  hidden: string,
): Credentials {
  let current: Promise<string> | undefined;
  /**
   * For each refused key, the look-up of the key that replaces it. All calls whose key was refused share one look-up.
   */
  const renewals = new Map<string, Promise<string>>();

  async function lookUp(call: Call, fresh: boolean): Promise<string> {
    const { apikey } = await instances.get(id, call, { fresh });
    if (apikey === undefined) {
      throw new ApiError({
        kind: "auth",
        subject: call.subject,
        problem: `the account API does not show the key of instance ${id}`,
        hint: { auth: hidden },
      });
    }
    onTold(apikey);
    return apikey;
  }

  return {
    lookedUp: true,
    async key(call) {
      const mine = current ?? lookUp(call, false);
      current = mine;
      try {
        return await mine;
      } catch (error) {
        if (current === mine) current = undefined;
        throw aboutCaller(error, call);
      }
    },
    async renew(refused, call) {
      const mine = renewals.get(refused) ?? lookUp(call, true);
      renewals.set(refused, mine);
      try {
        const renewed = await mine;
        current = mine;
        return renewed === refused ? undefined : renewed;
      } catch (error) {
        renewals.delete(refused);
        throw aboutCaller(error, call);
      }
    },
    replace(key) {
      onTold(key);
      current = Promise.resolve(key);
    },
  };
}

/** Names the caller's own resource in an error, because several calls share one look-up. */
function aboutCaller(error: unknown, call: Call): unknown {
  return isApiError(error) ? withSubject(error, call.subject) : error;
}
