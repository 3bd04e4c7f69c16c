import type { Instances } from "./accountInstances";
import type { Call } from "./call";
import { ApiError, isApiError, withSubject } from "./errors";
import type { Credentials } from "./request";

/** What to say where no key is set. */
export interface MissingKey {
  problem: string;
  advice: string;
}

/** No key: each call that needs one throws what is missing. */
export function missingKey({ problem, advice }: MissingKey): Credentials {
  return {
    key: async (call) => {
      throw new ApiError({ kind: "auth", subject: call.subject, problem, hint: { auth: advice } });
    },
    renew: async () => undefined,
  };
}

/** A key that was given: there is nothing to look up when it is refused. */
export function givenKey(key: string): Credentials {
  return { key: async () => key, renew: async () => undefined };
}

/**
 * The key of an instance as the account API tells it: once, and again when it is refused, as it may have been rotated.
 * `onTold` is given each key that it tells.
 */
export function lookedUpKey(id: string, instances: Instances, onTold: (key: string) => void): Credentials {
  let current: Promise<string> | undefined;
  /** What came in place of a refused key; asked for once, however many calls met the refusal. */
  const renewals = new Map<string, Promise<string>>();

  async function lookUp(call: Call, fresh: boolean): Promise<string> {
    const { apikey } = await instances.get(id, call, { fresh });
    if (apikey === undefined) {
      throw new ApiError({
        kind: "auth",
        subject: call.subject,
        problem: `the account API does not show the key of instance ${id}`,
        hint: { auth: `set it in broker:instanceApiKeys, or use an account key that may see it` },
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
  };
}

/** The look-up is shared: its failure names the resource that waits for the key. */
function aboutCaller(error: unknown, call: Call): unknown {
  return isApiError(error) ? withSubject(error, call.subject) : error;
}
