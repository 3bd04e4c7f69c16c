// `server.ts` sends each answer with `deliver`, `deliverWith` or `sendReply`. A new effect of a fault goes into
// `makeUp` or `alter`; made-up bodies may change. The order of the steps in `deliverWith` must stay, because
// `FaultTiming` and `FaultEffect` promise users what comes first.
import type { ServerResponse } from "node:http";
import { setTimeout as realSleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { busyAnswers } from "../service/busyAnswers";
import type { EmulatorClock } from "./clock";
import { type AnyFault, isMadeUp } from "./faults";
import type { Reply } from "./reply";

/** An answer in the form in which it is sent: status, headers, and a body in bytes. */
interface Wire {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** `FaultEffect` promises this size. It is far above the 4 MiB that the provider's client reads. */
const oversizeBytes = 64 * 1024 * 1024;

/** One request, with everything that its answer or a fault needs. */
export interface Stage {
  response: ServerResponse;
  clock: EmulatorClock;
  /** Aborted when the emulator closes. */
  closing: AbortSignal;
  /** Makes the service act and answer. */
  act: () => Reply;
  /** Notes the answer in the log before the emulator sends it. Nobody calls `note` when a fault sends no answer. */
  note: (status: number, reply: Reply | undefined) => void;
}

/** Sends the service's answer without any fault. */
export async function deliver(stage: Stage): Promise<void> {
  const reply = stage.act();
  await waitForService(reply, stage);
  stage.note(reply.status, reply);
  sendWire(stage.response, wireOf(reply));
}

/** Answers a request to which the emulator applies this fault. */
export async function deliverWith(fault: AnyFault, stage: Stage): Promise<void> {
  const { response } = stage;
  const pause = (ms: number): Promise<void> =>
    fault.real ? realSleep(ms, undefined, { signal: stage.closing }) : stage.clock.sleep(ms, stage.closing);
  const hang = () => stage.clock.sleep(Number.POSITIVE_INFINITY, stage.closing);

  if (fault.delayMs) await pause(fault.delayMs);
  if (fault.reset === "before") {
    cut(response);
    return;
  }
  if (fault.blackHole === true || fault.blackHole === "before") {
    await hang();
    return;
  }
  const reply = isMadeUp(fault) && !fault.actThen ? undefined : stage.act();
  await waitForService(reply, stage);
  if (fault.holdMs) await pause(fault.holdMs);
  if (fault.reset === "after") {
    cut(response);
    return;
  }
  if (fault.blackHole === "after") {
    await hang();
    return;
  }
  const wire = isMadeUp(fault) || !reply ? makeUp(fault) : alter(fault, reply);
  stage.note(wire.status, isMadeUp(fault) ? undefined : reply);
  if (fault.truncate) {
    writeHead(response, wire);
    response.flushHeaders();
    // The emulator ends the connection without a reset, because a reset could overtake the first half of the body.
    response.write(wire.body.subarray(0, Math.floor(wire.body.length / 2)), () => response.destroy());
  } else if (fault.dribble !== undefined) {
    writeHead(response, wire);
    response.flushHeaders();
    for (let i = 0; i < wire.body.length && !response.destroyed; i++) {
      await pause(fault.dribble);
      response.write(wire.body.subarray(i, i + 1));
    }
    response.end();
  } else {
    sendWire(response, wire);
  }
}

/** Waits for as long as the service takes to answer, or until the client has gone. */
async function waitForService(reply: Reply | undefined, { response, clock, closing }: Stage): Promise<void> {
  if (reply?.takesMs && !response.destroyed) {
    const left = new AbortController();
    response.once("close", () => left.abort(new Error("The client has gone")));
    await clock.sleep(reply.takesMs, AbortSignal.any([closing, left.signal]));
  }
}

function wireOf(reply: Reply): Wire {
  const body = Buffer.from(reply.text ?? (reply.body === undefined ? "" : JSON.stringify(reply.body)));
  return {
    status: reply.status,
    headers: reply.status === 204 ? { ...reply.headers } : { "content-type": "application/json", ...reply.headers },
    body,
  };
}

function makeUp(fault: AnyFault): Wire {
  const headers = fault.headers ?? {};
  if (fault.html) {
    const page = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>\n";
    return {
      status: fault.status ?? 200,
      headers: { "content-type": "text/html", ...headers },
      body: Buffer.from(page),
    };
  }
  if (fault.empty) return wireOf({ status: fault.status ?? 200, headers });
  if (fault.raw !== undefined) {
    return {
      status: fault.status ?? 200,
      headers: { "content-type": "application/json", ...headers },
      body: Buffer.from(fault.raw),
    };
  }
  if (fault.busy !== undefined) return wireOf({ status: fault.status ?? 400, headers, body: busyAnswers[fault.busy] });
  if (fault.redirect !== undefined) {
    return wireOf({ status: fault.status ?? 307, headers: { location: fault.redirect, ...headers } });
  }
  const status = fault.status ?? 500;
  const body = "body" in fault ? fault.body : status === 204 ? undefined : { error: `Answered ${status} on demand` };
  return wireOf({ status, headers, body });
}

function alter(fault: AnyFault, reply: Reply): Wire {
  if (fault.oversize) return { ...wireOf(reply), body: oversizedBody() };
  if (fault.gzip) {
    const wire = wireOf(reply);
    const body = gzipSync(fault.gzip === "bomb" ? oversizedBody() : wire.body);
    return { ...wire, headers: { ...wire.headers, "content-encoding": "gzip" }, body };
  }
  const { merge, list } = fault;
  let { body } = reply;
  if (merge) body = mergeFields(body, merge);
  if (list && Array.isArray(body)) {
    body = list === "gone" ? [] : list === "twice" ? [...body, ...body] : body.toReversed();
  }
  return wireOf({ ...reply, body });
}

/**
 * Sets these fields in an object, or in each element of a list. In an object with a list `rows`, sets them in each row
 * instead.
 */
function mergeFields(body: unknown, fields: Record<string, unknown>): unknown {
  if (Array.isArray(body)) return body.map((each: object) => ({ ...each, ...fields }));
  const { rows } = { rows: undefined, ...(body as object) };
  return { ...(body as object), ...(Array.isArray(rows) ? { rows: mergeFields(rows, fields) } : fields) };
}

// The body is valid JSON, so that only its size is wrong.
const oversizedBody = () => Buffer.concat([Buffer.from('"'), Buffer.alloc(oversizeBytes - 2, "x"), Buffer.from('"')]);

function writeHead(response: ServerResponse, { status, headers, body }: Wire): void {
  // A 204 must not announce a body, not even an empty one.
  response.writeHead(status, status === 204 ? headers : { ...headers, "content-length": body.length });
}

/** Puts an answer on the wire. */
function sendWire(response: ServerResponse, wire: Wire): void {
  writeHead(response, wire);
  response.end(wire.body);
}

/** Sends a reply unchanged. */
export const sendReply = (response: ServerResponse, reply: Reply) => sendWire(response, wireOf(reply));

/** Resets the connection, which the client sees as ECONNRESET. */
function cut(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}
