import type { IncomingHttpHeaders } from "node:http";
import { type Reply, ServiceError } from "./reply";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/** Bodies are nested no deeper than this: whatever walks through one may call itself so often. */
const maxDepth = 100;

/**
 * Refuses what a web page of somebody else could send: a name that only leads to this machine, and another page's origin.
 * Undefined for what comes from this machine itself.
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

/** The value of a JSON text; 400 for what is none, or is nested too deep. */
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
