import { type Client, type ClientOptions, checkBaseUrl, createClient, proxyProblems } from "./api";
import type { Connect, Connection, ReadConfig } from "./framework/run";

/** What a connection to the service needs, from wherever it was given. */
export interface Settings {
  apiKey?: string;
  customerUrl?: string;
  baseUrl?: string;
  instanceApiKeys: Record<string, string>;
}

/** The keys of the configuration, and the environment variables behind them. */
const variables = {
  "broker:apiKey": "BROKER_API_KEY",
  "broker:customerUrl": "BROKER_CUSTOMER_URL",
  "broker:baseUrl": "BROKER_BASE_URL",
  "broker:allowHttp": "BROKER_ALLOW_HTTP",
} as const;

/** What to do about a refused account key. Refresh and destroy are configured from state, not from today's stack. */
const authHint =
  "check broker:apiKey (BROKER_API_KEY); if it was changed lately: refresh and destroy use the key in state unless run with --run-program";

/**
 * Reads the settings: an explicit provider or the stack's configuration first, the environment second. Never called
 * when a module loads: two stacks may run in one process.
 */
export function readSettings(
  read: ReadConfig,
  env: Record<string, string | undefined>,
): { settings: Settings; problems: string[] } {
  const value = (key: keyof typeof variables) => read(key) || env[variables[key]] || undefined;
  const keys = readInstanceKeys(read("broker:instanceApiKeys"));
  const settings: Settings = {
    apiKey: value("broker:apiKey"),
    customerUrl: value("broker:customerUrl"),
    baseUrl: value("broker:baseUrl"),
    instanceApiKeys: keys ?? {},
  };
  const allowHttp = readSwitch(value("broker:allowHttp"));
  const problems = [
    ...(allowHttp === undefined ? ['broker:allowHttp (or BROKER_ALLOW_HTTP) must be "true" or "false"'] : []),
    ...(keys === undefined ? ["broker:instanceApiKeys must be a map from instance ids to keys"] : []),
    ...urlProblems("broker:customerUrl", settings.customerUrl, settings.apiKey !== undefined, allowHttp),
    ...urlProblems("broker:baseUrl", settings.baseUrl, true, allowHttp),
    ...proxyProblems(env),
  ];
  return { settings, problems };
}

function urlProblems(
  key: keyof typeof variables,
  url: string | undefined,
  needed: boolean,
  allowHttp: boolean | undefined,
): string[] {
  if (url !== undefined) return [checkBaseUrl(key, url, { allowHttp }) ?? []].flat();
  return needed
    ? [
        `${key} is not set: run "pulumi config set ${key} <url>" or set ${variables[key]} (to try it without an account: npx pulumi-broker emulator)`,
      ]
    : [];
}

/** Off unless it is on; undefined for a word that is neither, which must not be taken for either. */
function readSwitch(text = "false"): boolean | undefined {
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : undefined;
}

/** Structured configuration reaches a provider as JSON. */
function readInstanceKeys(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined || text === "") return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed);
    return entries.every(([, key]) => typeof key === "string") ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

/** A client for these settings. */
export function connect(settings: Settings, hooks: Pick<ClientOptions, "clock" | "beforeWrite"> = {}): Client {
  return createClient({
    customerUrl: settings.customerUrl ?? "",
    baseUrl: settings.baseUrl ?? "",
    apiKey: settings.apiKey,
    instanceApiKeys: settings.instanceApiKeys,
    authHint,
    ...hooks,
  });
}

/**
 * Connects a host process: with the stack's or the explicit provider's configuration, and the process's environment.
 */
export const connectHost: Connect<Client> = (read, hooks) => {
  const { settings, problems } = readSettings(read, process.env);
  if (problems.length > 0) return { problems };
  return { ...connectionOf(connect(settings, hooks)), service: settings.baseUrl ?? "" };
};

/** A client, and the keys that it uses for resources with these properties. */
export function connectionOf(client: Client): Connection<Client> {
  return {
    client,
    secrets: (bags) => client.keysOf(bags.map(({ instance }) => instance).filter((id) => typeof id === "string")),
  };
}
