// `server.ts` calls `answerControl` for each path under `/_emulator/`. A new call goes into `calls` and into the help
// of `cli/emulator.ts`. Present names must stay, because users' scripts and the panel call them. The check of the
// content type must stay, because web pages could otherwise send calls.
import { z } from "zod";
import { ControlError, type Controls, type StateChange } from "./controls";
import type { FaultRule } from "./faults";
import { parseJson } from "./guard";
import type { Limit } from "./limit";
import { noContent, ok, type Reply, ServiceError } from "./reply";
import { contentTypeOf, type Incoming } from "./request";

/** The path under which all control calls are. */
export const controlPrefix = "/_emulator/";

const clockSchema = z
  .strictObject({ advanceMs: z.number().min(0).optional(), speed: z.number().positive().max(1_000_000).optional() })
  .refine(({ advanceMs, speed }) => (advanceMs === undefined) !== (speed === undefined), "Give advanceMs or speed");

/** The control call whose answer does not end: it tells the panel each change. */
export const eventsPath = `${controlPrefix}events`;

const toList = (body: unknown): unknown[] => (Array.isArray(body) ? body : [body]);

/** Runs `work` and answers 204. */
const run = (work: () => void): Reply => {
  work();
  return noContent();
};

/** The calls by path and method. A control checks its own arguments, and throws an error that names the mistake. */
const calls: Record<string, Record<string, (controls: Controls, body: unknown) => Reply>> = {
  reset: { POST: (controls) => run(() => controls.reset()) },
  requests: {
    GET: (controls) => ok(controls.requests()),
    DELETE: (controls) => run(() => controls.clearRequests()),
  },
  clock: {
    POST: (controls, body) => {
      const { advanceMs, speed } = clockSchema.parse(body);
      return run(() => (advanceMs === undefined ? controls.speed(speed ?? 1) : controls.advance(advanceMs)));
    },
  },
  faults: {
    POST: (controls, body) => run(() => controls.fault(...(toList(body) as FaultRule[]))),
    DELETE: (controls) => run(() => controls.clearFaults()),
  },
  limit: {
    POST: (controls, body) => run(() => controls.limit(body as Limit)),
    DELETE: (controls) => run(() => controls.liftLimit()),
  },
  save: { GET: (controls) => ({ status: 200, text: controls.save() }) },
  state: {
    GET: (controls) => ok(controls.state()),
    PATCH: (controls, body) => ok({ ids: controls.patch(...(toList(body) as StateChange[])) }),
  },
};

/** Answers a control call. */
export function answerControl(controls: Controls, request: Incoming): Reply {
  const name = request.path.slice(controlPrefix.length);
  const methods = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!methods) {
    return {
      status: 404,
      body: { error: `There is no such control call; there are ${Object.keys(calls).join(", ")}` },
    };
  }
  const call = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (!call) {
    return { status: 405, headers: { allow: Object.keys(methods).join(", ") }, body: { error: "Method not allowed" } };
  }
  // With any other content type, a web page of another origin could send this request without the browser asking the
  // emulator first.
  if (["POST", "PATCH"].includes(request.method) && contentTypeOf(request) !== "application/json") {
    return { status: 415, body: { error: "A control call needs the header content-type: application/json" } };
  }
  try {
    return call(controls, request.body.length > 0 ? parseJson(request.body.toString("utf8")) : undefined);
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
    if (error instanceof ControlError) return { status: 400, body: { error: error.message } };
    if (error instanceof ServiceError) return error.reply;
    throw error;
  }
}
