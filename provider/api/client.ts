import { createHmac } from "node:crypto";
import type { Dispatcher } from "undici";
import { accountInstances, type Instances } from "./accountInstances";
import { type Plans, planList, type Regions, regionList } from "./catalogue";
import { type Clock, systemClock } from "./clock";
import type { Collection } from "./collection";
import { openConnections } from "./connections";
import { createGate } from "./gate";
import { type InstanceClient, instanceClient } from "./instance";
import { givenKey, lookedUpKey, type MissingKey, missingKey } from "./keys";
import type { Api, Credentials, Transport } from "./request";
import type { Created, Vpc, VpcBody } from "./schemas";
import { settingName } from "./urls";
import { vpcCollection } from "./vpcs";

/** What a client is made from. */
export interface ClientOptions {
  /** Base URL of the account API. */
  customerUrl: string;
  /** Base URL of the instance API. */
  baseUrl: string;
  /** Key of the account API. */
  apiKey?: string;
  /** Keys of instances by instance id, for who holds no account key. */
  instanceApiKeys?: Record<string, string>;
  /** Where time comes from. Default: the machine's clock. */
  clock?: Clock;
  /** The connection pool. Default: one of its own, closed with the client. */
  dispatcher?: Dispatcher;
  /** Awaited before each attempt of everything but GET; what it throws is thrown as it is. */
  beforeWrite?: () => Promise<void>;
  /** Sent as `User-Agent`. */
  userAgent?: string;
  /** What to do about a refused account key, put at the end of the error's line. */
  authHint?: string;
}

/** Both APIs of one account. */
export interface Client {
  /** VPCs of the account. Poll one being made with `get` and `busy: "throw"`. */
  readonly vpcs: Collection<Vpc, VpcBody, Created>;
  /** The regions of the service. */
  readonly regions: Regions;
  /** The plans of the service. */
  readonly plans: Plans;
  /** Instances of the account. */
  readonly instances: Instances;
  /** The API of one instance, the same object each time. */
  instance(id: string, options?: { apiKey?: string }): InstanceClient;
  /**
   * Which key is missing and how to set it, in one line; undefined where there is one. Asked for the account API, or for
   * the API of one instance (whose id may not be known yet).
   */
  lacksKey(instance?: { id: string | undefined; apiKey?: string }): string | undefined;
  /** The keys that calls for these instances use, as far as they are known: the account's, those given, those looked up. */
  keysOf(instances: readonly string[]): string[];
  /**
   * The key that opens the account API, or the API of one instance; undefined where there is none. `fingerprint` tells two
   * keys apart without giving either away; `lookedUp` says that the account API tells the key.
   */
  keyOf(instance?: {
    id: string;
    apiKey?: string;
  }): { fingerprint(salt: string): string; opens: "account" | "instance"; lookedUp: boolean } | undefined;
  /** Lets requests in flight end, then closes the connections. */
  close(): Promise<void>;
}

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
  const account: Api = {
    baseUrl: options.customerUrl,
    transport,
    credentials: options.apiKey ? givenKey(options.apiKey) : missingKey(noAccountKey),
    hint: { auth: accountHint, url: settingName("broker:customerUrl") },
  };
  const instances = accountInstances(account);
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
      credentials: options.apiKey ? lookedUpKey(id, instances, keepTold(id)) : missingKey(noInstanceKey(id)),
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
      if (known) return known;
      const { credentials, auth } = credentialsOf(id, with_?.apiKey);
      const hint = { auth, url: settingName("broker:baseUrl") };
      const made = instanceClient({ baseUrl: options.baseUrl, transport, credentials, hint });
      opened.set(slot, made);
      return made;
    },
    lacksKey(of) {
      if (options.apiKey || of?.apiKey) return undefined;
      if (of === undefined) return `${noAccountKey.problem}: ${noAccountKey.advice}`;
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

const noAccountKey: MissingKey = {
  problem: "no account key is set",
  advice: 'run "pulumi config set --secret broker:apiKey <key>" or set BROKER_API_KEY',
};

function noInstanceKey(id: string): MissingKey {
  return {
    problem: id === "" ? "no account key and no instance key is set" : `no key for instance ${id} is set`,
    advice: "set broker:apiKey (or BROKER_API_KEY), or the instance's own key in broker:instanceApiKeys",
  };
}
