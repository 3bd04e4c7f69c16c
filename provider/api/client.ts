import { createHmac } from "node:crypto";
import { instanceApi, planList } from "./accountInstances";
import { systemClock } from "./clock";
import { openConnections } from "./connections";
import { ApiError } from "./errors";
import { createGate } from "./gate";
import { givenKey, instanceClient, lookedUpKey } from "./instance";
import type { Connection, Credentials, Transport } from "./request";
import type { Client, ClientOptions, InstanceClient } from "./types";
import { settingName } from "./urls";
import { regionList, vpcCollection } from "./vpcs";

/** Opens both APIs of one account. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const connections = options.dispatcher ?? openConnections(process.env, [options.customerUrl, options.baseUrl]);
  const transport: Transport = {
    clock,
    dispatcher: connections,
    gate: createGate(clock),
    userAgent: options.userAgent ?? "pulumi-broker",
    beforeWrite: options.beforeWrite,
  };
  const accountHint = options.authHint ?? "set a valid key in broker:apiKey (or BROKER_API_KEY)";
  const account: Connection = {
    baseUrl: options.customerUrl,
    transport,
    credentials: options.apiKey ? givenKey(options.apiKey) : refusing(noAccountKey),
    hint: { auth: accountHint, url: settingName("broker:customerUrl") },
  };
  const instances = instanceApi(account);
  const opened = new Map<string, InstanceClient>();
  /** The keys that the account API told, by instance. */
  const told = new Map<string, Set<string>>();
  const keepTold = (id: string) => (key: string) => void told.set(id, (told.get(id) ?? new Set()).add(key));

  function credentialsOf(id: string, apiKey: string | undefined): { credentials: Credentials; auth: string } {
    const given = apiKey ?? ownValue(options.instanceApiKeys, id);
    if (given) {
      const where = apiKey ? "the argument instanceApiKey" : "broker:instanceApiKeys";
      return { credentials: givenKey(given), auth: `the key of instance ${id} was refused: correct it in ${where}` };
    }
    return {
      credentials: options.apiKey ? lookedUpKey(id, instances, keepTold(id)) : refusing(noInstanceKey(id)),
      auth: `the key of instance ${id} was refused, although the account API names it: run again later`,
    };
  }

  return {
    vpcs: vpcCollection(account),
    regions: regionList(account),
    plans: planList(account),
    instances,
    instance(id, with_) {
      const slot = JSON.stringify([id, with_?.apiKey]);
      const known = opened.get(slot);
      if (known) {
        return known;
      }
      const { credentials, auth } = credentialsOf(id, with_?.apiKey);
      const hint = { auth, url: settingName("broker:baseUrl") };
      const made = instanceClient({ baseUrl: options.baseUrl, transport, credentials, hint });
      opened.set(slot, made);
      return made;
    },
    lacksKey(of) {
      if (options.apiKey || of?.apiKey) {
        return undefined;
      }
      if (of === undefined) {
        return `${noAccountKey.problem}: ${noAccountKey.advice}`;
      }
      const keys = options.instanceApiKeys;
      const known = of.id === undefined ? Object.keys(keys ?? {}).length > 0 : ownValue(keys, of.id) !== undefined;
      const { problem, advice } = noInstanceKey(of.id ?? "");
      return known ? undefined : `${problem}: ${advice}`;
    },
    keysOf: (ids) => [
      ...(options.apiKey ? [options.apiKey] : []),
      ...Object.values(options.instanceApiKeys ?? {}),
      ...ids.flatMap((id) => [...(told.get(id) ?? [])]),
    ],
    keyOf(of) {
      const given = of && (of.apiKey ?? ownValue(options.instanceApiKeys, of.id));
      const key = given || options.apiKey;
      const lookedUp = of !== undefined && !given;
      const opens = of === undefined ? "account" : "instance";
      // A key that was given is that of one instance: what it shows of another one, to which it was given too, says nothing.
      const what = given ? `${of.id} ${given}` : key;
      return what ? { opens, lookedUp, fingerprint: (salt) => fingerprint(salt, what) } : undefined;
    },
    close: async () => (options.dispatcher ? undefined : connections.close()),
  };
}

/** Keys are long and random: a hash that is cut short cannot be turned back. */
function fingerprint(salt: string, key: string): string {
  return createHmac("sha256", salt).update(key).digest("hex").slice(0, 16);
}

/** `__proto__` and its like are no instance ids. */
function ownValue(map: Record<string, string> | undefined, key: string): string | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}

const noAccountKey = {
  problem: "no account key is set",
  advice: 'run "pulumi config set --secret broker:apiKey <key>" or set BROKER_API_KEY',
};

function noInstanceKey(id: string): typeof noAccountKey {
  return {
    problem: id === "" ? "no account key and no instance key is set" : `no key for instance ${id} is set`,
    advice: "set broker:apiKey (or BROKER_API_KEY), or the instance's own key in broker:instanceApiKeys",
  };
}

function refusing({ problem, advice }: typeof noAccountKey): Credentials {
  return {
    key: async (call) => {
      throw new ApiError({ kind: "auth", subject: call.subject, problem, hint: { auth: advice } });
    },
    renew: async () => undefined,
  };
}
