import type { IncomingHttpHeaders } from "node:http";
import { type Reply, ServiceError } from "./reply";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The deepest nesting that a body may have, so that a function which calls itself for each level cannot overflow the
 * stack.
 */
const maxDepth = 100;

/**
 * Refuses a request that a web page of another origin could send: a request under another host name that leads to this
 * machine, or with the origin of such a page. Returns undefined for requests of programs on this machine.
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

/** Parses JSON; answers 400 for other text, and for a value that is nested too deep. */
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
