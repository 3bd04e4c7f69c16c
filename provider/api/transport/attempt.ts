// `attempt` sends a request once. `request.ts` calls it for each try; `nouns/auditLog.ts` and `nouns/csv.ts` throw
// `UnreadableBody`. Limits may change. `cleanFailure` must see each failure, because a server may repeat the key.
// `could not connect (…)` must stay, because `unreachable.ts` reads it.
import type { Dispatcher } from "undici";
import { whenAborted } from "./clock";
import { undici } from "./connections";
import type { BodyReader, Endpoint, Transport } from "./endpoint";
import { classify, type Retry, readErrorBody } from "./errorTable";
import { type ApiErrorFields, oneLine } from "./errorText";
import { adviseUnconfirmed, confirms, describeBody, explainPart, explainStatus, parseJson, saysNo } from "./success";
import { explainProxy, isTlsFailure, isUntrusted } from "./unreachable";

/** The most bytes that are read of an answer. Every answer of the service is smaller, and fits in memory. */
const maxBodyBytes = 4 * 1024 * 1024;
/** The longest Retry-After that is obeyed. A longer one comes from a clock that is set wrong. */
const longestRetryAfterMs = 3_600_000;

export interface Attempt<T>
  extends Pick<Endpoint<T>, "method" | "answer" | "echo" | "onlyEmpty">,
    Pick<Transport, "dispatcher" | "clock" | "userAgent"> {
  url: string;
  /** The path without the query, for the table of errors. */
  path: string;
  key: string;
  body?: unknown;
  /** Reads a success piece by piece, in place of `answer` and `echo`. */
  reader?: BodyReader<T>;
  /** Values that must not show in the service's message. */
  secrets: string[];
  signal: AbortSignal;
}

/** The error for an unusable answer. The message stands after "answered 200 with": `an empty body`. */
export class UnreadableBody extends Error {
  /** `more` is what the failure has besides its message. */
  constructor(
    message: string,
    readonly more: Partial<AttemptFailure> = {},
  ) {
    super(message);
  }
}

export interface AttemptFailure
  extends Pick<
    ApiErrorFields,
    "kind" | "problem" | "status" | "serviceMessage" | "requestId" | "isForeign" | "isAccepted" | "cause"
  > {
  retry: Retry;
  retryAfterMs?: number;
  /** Advice for this failure, when the usual advice for its kind does not help. */
  advice?: string;
}

export type Outcome<T> = { value: T; failure?: undefined } | { failure: AttemptFailure };

/** Sends once and reads the answer; never throws. */
export async function attempt<T>(one: Attempt<T>): Promise<Outcome<T | undefined>> {
  try {
    // undici ignores the signal while it connects, so the signal races against the request.
    const outcome = await untilAborted(exchange(one), one.signal);
    return outcome.failure ? { failure: cleanFailure(outcome.failure, one) } : outcome;
  } catch (error) {
    return { failure: cleanFailure(networkFailure(error), one) };
  }
}

/** Removes the secrets from a failure, because a server may repeat anything that it was sent. */
function cleanFailure<T>(failure: AttemptFailure, one: Attempt<T>): AttemptFailure {
  const oneLineOf = (text: string | undefined) => text && oneLine(text, [one.key, ...one.secrets]);
  return {
    ...failure,
    problem: oneLineOf(failure.problem) ?? "",
    serviceMessage: oneLineOf(failure.serviceMessage),
    requestId: oneLineOf(failure.requestId),
  };
}

async function exchange<T>(one: Attempt<T>): Promise<Outcome<T | undefined>> {
  const answer = await undici().request(one.url, {
    dispatcher: one.dispatcher,
    method: one.method,
    headers: {
      accept: one.reader?.accept ?? "application/json",
      "accept-encoding": "identity",
      authorization: `Basic ${Buffer.from(`:${one.key}`).toString("base64")}`,
      "user-agent": one.userAgent,
      ...(one.body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: one.body === undefined ? undefined : JSON.stringify(one.body),
    signal: one.signal,
    // The timeouts of undici restart with each chunk. The signal limits the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const { statusCode: status, headers } = answer;
  const base = { status, requestId: firstValue(headers["x-request-id"]) };
  // An unfinished body that is destroyed raises an error event, which nobody needs to hear.
  answer.body.on("error", () => undefined);
  try {
    if (status < 200 || status >= 300) return { failure: { ...(await refusalIn(answer, one)), ...base } };
    const strange = explainStatus(one.method === "GET", status, headers);
    if (strange !== undefined) throw new UnreadableBody(strange, { isForeign: true });
    return { value: await (one.reader ? readThrough(answer, one.reader) : decode(await textOf(answer), headers, one)) };
  } catch (error) {
    if (error instanceof UnreadableBody) {
      const problem = `answered ${status} with ${error.message}`;
      return { failure: { kind: "badResponse", retry: "unreadable", problem, ...error.more, ...base } };
    }
    const failure = { ...networkFailure(error), ...base };
    if (one.reader?.handedOut) failure.problem = `broke off midway: ${failure.problem}`;
    return { failure };
  } finally {
    answer.body.destroy();
  }
}

/** What an answer means that is not a success. The status is known even if the body cannot be read. */
async function refusalIn<T>(answer: Dispatcher.ResponseData, one: Attempt<T>): Promise<AttemptFailure> {
  const { statusCode: status, headers } = answer;
  const text = await textOf(answer).catch(() => "");
  const { code, message, own } = readErrorBody(text);
  const verdict = classify({ status, code, message, path: one.path, own });
  if (verdict.retry === "unreadable") throw new UnreadableBody(describeBody(text), { isForeign: true });
  return {
    ...verdict,
    problem:
      status < 400 ? `answered ${status}: a redirect, and this package follows no redirect` : `answered ${status}`,
    isForeign: status < 400 || (status >= 500 && text.trim() !== "" && !own),
    serviceMessage: message,
    retryAfterMs: parseRetryAfter(firstValue(headers["retry-after"]), one.clock.now()),
  };
}

/** The milliseconds that a Retry-After header asks for (seconds or a date); undefined when it is not usable. */
function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const ms = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 && ms <= longestRetryAfterMs ? ms : undefined;
}

/** Passes a body to its reader piece by piece. The body is received only as fast as the reader takes it. */
async function readThrough<T>(answer: Dispatcher.ResponseData, reader: BodyReader<T>): Promise<T> {
  const decoder = new TextDecoder();
  const most = `${Math.floor(reader.mostBytes / 1024 / 1024)} MiB`;
  const more = { retry: "final", advice: reader.tooLargeAdvice } as const;
  const tooLarge = new UnreadableBody(`a body larger than the limit of ${most}`, more);
  for await (const piece of piecesOf(answer, reader.mostBytes, tooLarge)) {
    await reader.take(decoder.decode(piece, { stream: true }));
  }
  await reader.take(decoder.decode());
  return reader.end();
}

async function textOf(answer: Dispatcher.ResponseData): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(answer, maxBodyBytes, new UnreadableBody("a body of more than 4 MiB"))) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The pieces of a body. An encoded body, which was not asked for, and a body that is too large are refused at once. */
async function* piecesOf({ headers, body }: Dispatcher.ResponseData, mostBytes: number, tooLarge: UnreadableBody) {
  const encoding = firstValue(headers["content-encoding"]) || "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new UnreadableBody(`a ${encoding}-encoded body, although the request asked for a plain body`);
  }
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > mostBytes) throw tooLarge;
    yield piece;
  }
}

function decode<T>(text: string, headers: Dispatcher.ResponseData["headers"], one: Attempt<T>): T | undefined {
  if (!one.answer && text.trim() === "") return undefined;
  const parsed = parseJson(text);
  if (parsed === undefined) {
    throw new UnreadableBody(describeBody(text), { isForeign: true, isAccepted: text.trim() === "" });
  }
  const isRead = one.method === "GET";
  const part = isRead ? explainPart(parsed, headers) : undefined;
  if (part !== undefined) throw new UnreadableBody(part);
  const result = one.answer?.safeParse(parsed);
  const isNo = !isRead && saysNo(parsed, result?.success);
  if (isNo || (!one.answer && (one.onlyEmpty || !confirms(parsed, one.body)))) {
    const advice = adviseUnconfirmed(parsed);
    const serviceMessage = readErrorBody(text).message;
    throw new UnreadableBody("JSON that confirms nothing", { isForeign: advice === undefined, serviceMessage, advice });
  }
  if (result === undefined) return one.echo?.safeParse(parsed).data;
  if (!result.success) {
    const issue = result.error.issues[0];
    const isAboutAll = issue === undefined || issue.path.length === 0;
    const field = isAboutAll ? "the whole answer" : `field ${issue.path.join(".")}`;
    const shape = `JSON of another shape (${field}: ${issue?.message})`;
    throw new UnreadableBody(shape, { isForeign: isAboutAll, isAccepted: !isAboutAll });
  }
  return result.data;
}

/** Error codes that mean that no connection was made, so that nothing can have been sent. */
const unsentCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function networkFailure(error: unknown): AttemptFailure {
  const { code: given, syscall } = Object(error) as Record<string, unknown>;
  const code = String(given);
  const message = error instanceof Error ? error.message : "";
  // undici gives this error no code.
  if (error instanceof Error && error.name === "HTTPParserError") {
    const problem = `got an answer that is not HTTP (${message})`;
    return { kind: "badResponse", retry: "unreadable", problem, isForeign: true };
  }
  if (/^UND_ERR_(CLOSED|DESTROYED)$/.test(code))
    return { kind: "stopped", retry: "transient", problem: "got no answer before the client was closed" };
  const ofProxy = explainProxy(code, message);
  const isConnecting = syscall === "connect" || syscall === "getaddrinfo";
  const unsent = ofProxy !== undefined || isTlsFailure(code) || unsentCodes.has(code) || isConnecting;
  const words = ofProxy ?? String(given ?? message);
  const wayOut = isUntrusted(code) ? ": set NODE_EXTRA_CA_CERTS to the file of your certificate authority" : "";
  const problem = `${unsent ? "could not connect" : "got no answer"} (${words}${wayOut})`;
  return { kind: "network", retry: unsent ? "unsent" : "transient", problem, cause: error };
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const ignore = whenAborted(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(ignore);
  });
