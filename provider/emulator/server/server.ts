// `emulator/index.ts` calls `createEmulatorServer` and reads `prefixes`. Limits may change with `DIFFERENCES.md`. The
// order of checks must stay, because no body of an API request may reach the log without a valid key. `prefixes` must
// stay, because stacks and tests have these paths in their settings.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { routes } from "../nouns";
import { answerFile } from "../panel/files";
import { stream } from "../panel/stream";
import { dialectOf } from "../service/dialects";
import { type ApiName, authenticate, authorize, type Caller, refuseWithoutKey } from "./auth";
import { noteChanges } from "./changes";
import { answerControl, controlPrefix, eventsPath } from "./controlCalls";
import type { Controls, World } from "./controls";
import { deliver, deliverWith, type Stage, sendReply } from "./deliver";
import { kindOf } from "./faults";
import { refuseForeign } from "./guard";
import { type Reply, ServiceError } from "./reply";
import { checkBody, checkQuery, type Incoming, parseBody } from "./request";
import type { Route } from "./route";
import { createRouter } from "./router";
import { withoutSecrets } from "./secrets";
import { asSpecified, specifiedStatus } from "./specified";

/** The path of each API under the emulator's URL. */
export const prefixes: Record<ApiName, string> = { account: "/customer", instance: "/instance" };

const match = createRouter(routes);

const maxBodyBytes = 4 * 1024 * 1024;
/** The size of the largest body that the log keeps. */
const maxLoggedBytes = 16 * 1024;

/** The values that the server needs beside the world. */
interface Needs {
  controls: Controls;
  /** The account's first key. After a rotation, this key still opens the controls, as the present key does. */
  key: string;
  /** Aborted when the emulator closes. */
  closing: AbortSignal;
}

/** Makes the emulator's HTTP server, which does not listen yet. */
export function createEmulatorServer(world: World, { controls, key, closing }: Needs): Server {
  let received = 0;

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    received += 1;
    response.setHeader("x-request-id", `emulator-${received}`);
    const foreign = refuseForeign(message.headers);
    if (foreign) {
      message.resume();
      sendReply(response, foreign);
      return;
    }
    const request = await readRequest(message, (head) => isControl(head) || senderOf(world, head) !== undefined);
    if (!request) {
      sendReply(response, { status: 413, body: { error: "The body is too large" }, headers: { connection: "close" } });
      return;
    }
    if (isControl(request)) {
      const refused = refuseWithoutKey(request.headers["authorization"], key, world.store);
      if (request.path !== eventsPath || refused) sendReply(response, refused ?? answerControl(controls, request));
      else stream(world, response, closing);
      return;
    }
    const file = answerFile(request.method, request.path);
    if (file) {
      sendReply(response, file);
      return;
    }
    await serveOperation(request, response);
  };

  const serveOperation = async (request: Incoming, response: ServerResponse) => {
    const { method, path, query } = request;
    const entry = world.log.open({ method, path, query, at: world.clock.now() });
    const body = bodyForLog(request);
    if (body !== undefined) entry.body = body;
    const sender = senderOf(world, request);
    if (sender?.api === "instance") entry.instance = sender.instance.id;
    const note: Stage["note"] = (status, reply) => {
      entry.status = status;
      entry.answeredAt = world.clock.now();
      world.log.settlePoll(entry, request.headers["authorization"] ?? "", reply?.pending ?? false);
    };
    const limited = world.limiter.take();
    if (limited) {
      note(limited.status, limited);
      sendReply(response, limited);
      return;
    }
    const actAndNote = () => {
      const act = () => answer(world, request);
      const note = (endsAt: number) => {
        entry.changesUntil = endsAt;
      };
      // A GET never begins a change, so there is nothing to note.
      if (method === "GET") return act();
      try {
        return noteChanges(world.store, world.clock.now(), act, note);
      } finally {
        world.noteChange();
      }
    };
    const fault = world.faults.take({ method, path, instance: entry.instance });
    if (!fault) {
      await deliver({ response, clock: world.clock, closing, note, act: actAndNote });
      return;
    }
    entry.fault = kindOf(fault);
    const act = () => {
      const until = fault.hideNewFor === undefined ? 0 : world.clock.now() + fault.hideNewFor;
      return world.store.hidingNew(until, actAndNote);
    };
    await deliverWith(fault, { response, clock: world.clock, closing, note, act });
  };

  return createServer((message, response) => {
    serve(message, response).catch((error: unknown) => {
      // If the client has gone, the answer has begun, or the emulator is closing, nobody waits for this answer.
      if (closing.aborted || response.destroyed || response.headersSent) {
        response.destroy();
        return;
      }
      sendReply(response, {
        status: 500,
        body: { error: `The emulator failed: ${error instanceof Error ? error.message : error}` },
      });
    });
  });
}

type Head = Omit<Incoming, "body">;

const isControl = ({ path }: Head): boolean => path.startsWith(controlPrefix);

/** Reads a request, with its body when `wantsBody` says so. Undefined when the body is too large. */
async function readRequest(
  message: IncomingMessage,
  wantsBody: (head: Head) => boolean,
): Promise<Incoming | undefined> {
  const [path = "", ...query] = (message.url ?? "").split("?");
  const headers = message.headers as Head["headers"];
  const head = { method: message.method ?? "GET", path, query: query.join("?"), headers };
  const chunks: Buffer[] = [];
  if (!wantsBody(head)) {
    message.resume();
    return { ...head, body: Buffer.alloc(0) };
  }
  let size = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return { ...head, body: Buffer.concat(chunks) };
}

const apiOf = (path: string): ApiName | undefined =>
  (Object.keys(prefixes) as ApiName[]).find((api) => path.startsWith(`${prefixes[api]}/`));

/** The sender of a request, for the log and for faults. Undefined without a valid key, which `answer` refuses. */
function senderOf(world: World, request: Head): Caller | undefined {
  const api = apiOf(request.path);
  try {
    return api && authenticate(request.headers["authorization"], api, world.store);
  } catch {
    return undefined;
  }
}

/** The body as the log keeps it. The log keeps no unreadable body, because any part of it may be secret. */
function bodyForLog(request: Incoming): unknown {
  if (request.body.length > maxLoggedBytes) return `[${request.body.length} bytes]`;
  try {
    const { value } = parseBody(request);
    const api = apiOf(request.path);
    const matched = api && match(api, request.method, request.path.slice(prefixes[api].length));
    return value === undefined ? undefined : withoutSecrets(value, matched?.found ? matched.route.body : undefined);
  } catch {
    return undefined;
  }
}

/** Answers as the service does: checks the key, the path, the right and the fields, then runs the operation. */
function answer(world: World, request: Incoming): Reply {
  try {
    const { method, path, headers } = request;
    const api = apiOf(path);
    if (!api) throw new ServiceError({ status: 404, body: { error: "Not found" } });
    const { store, clock, random } = world;
    const caller = authenticate(headers["authorization"], api, store);
    const exists = dialectOf(store).specified_only ? (each: Route) => !each.isObserved : undefined;
    const matched = match(api, method, path.slice(prefixes[api].length), exists);
    if (!matched.found) {
      throw matched.allow.length > 0
        ? new ServiceError({
            status: 405,
            body: { error: "Method not allowed" },
            headers: { allow: matched.allow.join(", ") },
          })
        : new ServiceError({ status: 404, body: { error: "Not found" } });
    }
    const { route, params } = matched;
    authorize(caller, route.access ?? (method === "GET" ? "read" : "write"));
    const query = checkQuery(request, route.query);
    const body = checkBody(request, route.body);
    const reply = route.handle({ params, query, body, caller, store, now: clock.now(), random: random() });
    return dialectOf(store).specified_only ? asSpecified(route, reply) : reply;
  } catch (error) {
    if (error instanceof ServiceError) {
      const status = dialectOf(world.store).specified_only ? specifiedStatus(error.reply.status) : error.reply.status;
      return { ...error.reply, status };
    }
    throw error;
  }
}
