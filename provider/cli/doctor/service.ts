import { type ApiError, type CallOptions, type Client, isApiError } from "../../api";
import { connect, type Settings } from "../../config";
import { type Check, checksOf } from "./checks";

const account = checksOf("Account API");
const accountKey = checksOf("Account key");
const instanceApi = checksOf("Instance API");
const rateLimit = checksOf("Rate limit");

/** A key that opens nothing, for the question whether the instance API answers at all. */
const noKey = "doctor";

/** The most keys of instances that are tried one by one. */
const mostKeys = 20;

/** What is needed to try a connection; a test gives a clock and connections of its own. */
interface Trial {
  now(): number;
  open(settings: Settings): Client;
  /** How long all requests together may take, in milliseconds. */
  limitMs: number;
}

/**
 * Tries both APIs with the keys that are set, by requests that only read. What a failed connection means is found out
 * by the client itself, as in a run of Pulumi.
 */
export async function checkService(settings: Settings, trial: Trial): Promise<Check[]> {
  // Each API has a client of its own: once one API has answered, a client waits longer for the other one.
  const [forAccount, forInstances] = [trial.open(settings), trial.open(settings)];
  const ends = trial.now() + trial.limitMs;
  let isLimited = false;
  const call = (): CallOptions => ({
    timeoutMs: Math.max(1, ends - trial.now()),
    progress: (text) => {
      if (text.includes("limits the rate")) isLimited = true;
    },
  });
  try {
    const [ofAccount, ofInstances] = await Promise.all([
      tryAccount(forAccount, settings, call),
      tryInstances(forInstances, settings, trial, call),
    ]);
    const limited = "the service limits the rate of calls now: a run waits by itself, and takes longer";
    // Swapped URLs are one fault: what the instance API would say of its own URL is the same once more.
    const areSwapped = ofAccount.some(({ state, text }) => state === "fault" && text.includes(" are swapped: "));
    const others = areSwapped ? [instanceApi.note("not tried: exchange the two URLs first")] : ofInstances;
    return [...ofAccount, ...others, isLimited ? rateLimit.note(limited) : rateLimit.ok("none was met")];
  } finally {
    await Promise.all([forAccount.close(), forInstances.close()]);
  }
}

/** Opens the connections of a run, on this machine's clock. */
export const realTrial = (limitMs: number): Trial => ({
  now: Date.now,
  open: (settings) => connect(settings),
  limitMs,
});

/** The error of a request; undefined when the request succeeded. */
async function failureOf(request: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    if (isApiError(error)) return error;
    throw error;
  }
}

/** The words for an error that is not about a key. */
function inWords(api: string, setting: string, error: ApiError): string {
  if (error.kind !== "timeout") return error.message;
  return `the ${api} API gave no answer in time: check the network, the proxy and ${setting}`;
}

const isRefused = (error: ApiError | undefined): boolean =>
  error?.kind === "auth" && error.fields.connection === undefined;

async function tryAccount(client: Client, settings: Settings, call: () => CallOptions): Promise<Check[]> {
  if (settings.apiKey === undefined) return [account.note("not tried: no account key is set")];
  if (settings.customerUrl === undefined) return [account.note("not tried: broker:customerUrl is not set")];
  const error = await failureOf(client.operations.regions.list({}, call()));
  if (error === undefined) {
    return describeRole(client, call).then(
      (role) => [account.ok("it answers"), accountKey.ok(role)],
      (unread: ApiError) => [account.fault(inWords("account", "broker:customerUrl", unread))],
    );
  }
  if (!isRefused(error)) return [account.fault(inWords("account", "broker:customerUrl", error))];
  const opensInstance = settings.baseUrl !== undefined && (await opens(client, settings.apiKey, call));
  const text = opensInstance
    ? "broker:apiKey (or BROKER_API_KEY) is the key of an instance: set the account's key, or give this one in broker:instanceApiKeys"
    : "the account API refuses the key: set a valid one in broker:apiKey (or BROKER_API_KEY)";
  return [account.ok("it answers"), accountKey.fault(text)];
}

/** True when a key opens the instance API. */
async function opens(client: Client, apiKey: string, call: () => CallOptions): Promise<boolean> {
  const error = await failureOf(client.instance("0", { apiKey, onlyGiven: true }).operations.nodes.list(call()));
  return error === undefined || error.kind === "forbidden";
}

/**
 * The role of the key, as far as reading tells it: who may see invoices, and who is shown the keys of instances. Nothing
 * is changed to find out more.
 */
async function describeRole(client: Client, call: () => CallOptions): Promise<string> {
  const [bills, showsKeys] = await Promise.all([
    failureOf(client.operations.invoices.list({}, call())).then((error) => error === undefined),
    showsInstanceKeys(client, call),
  ]);
  if (showsKeys === undefined) return `accepted; its role ${bills ? "may" : "may not"} see invoices`;
  const roles = bills ? ["billing manager", "admin"] : ["monitor", "devops or member"];
  return `accepted; its role is ${roles[Number(showsKeys)]}, as far as reading tells`;
}

/** True when the account API shows this key the keys of instances; undefined where there is no instance. */
async function showsInstanceKeys(client: Client, call: () => CallOptions): Promise<boolean | undefined> {
  const id = await firstInstance(client, call);
  if (id === undefined) return undefined;
  const detail = await client.operations.instances.get(id, call()).catch(() => undefined);
  return detail?.apikey !== undefined;
}

async function firstInstance(client: Client, call: () => CallOptions): Promise<string | undefined> {
  const all = await client.operations.instances.list(call()).catch((error: ApiError) => {
    if (isRefused(error)) return [];
    throw error;
  });
  return all[0] === undefined ? undefined : String(all[0].id);
}

async function tryInstances(
  client: Client,
  settings: Settings,
  trial: Trial,
  call: () => CallOptions,
): Promise<Check[]> {
  if (settings.baseUrl === undefined) return [instanceApi.note("not tried: broker:baseUrl is not set")];
  const given = Object.entries(settings.instanceApiKeys).slice(0, mostKeys);
  // Keys that were given are tried one by one. Else the answer to a key that opens nothing shows the API.
  const error = await failureOf(client.instance("0", { apiKey: noKey, onlyGiven: true }).operations.nodes.list(call()));
  if (error !== undefined && !isRefused(error))
    return [instanceApi.fault(inWords("instance", "broker:baseUrl", error))];
  const keys = await Promise.all(given.map(([id, key]) => tryInstanceKey(client, trial, { settings, id, key }, call)));
  return [instanceApi.ok("it answers"), ...keys];
}

async function tryInstanceKey(
  client: Client,
  { open }: Trial,
  { settings, id, key }: { settings: Settings; id: string; key: string },
  call: () => CallOptions,
): Promise<Check> {
  const { ok, fault } = checksOf(`Key of ${id}`);
  const error = await failureOf(client.instance(id, { apiKey: key, onlyGiven: true }).operations.nodes.list(call()));
  if (!isRefused(error))
    return error === undefined || error.kind === "forbidden" ? ok("accepted") : fault(error.message);
  const asAccount = open({ ...settings, apiKey: key });
  const isAccountKey =
    settings.customerUrl !== undefined &&
    (await failureOf(asAccount.operations.regions.list({}, call()))) === undefined;
  await asAccount.close();
  return fault(
    isAccountKey
      ? `the key of instance ${id} in broker:instanceApiKeys is the key of the account: set it as broker:apiKey`
      : `the instance API refuses the key of instance ${id}: correct it in broker:instanceApiKeys`,
  );
}
