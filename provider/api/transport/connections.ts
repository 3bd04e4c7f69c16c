// The file opens the HTTP connections of a client, through a proxy if the environment names one. `client.ts` calls
// `openConnections`, `attempt.ts` sends through `undici`, and `config.ts` shows `proxyProblems`. Times may change.
// `undici` must load no earlier than the first request, because loading is slow.
import type { buildConnector, Dispatcher } from "undici";
import { isLoopback } from "./urls";

/** The longest handshake, with service or proxy. A slower one hardly ever succeeds: a new connection is tried. */
const connectMs = 5_000;
/** How long an idle connection is kept. Many servers close one after 5 s, and no request should meet that. */
const keepAliveMs = 4_000;

/** Loads undici at the first request. Loading takes longer than all of this package, and many programs send none. */
export const undici = () => require("undici") as typeof import("undici");

/**
 * Opens the connections of one client to the services at `urls`. A service on this machine is reached directly. Any
 * other is reached through the proxy of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; their lower case wins.
 */
export function openConnections(
  env: NodeJS.ProcessEnv,
  urls: readonly string[],
  connect: buildConnector.BuildOptions = {},
): Dispatcher {
  const toService = { ...connect, timeout: connectMs };
  const hosts = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  const noProxy = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").trim();
  const { EnvHttpProxyAgent, Pool } = undici();
  return new EnvHttpProxyAgent({
    connect: toService,
    // This pool leads to the proxy and sends CONNECT alone. A proxy that never answers must not hold a call.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    requestTls: toService,
    proxyTls: { timeout: connectMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // All three settings are given, even empty ones: undici would read a missing one from the process's environment.
    httpProxy: proxyUrl(env["http_proxy"] ?? env["HTTP_PROXY"]),
    httpsProxy: proxyUrl(env["https_proxy"] ?? env["HTTPS_PROXY"]),
    noProxy: noProxy === "*" ? noProxy : [noProxy, ...hosts.filter(isLoopback)].join(","),
  });
}

/** A line for each proxy of the environment that cannot be used, without its URL, which may hold a password. */
export const proxyProblems = (env: NodeJS.ProcessEnv): string[] =>
  ["http_proxy", "https_proxy"].flatMap((lower) => {
    const name = env[lower] === undefined ? lower.toUpperCase() : lower;
    const url = proxyUrl(env[name]);
    const isUsable = url === "" || (URL.canParse(url) && /^(https?|socks5?):$/.test(new URL(url).protocol));
    return isUsable
      ? []
      : [`the environment variable ${name} must be the URL of a proxy, such as http://proxy.example.com:3128`];
  });

/** The URL of a proxy; like curl, this function accepts `proxy.example.com:3128` too. */
const proxyUrl = (text = ""): string => (text === "" || /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`);
