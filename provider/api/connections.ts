import { type buildConnector, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { isLoopback } from "./urls";

/** A handshake that takes longer is not going to succeed; it is tried again on a new connection. */
const connectMs = 10_000;
/** Under the 5 s after which many servers close an idle connection: a request must not meet one that is being closed. */
const keepAliveMs = 4_000;

/** The environment, as far as it leads to a proxy. */
type Environment = Record<string, string | undefined>;

/**
 * The connections of one client: to the services at `urls`, straight where one is on this machine, and else through the
 * proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`; in lower case they come first). `connect`
 * says how the services are reached and trusted where that is not left to Node.
 */
export function openConnections(
  env: Environment,
  urls: readonly string[],
  connect: buildConnector.BuildOptions = {},
): Dispatcher {
  const service = { ...connect, timeout: connectMs };
  const hosts = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).hostname);
  const noProxy = (env["no_proxy"] ?? env["NO_PROXY"] ?? "").trim();
  return new EnvHttpProxyAgent({
    connect: service,
    requestTls: service,
    proxyTls: { timeout: connectMs },
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // Each is given, also where it is empty: undici takes one that is missing from the process's environment.
    httpProxy: proxyUrl(env["http_proxy"] ?? env["HTTP_PROXY"]),
    httpsProxy: proxyUrl(env["https_proxy"] ?? env["HTTPS_PROXY"]),
    noProxy: noProxy === "*" ? noProxy : [noProxy, ...hosts.filter(isLoopback)].join(","),
  });
}

/** Why a proxy of the environment cannot be used, in a line for each; the value may hold a password and is never shown. */
export function proxyProblems(env: Environment): string[] {
  return ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"].flatMap((name) => {
    const url = proxyUrl(env[name]);
    const isUsable = url === "" || (URL.canParse(url) && /^(https?|socks5?):$/.test(new URL(url).protocol));
    return isUsable ? [] : [`${name} must be the URL of a proxy, such as http://proxy.example.com:3128`];
  });
}

/** `proxy.example.com:3128` is enough for curl, and so it is here. */
function proxyUrl(text = ""): string {
  return text === "" || /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`;
}
