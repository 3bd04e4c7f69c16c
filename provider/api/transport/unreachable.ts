// `unreachable.ts` says in words why no connection came about. `contacts.ts` calls `describeUnreachable`, and
// `attempt.ts` calls the other functions. Texts may change; `isTlsFailure` may name only codes after which nothing was
// sent, because even a POST then goes out again.
import type { ApiErrorFields } from "./errorText";
import { isLoopback } from "./urls";

/** Codes of a certificate that is not trusted, which is usual behind a proxy that inspects TLS. */
const untrusted = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

/** True when a code says that a certificate is not trusted, but may be with the right certificate authority. */
export const isUntrusted = (code: string): boolean => untrusted.includes(code);

/** True when a code says that TLS could not be agreed on. Nothing was sent then, so that even a POST is sent again. */
export const isTlsFailure = (code: string): boolean =>
  isUntrusted(code) || /^(CERT_|ERR_TLS_CERT|ERR_SSL_|EPROTO$)/.test(code);

/** Says why a proxy opened no tunnel; else undefined. Only CONNECT has this timeout: `attempt.ts` sets it to 0. */
export function explainProxy(code: string, message: string): string | undefined {
  if (code === "UND_ERR_HEADERS_TIMEOUT") return "the proxy does not answer CONNECT";
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  return status && `the proxy answered ${status} to CONNECT`;
}

/** Says, for `contacts.ts`, why nothing connects to `url`, and what to check; `setting` is where `url` comes from. */
export function describeUnreachable(api: string, url: string, setting: string, failure: Failure): string {
  const at = new URL(url);
  return `could not connect to the ${api} API at ${at.origin}: ${explainUnreachable(at, setting, failure)}`;
}

function explainUnreachable(at: URL, setting: string, { cause, problem }: Failure): string {
  const { code = "", address, port } = (cause ?? {}) as { code?: string; address?: string; port?: number };
  if (code === "ECONNREFUSED") {
    // Behind a proxy the refusal is that of the proxy.
    const isOther = port !== undefined && port !== Number(at.port || (at.protocol === "https:" ? 443 : 80));
    if (isOther) return `nothing listens at the proxy ${address}:${port} (${code}); check HTTPS_PROXY and NO_PROXY`;
    // On this machine nothing but the emulator is expected to listen.
    return isLoopback(at.hostname)
      ? `no server listens at this address (${code}); start the emulator (npx pulumi-broker emulator), or change the address in ${setting}`
      : `no server listens at this address (${code}); check ${setting}`;
  }
  if (["ENOTFOUND", "EAI_AGAIN"].includes(code))
    return `no host has this name (${code}); check the network and ${setting}`;
  if (isUntrusted(code))
    return `the certificate at this address is not trusted (${code}); set NODE_EXTRA_CA_CERTS to the file of your certificate authority, or change the address in ${setting}`;
  if (isTlsFailure(code)) return `no TLS connection is possible (${code}); check ${setting}`;
  // The words are those of `attempt.ts`.
  const reason = /^could not connect \((.*)\)$/.exec(problem)?.[1] ?? problem;
  return `${reason}; check the network and ${setting}`;
}

type Failure = Pick<ApiErrorFields, "cause" | "problem">;
