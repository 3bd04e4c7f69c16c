// `urls.ts` checks base URLs and names their settings. `config.ts`, `provider/client.ts` and `dynamic/configured.ts`
// check URLs; `cli/doctor/settings.ts` and `tools/schema/` read `variables`. Texts may change. Names in `variables`
// must stay, because users set them. No message may show a URL, because it may hold a password.
import { isIPv4 } from "node:net";

/** The keys of the configuration, and the environment variables that can replace them. */
export const variables = {
  "broker:apiKey": "BROKER_API_KEY",
  "broker:customerUrl": "BROKER_CUSTOMER_URL",
  "broker:baseUrl": "BROKER_BASE_URL",
  "broker:allowHttp": "BROKER_ALLOW_HTTP",
} as const;
type Setting = keyof typeof variables;

/** The setting as the user writes it: `broker:customerUrl (or BROKER_CUSTOMER_URL)`. */
export const settingName = (name: string): string =>
  name in variables ? `${name} (or ${variables[name as Setting]})` : name;

export const explainUnset = (name: Setting): string =>
  `${name} is not set: run "pulumi config set ${name} <url>" or set the environment variable ${variables[name]}`;

/** Says why `url` cannot be a base URL. `allowHttp` permits plain http, and `wayOut` says how to permit it. */
export function checkBaseUrl(
  name: string,
  url: string,
  { allowHttp = false, wayOut = "broker:allowHttp true, or BROKER_ALLOW_HTTP=true" } = {},
): string | undefined {
  const setting = settingName(name);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:\/\/[^/]/i.test(url) || url !== url.trim()) {
    return `the URL in ${setting} must begin with https:// or http:// and must contain a host, such as https://customer.example.com`;
  }
  if (parsed.username !== "" || parsed.password !== "" || url.split("/")[2]?.includes("@")) {
    return `the URL in ${setting} must not contain a user name or password: remove the user name, the password and the "@" from the URL`;
  }
  if (url.includes("?") || url.includes("#"))
    return `the URL in ${setting} must not contain a query (?) or a fragment (#): remove the query or fragment from the URL`;
  if (parsed.protocol === "http:" && !allowHttp && !isLoopback(parsed.hostname)) {
    return `the URL in ${setting} must use https, because http shows the API key to the network; to allow http anyway, set ${wayOut}`;
  }
  return undefined;
}

/** Says why `url` must not be stored: its user name, password or query may be a secret. Undefined for any other. */
export const describeLeakyUrl = (name: string, url: string): string | undefined =>
  /[@?#]/.test(url) ? checkBaseUrl(name, url, { allowHttp: true }) : undefined;

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));

/** Joins a base URL, whose own path is kept, and a path: `http://127.0.0.1:4160/customer` and `/api/vpcs`. */
export const joinUrl = (base: string, path: string): string => base.replace(/\/+$/, "") + path;
