// `doctor.ts` calls `checkService` when the settings can be used. Texts and the words for roles may change. Requests
// must only read, because people check accounts in production. No text may quote a key, because people post the output.
import { type ApiError, type CallOptions, type Client, isApiError, rateLimited } from "../../api";
import { type Settings, withClient } from "../../config";
import { type Check, checksOf } from "./checks";

const account = checksOf("Account API");
const accountKey = checksOf("Account key");
const instanceApi = checksOf("Instance API");
const rateLimit = checksOf("Rate limit");

/** The most keys of instances that are tried one by one. */
const mostKeys = 20;

/** The clock and the connections of the checks; a test gives a clock and connections of its own. */
interface Trial {
  now(): number;
  open(settings: Settings): Client;
  /** How long all requests together may take, in milliseconds. */
  limitMs: number;
}

type NewCall = () => CallOptions;

/** Tries both APIs with the keys that are set, by requests that only read. The client explains a failed connection. */
export async function checkService(settings: Settings, { now, open, limitMs }: Trial): Promise<Check[]> {
  const ends = now() + limitMs;
  let isLimited = false;
  const call = (): CallOptions => ({
    timeoutMs: Math.max(1, ends - now()),
    progress: (text) => {
      if (text.includes(rateLimited)) isLimited = true;
    },
  });
  // Each question has a client of its own: once one API has answered, a client waits longer for the other one.
  const using = <T>(own: Settings, work: (client: Client) => Promise<T>) => withClient(own, work, open);
  const askAccount = (apiKey: string) =>
    using({ ...settings, apiKey }, (client) => failureOf(client.operations.regions.list({}, call())));
  const [ofAccount, ofInstances] = await Promise.all([
    using(settings, (client) => tryAccount(client, settings, call)),
    using(settings, (client) => tryInstances(client, settings, call, askAccount)),
  ]);
  const limited = "the service limits the rate of calls now: a run waits automatically, and takes longer";
  // Swapped URLs are one fault, which the findings of the instance API would only repeat.
  const areSwapped = ofAccount.some(({ state, text }) => state === "fault" && text.includes(" are swapped: "));
  const others = areSwapped ? [instanceApi.note("not tried, because the two URLs are swapped")] : ofInstances;
  return [...ofAccount, ...others, isLimited ? rateLimit.note(limited) : rateLimit.ok("none was met")];
}

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

/** Asks the API of an instance with a key. Returns the error; undefined when the key opens it. */
const askInstance = (client: Client, id: string, apiKey: string, call: NewCall) =>
  failureOf(client.instance(id, { apiKey, onlyGiven: true }).operations.nodes.list(call()));

/** True for an answer that shows that the key opens something. */
const isAccepted = (error: ApiError | undefined) => error === undefined || error.kind === "forbidden";

async function tryAccount(client: Client, settings: Settings, call: NewCall): Promise<Check[]> {
  if (settings.apiKey === undefined) return [account.note("not tried, because no account key is set")];
  if (settings.customerUrl === undefined) return [account.note("not tried, because broker:customerUrl is not set")];
  const error = await failureOf(client.operations.regions.list({}, call()));
  if (error === undefined) {
    return describeRole(client, call).then(
      (role) => [account.ok("it answers"), accountKey.ok(role)],
      (unread: ApiError) => [account.fault(inWords("account", "broker:customerUrl", unread))],
    );
  }
  if (!isRefused(error)) return [account.fault(inWords("account", "broker:customerUrl", error))];
  const isOfInstance =
    settings.baseUrl !== undefined && isAccepted(await askInstance(client, "0", settings.apiKey, call));
  const text = isOfInstance
    ? "broker:apiKey (or BROKER_API_KEY) must have the key of the account, but has the key of an instance. Set the key of the account in broker:apiKey, or give the key of the instance in broker:instanceApiKeys"
    : "the account API refuses the key: set a valid key in broker:apiKey (or BROKER_API_KEY)";
  return [account.ok("it answers"), accountKey.fault(text)];
}

/** The role of the key, as two reads show it: whether the key sees invoices, and whether it sees keys of instances. */
async function describeRole({ operations }: Client, call: NewCall): Promise<string> {
  const [invoices, instances] = await Promise.all([
    failureOf(operations.invoices.list({}, call())),
    operations.instances.list(call()).catch((error: ApiError) => {
      if (isRefused(error)) return [];
      throw error;
    }),
  ]);
  const bills = invoices === undefined;
  const [first] = instances;
  if (first === undefined) return `accepted; the role of the key ${bills ? "can" : "cannot"} see invoices`;
  const detail = await operations.instances.get(String(first.id), call()).catch(() => undefined);
  const roles = bills ? ["billing manager", "admin"] : ["monitor", "devops or member"];
  return `accepted; the role of the key seems to be ${roles[Number(detail?.apikey !== undefined)]} (only read requests were sent)`;
}

async function tryInstances(
  client: Client,
  { baseUrl, customerUrl, instanceApiKeys }: Settings,
  call: NewCall,
  askAccount: (key: string) => Promise<ApiError | undefined>,
): Promise<Check[]> {
  if (baseUrl === undefined) return [instanceApi.note("not tried, because broker:baseUrl is not set")];
  // A key that opens nothing shows whether the API answers. Then each given key is tried.
  const silence = await askInstance(client, "0", "doctor", call);
  if (silence !== undefined && !isRefused(silence))
    return [instanceApi.fault(inWords("instance", "broker:baseUrl", silence))];
  const given = Object.entries(instanceApiKeys).slice(0, mostKeys);
  const keys = given.map(async ([id, key]): Promise<Check> => {
    const { ok, fault } = checksOf(`Key of ${id}`);
    const error = await askInstance(client, id, key, call);
    if (error === undefined || isAccepted(error)) return ok("accepted");
    if (!isRefused(error)) return fault(error.message);
    const isOfAccount = customerUrl !== undefined && (await askAccount(key)) === undefined;
    return fault(
      isOfAccount
        ? `broker:instanceApiKeys contains the key of the account in place of the key of instance ${id}: move the key of the account to broker:apiKey`
        : `the instance API refuses the key of instance ${id}: correct this key in broker:instanceApiKeys`,
    );
  });
  return [instanceApi.ok("it answers"), ...(await Promise.all(keys))];
}
