import type { Instances } from "./accountInstances";
import type { Call } from "./call";
import type { Clock } from "./clock";
import { ApiError } from "./errors";
import type { Credentials } from "./request";
import { createShared, type Shared } from "./sharedList";

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
  clock: Clock,
  id: string,
  instances: Instances,
  onTold: (key: string) => void,
  hidden: string,
): Credentials {
  let current: string | undefined;
  /**
   * For each refused key, the look-up of the key that replaces it. All calls whose key was refused share one look-up.
   */
  const renewals = new Map<string, Shared<string>>();

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
    // Calls at the same time share one request, and none of them ends because the time of another one is over.
    async key(call) {
      current ??= await lookUp(call, false);
      return current;
    },
    async renew(refused, call) {
      const renewal = renewals.get(refused) ?? createShared(clock, (by) => lookUp(by, true), Number.POSITIVE_INFINITY);
      renewals.set(refused, renewal);
      const told = await renewal.get(call);
      // A look-up that still shows the refused key must not undo a rotation of this client that ended meanwhile.
      if (told !== refused || current === undefined) current = told;
      return current === refused ? undefined : current;
    },
    replace(key) {
      onTold(key);
      current = key;
    },
  };
}
