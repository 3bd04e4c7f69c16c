// `createClient` opens both APIs of one account. `provider/config.ts` and `provider/client.ts` call it. Options may be
// added. `fingerprint` and its input must stay, because state keeps what `keyOf` makes of a key.
import { createHmac } from "node:crypto";
import { createContacts } from "./contacts";
import { givenKey, lookedUpKey, missingKey, replacementBy } from "./keys";
import nouns from "./nouns";
import { programTerms, type Terms } from "./terms";
import { systemClock } from "./transport/clock";
import { openConnections } from "./transport/connections";
import type { Api, Credentials, Transport } from "./transport/endpoint";
import { createGate } from "./transport/gate";
import { explainUnset, joinUrl } from "./transport/urls";

export interface ClientOptions
  extends Partial<Pick<Transport, "clock" | "dispatcher" | "beforeWrite" | "userAgent" | "timeoutMs">> {
  /** Base URL of the account API. */
  customerUrl: string;
  /** Base URL of the instance API. */
  baseUrl: string;
  /** Key of the account API. */
  apiKey?: string;
  /** Keys of single instances by instance id. With an account key, a key that the service refuses is looked up. */
  instanceApiKeys?: Record<string, string>;
  /** Advice for the case that the service refuses the account key; the error's line ends with this text. */
  authHint?: string;
  /** How messages name the settings, and what they advise. Default: the terms of a Pulumi program. */
  terms?: Terms;
}

type AccountClient = ReturnType<typeof nouns.account>;
type InstanceNouns = ReturnType<typeof nouns.instance>;

/** The part of the service that one instance's key opens. */
export type InstanceClient = InstanceNouns["shared"] & Pick<InstanceNouns, "operations">;

/** Both APIs of one account. `operations` has single requests, whose answers are neither shared nor checked. */
export type Client = AccountClient["shared"] & Pick<AccountClient, "operations"> & Connection;

interface Connection {
  /** The API of one instance, one object for equal options. Unless `onlyGiven`, a refused given key is looked up. */
  instance(id: string, options?: { apiKey?: string; onlyGiven?: boolean }): InstanceClient;
  /** Says in one line which key is missing: for an instance, also of unknown id, or for the account. Else undefined. */
  lacksKey(instance?: { id: string | undefined; apiKey?: string }): string | undefined;
  /** All known keys for calls to these instances: the account's key, the given keys, and those that were looked up. */
  keysOf(instances: readonly string[]): string[];
  /** The key for the account or an instance, if known. `fingerprint` differs between two keys and reveals neither. */
  keyOf(instance?: {
    id: string;
    apiKey?: string;
  }): { fingerprint(salt: string): string; opens: "account" | "instance"; lookedUp: boolean } | undefined;
  /** True when the account API has answered this client with a success. */
  readonly hasAskedAccount: boolean;
  /** The address of the object at a path of the account API. */
  addressOf(path: string): string;
  /** Closes the connections. A request in flight that has no answer yet fails. */
  close(): Promise<void>;
}

/** Opens both APIs of one account. Nothing is sent before the first call. */
export function createClient(options: ClientOptions): Client {
  const clock = options.clock ?? systemClock;
  const env = { ...process.env };
  let connections = options.dispatcher;
  let closing: Promise<void> | undefined;
  const transport: Transport = {
    clock,
    get dispatcher() {
      connections ??= openConnections(env, [options.customerUrl, options.baseUrl]);
      return connections;
    },
    get isClosed() {
      return closing !== undefined;
    },
    gate: createGate(clock),
    userAgent: options.userAgent ?? "pulumi-broker",
    timeoutMs: options.timeoutMs,
    beforeWrite: options.beforeWrite,
  };
  const terms = options.terms ?? programTerms;
  /** The given keys by instance id. A map has no `__proto__` that could be taken for an id. */
  const givenKeys = new Map(Object.entries(options.instanceApiKeys ?? {}));
  /** The keys that rotations by this client have made. */
  const rotated: string[] = [];
  const onReplaced = (next: string) => void rotated.push(next);
  const untried: Omit<Api, "contact"> = {
    baseUrl: options.customerUrl,
    transport,
    credentials: options.apiKey ? givenKey(options.apiKey, { onReplaced }) : missingKey(noAccountKey(terms)),
    hint: { ...terms.advice, ...(options.authHint && { auth: options.authHint }), url: terms.customerUrl },
  };
  const contacts = createContacts(untried, options.baseUrl, { terms, isScript: options.terms !== undefined });
  const account: Api = { ...untried, contact: contacts.account };
  const ofInstances = { baseUrl: options.baseUrl, transport, contact: contacts.instance };
  const lacksUrl = options.customerUrl === "" && options.terms === undefined;
  const { operations, shared } = nouns.account(account);
  const opened = new Map<string, InstanceClient>();
  /** The keys that the account API has told, by instance id. */
  const told = new Map<string, Set<string>>();
  const keepTold = (id: string) => (key: string) => void told.set(id, (told.get(id) ?? new Set()).add(key));

  /** The keys with which the client goes on after the service has refused a given key of an instance. */
  const found = new Map<string, string>();
  const lookedUp = new Map<string, { credentials: Credentials; replacement: Credentials["renew"] }>();

  /** The look-up of an instance's key, which all calls for the instance share. */
  function lookUpOf(id: string) {
    const known = lookedUp.get(id);
    if (known) return known;
    const hidden = `set the instance's own key in ${terms.instanceApiKeys}, or use an account key with the role admin, devops or member`;
    const credentials = lookedUpKey(clock, id, shared.instances, keepTold(id), hidden);
    const made = { credentials, replacement: replacementBy(credentials) };
    lookedUp.set(id, made);
    return made;
  }

  function credentialsOf(id: string, apiKey: string | undefined, onlyGiven: boolean) {
    const ownKey = apiKey ?? givenKeys.get(id);
    if (ownKey) {
      const where = apiKey ? terms.instanceApiKey : terms.instanceApiKeys;
      const replacement = options.apiKey && !onlyGiven ? lookUpOf(id).replacement : undefined;
      const onFound = (key: string) => void found.set(slotOf(id, ownKey), key);
      const auth = `the key of instance ${id} was refused: correct this key in ${where}`;
      return { credentials: givenKey(ownKey, { replacement, onFound, onReplaced }), auth };
    }
    return {
      credentials: options.apiKey ? lookUpOf(id).credentials : missingKey(noInstanceKey(terms, id, lacksUrl)),
      auth: `the key of instance ${id} was refused, although the account API shows this key: run again later`,
    };
  }

  return {
    ...shared,
    operations,
    instance(id, with_) {
      const { apiKey, onlyGiven = false } = with_ ?? {};
      const slot = slotOf(id, apiKey, onlyGiven);
      const known = opened.get(slot);
      if (known) return known;
      const { credentials, auth } = credentialsOf(id, apiKey, onlyGiven);
      const hint = { ...terms.advice, auth, url: terms.baseUrl };
      const { shared, operations } = nouns.instance({ ...ofInstances, credentials, hint });
      const made = { ...shared, operations };
      opened.set(slot, made);
      return made;
    },
    lacksKey(of) {
      if (options.apiKey || of?.apiKey) return undefined;
      if (of === undefined) {
        const { problem, advice } = noAccountKey(terms);
        const text = `${problem}: ${advice}`;
        return lacksUrl ? `${text}; ${explainUnset("broker:customerUrl")}` : text;
      }
      const known = of.id === undefined ? givenKeys.size > 0 : givenKeys.has(of.id);
      const { problem, advice } = noInstanceKey(terms, of.id ?? "", lacksUrl);
      return known ? undefined : `${problem}: ${advice}`;
    },
    keysOf: (ids) => [
      ...(options.apiKey ? [options.apiKey] : []),
      ...givenKeys.values(),
      ...rotated,
      ...ids.flatMap((id) => [...(told.get(id) ?? [])]),
    ],
    keyOf(of) {
      const given = of && (of.apiKey ?? givenKeys.get(of.id));
      const key = given || options.apiKey;
      const lookedUp = of !== undefined && !given;
      const opens = of === undefined ? "account" : "instance";
      // The fingerprint includes the id: the same key may be given for two instances and be right for only one of them.
      // A key that was found for a refused one counts as given too, so that the account key proves nothing for it.
      const what = given ? `${of.id} ${found.get(slotOf(of.id, given)) ?? given}` : key;
      return what ? { opens, lookedUp, fingerprint: (salt) => fingerprint(salt, what) } : undefined;
    },
    get hasAskedAccount() {
      return contacts.account.hasAnswered;
    },
    addressOf: (path) => joinUrl(options.customerUrl, path),
    close: async () => {
      if (options.dispatcher === undefined) closing ??= connections?.destroy() ?? Promise.resolve();
      await closing;
    },
  };
}

/** A text that no two different lists of values have in common. */
const slotOf = (...values: unknown[]): string => JSON.stringify(values);

/** A short hash of a key. Keys are long and random, so nobody can turn the hash back into the key. */
const fingerprint = (salt: string, key: string): string =>
  createHmac("sha256", salt).update(key).digest("hex").slice(0, 16);

const noAccountKey = (terms: Terms) => ({ problem: "no account key is set", advice: terms.noAccountKey });

const noInstanceKey = (terms: Terms, id: string, lacksUrl: boolean) => ({
  problem: id === "" ? "no account key and no instance key is set" : `no key of instance ${id} is set`,
  advice: lacksUrl ? terms.noInstanceKey.replace(",", ` and ${terms.customerUrl},`) : terms.noInstanceKey,
});
