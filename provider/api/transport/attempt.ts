import type { Dispatcher } from "undici";
import { parseRetryAfter } from "./backoff";
import type { Clock } from "./clock";
import { undici } from "./connections";
import type { BodyReader, Endpoint } from "./endpoint";
import { classify, type Retry, readErrorBody } from "./errorTable";
import { type ApiErrorFields, oneLine } from "./errorText";
import { adviseUnconfirmed, confirms, describeBody, explainPart, explainStatus, parseJson, saysNo } from "./success";
import { explainProxy, isTlsFailure, isUntrusted } from "./unreachable";

/**
 * The most bytes that are read of an answer. Every answer of the service is smaller, and this much fits in memory for
 * each call.
 */
const maxBodyBytes = 4 * 1024 * 1024;

/** One try of a request, ready to be sent. */
export interface Attempt<T> extends Pick<Endpoint<T>, "method" | "answer" | "echo" | "onlyEmpty"> {
  dispatcher: Dispatcher;
  clock: Clock;
  url: string;
  /** The path without the query, for the table of errors. */
  path: string;
  key: string;
  userAgent: string;
  body?: unknown;
  /** Reads a success piece by piece, in place of `answer` and `echo`. */
  reader?: BodyReader<T>;
  /** Values that must not show in the service's message. */
  secrets: string[];
  signal: AbortSignal;
}

/**
 * The error for a body that cannot be read. The message says why, as it stands after "answered 200 with": `a row that
 * does not end`.
 */
export class UnreadableBody extends Error {}

/** The failure of one try. */
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

/** The outcome of one try: a value or a failure. */
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
  const {
    statusCode: status,
    headers,
    body,
  } = await undici().request(one.url, {
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
    // The timeouts of undici restart with each chunk, so they would not limit a whole call. The signal limits the whole
    // call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const requestId = firstValue(headers["x-request-id"]);
  const base = { status, requestId };
  const ok = status >= 200 && status < 300;
  const strange = ok ? explainStatus(one.method === "GET", status, headers) : undefined;
  if (strange !== undefined) {
    discard(body);
    return { failure: unreadableFailure(strange, base, true) };
  }
  if (ok && one.reader) return readThrough(body, firstValue(headers["content-encoding"]), one.reader, base);
  const read = await readBody(body, firstValue(headers["content-encoding"])).catch((error: unknown) => ({ error }));
  if (ok && "error" in read) return { failure: { ...networkFailure(read.error), ...base } };
  if (ok && "text" in read) return decode(read.text, headers, one, base);
  if (ok) return { failure: unreadableFailure("unreadable" in read ? read.unreadable : "", base) };
  // The status is known even if the body of the error cannot be read.
  const text = "text" in read ? read.text : "";
  const { code, message, own } = readErrorBody(text);
  const verdict = classify({ status, code, message, path: one.path, own });
  if (verdict.retry === "unreadable") return { failure: unreadableFailure(describeBody(text), base, true) };
  return {
    failure: {
      ...base,
      ...verdict,
      problem: status < 400 ? `answered ${status}: a redirect, which is refused` : `answered ${status}`,
      isForeign: status < 400 || (status >= 500 && text.trim() !== "" && !own),
      serviceMessage: message,
      retryAfterMs: parseRetryAfter(firstValue(headers["retry-after"]), one.clock.now()),
    },
  };
}

type Read = { text: string } | { unreadable: string };

/** Refuses an encoded body, because no encoding was asked for: names the encoding, and drops the body. */
function refuseEncoded(body: Dispatcher.ResponseData["body"], encoding: string | undefined): string | undefined {
  if (!encoding || encoding.toLowerCase() === "identity") return undefined;
  discard(body);
  return `a ${encoding}-encoded body, which was not asked for`;
}

/** Passes a body to its reader piece by piece. The body is received only as fast as the reader takes it. */
async function readThrough<T>(
  body: Dispatcher.ResponseData["body"],
  encoding: string | undefined,
  reader: BodyReader<T>,
  base: Partial<AttemptFailure>,
): Promise<Outcome<T>> {
  const encoded = refuseEncoded(body, encoding);
  if (encoded !== undefined) return { failure: unreadableFailure(encoded, base) };
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > reader.mostBytes) {
        discard(body);
        const most = `${Math.floor(reader.mostBytes / 1024 / 1024)} MiB`;
        const failure = unreadableFailure(`a body of more than ${most}, which is the limit`, base);
        return { failure: { ...failure, retry: "final", advice: reader.tooLargeAdvice } };
      }
      await reader.take(decoder.decode(chunk, { stream: true }));
    }
    await reader.take(decoder.decode());
    return { value: await reader.end() };
  } catch (error) {
    discard(body);
    if (error instanceof UnreadableBody) return { failure: unreadableFailure(error.message, base) };
    const failure = { ...networkFailure(error), ...base };
    return { failure: reader.handedOut ? { ...failure, problem: `broke off midway: ${failure.problem}` } : failure };
  }
}

/** Reads the body, and stops at once when it is encoded or too large. */
async function readBody(body: Dispatcher.ResponseData["body"], encoding: string | undefined): Promise<Read> {
  const encoded = refuseEncoded(body, encoding);
  if (encoded !== undefined) return { unreadable: encoded };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      discard(body);
      return { unreadable: "a body of more than 4 MiB" };
    }
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

function discard(body: Dispatcher.ResponseData["body"]): void {
  // Destroying an unfinished body raises an error event on the body, which nobody needs to hear.
  body.on("error", () => undefined).destroy();
}

function decode<T>(
  text: string,
  headers: Dispatcher.ResponseData["headers"],
  one: Attempt<T>,
  base: Partial<AttemptFailure>,
): Outcome<T | undefined> {
  if (!one.answer && text.trim() === "") return { value: undefined };
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return { failure: { ...unreadableFailure(describeBody(text), base, true), isAccepted: text.trim() === "" } };
  }
  const isRead = one.method === "GET";
  const part = isRead ? explainPart(parsed, headers) : undefined;
  if (part !== undefined) return { failure: unreadableFailure(part, base) };
  const result = one.answer?.safeParse(parsed);
  const isNo = !isRead && saysNo(parsed, result?.success);
  if (isNo || (!one.answer && (one.onlyEmpty || !confirms(parsed, one.body)))) {
    const advice = adviseUnconfirmed(parsed);
    const failure = unreadableFailure("JSON that confirms nothing", base, advice === undefined);
    return { failure: { ...failure, serviceMessage: readErrorBody(text).message, advice } };
  }
  if (result === undefined) return { value: one.echo?.safeParse(parsed).data };
  if (!result.success) {
    const issue = result.error.issues[0];
    const isAboutAll = issue === undefined || issue.path.length === 0;
    const field = isAboutAll ? "the whole answer" : `field ${issue.path.join(".")}`;
    const failure = unreadableFailure(`JSON of another shape (${field}: ${issue?.message})`, base, isAboutAll);
    return { failure: { ...failure, isAccepted: !isAboutAll } };
  }
  return { value: result.data };
}

function unreadableFailure(what: string, base: Partial<AttemptFailure>, isForeign = false): AttemptFailure {
  const problem = `answered ${base.status} with ${what}`;
  return { kind: "badResponse", retry: "unreadable", problem, isForeign, ...base };
}

/** Error codes that mean that no connection was made, so that nothing can have been sent. */
const unsentCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

function networkFailure(error: unknown): AttemptFailure {
  const { code, syscall } = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  const message = error instanceof Error ? error.message : "";
  // undici gives this error no code.
  if (error instanceof Error && error.name === "HTTPParserError")
    return { ...unreadableFailure("", {}, true), problem: `got an answer that is no HTTP (${message})` };
  if (/^UND_ERR_(CLOSED|DESTROYED)$/.test(String(code)))
    return { kind: "stopped", retry: "transient", problem: "got no answer before the client was closed" };
  const ofProxy = explainProxy(String(code), message);
  const unsent =
    ofProxy !== undefined ||
    isTlsFailure(String(code)) ||
    unsentCodes.has(String(code)) ||
    syscall === "connect" ||
    syscall === "getaddrinfo";
  const words = ofProxy ?? String(code ?? message);
  const wayOut = isUntrusted(String(code))
    ? ": name the file of your certificate authority in NODE_EXTRA_CA_CERTS"
    : "";
  return {
    kind: "network",
    retry: unsent ? "unsent" : "transient",
    problem: `${unsent ? "could not connect" : "got no answer"} (${words}${wayOut})`,
    cause: error,
  };
}

const firstValue = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
