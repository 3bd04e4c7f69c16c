// `host.ts` and `plugin/main.ts` use `connectHost`; `ask/ask.ts`, `plugin/service.ts` and commands call `readSettings`.
// A new setting goes into `Settings`, `readSettings` and `provider.ts`. Names of settings must stay, because states
// hold the names; the order of sources must stay, because stacks would otherwise change accounts.
import type { Client, ClientOptions } from "./api";
import { checkBaseUrl, createClient, explainUnset, isRecord, joinUrl, proxyProblems, tryParse, variables } from "./api";
import { explainMistakenText } from "./framework/preview/mistakenTexts";
import type { Connect, Connection, ReadConfig } from "./framework/run/run";

/** The settings that a connection to the service needs. */
export interface Settings {
  apiKey?: string;
  customerUrl?: string;
  baseUrl?: string;
  instanceApiKeys: Record<string, string>;
}

/**
 * Advice for a refused account key. Refresh and destroy are configured from state, not from today's stack. No other
 * account key is tried, because another account may lack every object.
 */
const authHint =
  "check broker:apiKey (or BROKER_API_KEY). If somebody changed the key lately, add --run-program to each pulumi refresh and pulumi destroy. Without --run-program, these commands use the key in the state";

const wrongKeys = 'broker:instanceApiKeys must map instance ids to API keys, such as {"123": "<key>"}';

/** Reads the settings of a provider or stack, else of the environment. Never at load: a process may run two stacks. */
export function readSettings(
  read: ReadConfig,
  env: Record<string, string | undefined>,
): { settings: Settings; problems: string[]; missing: string[] } {
  const value = (key: keyof typeof variables) => read(key) || env[variables[key]] || undefined;
  const keys = readInstanceKeys(read("broker:instanceApiKeys"));
  const settings: Settings = {
    apiKey: value("broker:apiKey"),
    customerUrl: value("broker:customerUrl"),
    baseUrl: value("broker:baseUrl"),
    instanceApiKeys: keys ?? {},
  };
  const { apiKey, customerUrl, baseUrl } = settings;
  const allowHttp = readSwitch(value("broker:allowHttp"));
  const problems = [
    ...["broker:apiKey", "broker:instanceApiKeys"].flatMap((key) => explainMistake(key, read(key)) ?? []),
    ...(allowHttp === undefined ? ["broker:allowHttp (or BROKER_ALLOW_HTTP) must be true, false, 1 or 0"] : []),
    ...(keys === undefined ? [wrongKeys] : []),
    ...urlProblems("broker:customerUrl", customerUrl, allowHttp),
    ...urlProblems("broker:baseUrl", baseUrl, allowHttp),
    ...proxyProblems(env),
  ];
  // Without an account key nothing calls the account API: a resource that needs this key says so.
  const missing = [
    ...(apiKey !== undefined && customerUrl === undefined ? [explainUnset("broker:customerUrl")] : []),
    ...(baseUrl === undefined ? [explainUnset("broker:baseUrl")] : []),
  ];
  const trial = " (to try the package without an account: npx pulumi-broker emulator)";
  return { settings, problems, missing: missing.map((each, i) => (i < missing.length - 1 ? each : each + trial)) };
}

function urlProblems(key: keyof typeof variables, url: string | undefined, allowHttp: boolean | undefined): string[] {
  return url === undefined ? [] : [explainMistake(key, url) ?? checkBaseUrl(key, url, { allowHttp }) ?? []].flat();
}

function explainMistake(key: string, text = ""): string | undefined {
  const why = explainMistakenText(text);
  return why && `${key} ${why}`;
}

/** Reads a switch, which is off unless it is set; undefined for a word that means neither yes nor no. */
function readSwitch(text = "false"): boolean | undefined {
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : undefined;
}

/** Reads the instance keys from JSON, because structured configuration reaches a provider as JSON. */
function readInstanceKeys(text: string | undefined): Record<string, string> | undefined {
  const parsed = tryParse(text || "{}");
  const isOfKeys = isRecord(parsed) && Object.values(parsed).every((key) => typeof key === "string");
  return isOfKeys ? (parsed as Record<string, string>) : undefined;
}

/** Makes a client for these settings. */
export function connect(
  settings: Settings,
  hooks: Pick<ClientOptions, "clock" | "beforeWrite" | "dispatcher" | "authHint"> = {},
): Client {
  const { customerUrl = "", baseUrl = "" } = settings;
  return createClient({ ...settings, customerUrl, baseUrl, authHint, ...hooks });
}

/** Connects with these settings for `work`. */
export async function withClient<T>(
  settings: Settings,
  work: (client: Client) => Promise<T>,
  open: (settings: Settings) => Client = connect,
): Promise<T> {
  const client = open(settings);
  return work(client).finally(() => client.close());
}

/** Makes a function that connects by configuration and environment. `advice` is for a refused account key. */
export const connectWith =
  (advice: string): Connect<Client> =>
  (read, given) => {
    const hooks = { ...given, authHint: advice };
    const { settings, problems, missing } = readSettings(read, process.env);
    if (problems.length > 0) return { problems: [...problems, ...missing] };
    if (missing.length > 0) {
      const missingWithoutProgram = explainUnconfigured(settings);
      return { problems, missing, missingWithoutProgram, unconnected: connect(settings, hooks) };
    }
    // Two spellings of one address are one service: the case of the host may differ, or a slash at the end.
    return { ...connectionOf(connect(settings, hooks)), service: joinUrl(new URL(settings.baseUrl ?? "").href, "") };
  };

/** Connects a dynamic host or the plugin. */
export const connectHost: Connect<Client> = connectWith(authHint);

/** Names the variables that a refresh or a destroy lacks, for example in a new shell or with a new configuration. */
function explainUnconfigured({ apiKey, customerUrl, baseUrl, instanceApiKeys }: Settings): string {
  const isForAccount = apiKey !== undefined || Object.keys(instanceApiKeys).length === 0;
  const unset = [
    ...(isForAccount && apiKey === undefined ? [variables["broker:apiKey"]] : []),
    ...(isForAccount && customerUrl === undefined ? [variables["broker:customerUrl"]] : []),
    ...(baseUrl === undefined ? [variables["broker:baseUrl"]] : []),
  ];
  return `pulumi refresh and pulumi destroy need these environment variables, which are not set: ${unset.join(", ")}. Set the variables to the values of the last pulumi up, or add --run-program to read the configuration of the stack instead`;
}

/** Makes a connection from a client. `secrets` lists the keys that the client uses for the resources of these bags. */
export function connectionOf(client: Client): Connection<Client> {
  return {
    client,
    secrets: (bags) => client.keysOf(bags.map(({ instance }) => instance).filter((id) => typeof id === "string")),
  };
}
