// `server.ts` calls `refuseForeign` first for each request; `request.ts` and `controlCalls.ts` call `parseJson`. Texts
// may change with their tests. The checks of `host` and `origin` must stay, because any web page could otherwise reach
// the emulator. `maxDepth` may change only with `DIFFERENCES.md`.
import type { IncomingHttpHeaders } from "node:http";
import { type Reply, ServiceError } from "./reply";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The deepest nesting that a body may have. Without this limit, a function that calls itself for each level could
 * overflow the stack.
 */
const maxDepth = 100;

/**
 * Refuses a request that a web page of another origin could send. Such a request has a host name that is not a loopback
 * name, or the origin of the page. Returns undefined for requests of programs on this machine.
 */
export function refuseForeign({ host = "", origin }: IncomingHttpHeaders): Reply | undefined {
  if (!loopback.test(host)) {
    return {
      status: 403,
      body: { error: "The emulator answers on 127.0.0.1 and localhost only, not under this Host" },
    };
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return { status: 403, body: { error: "The emulator does not answer pages of another Origin" } };
  }
  return undefined;
}

/** Parses JSON. Answers 400 to any other text, and to a value with too many levels of nesting. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError({ status: 400, body: { error: "The body is not JSON" } });
  }
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) {
      throw new ServiceError({ status: 400, body: { error: `The body is nested deeper than ${maxDepth} levels` } });
    }
    level = level.flatMap((each) => (each !== null && typeof each === "object" ? Object.values(each) : []));
  }
  return value;
}
