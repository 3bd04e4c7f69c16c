// `lists/`, `send.ts`, `nouns/auditLog.ts` and `nouns/instances.ts` call `request`. Limits may change. An unclear POST
// must not go out again, because it could act twice. `beforeWrite` must run before each write, because the run may have
// ended. Chance must come from the clock, because tests repeat it.
import { type AttemptFailure, attempt, type Outcome } from "./attempt";
import { stringsIn } from "./clean";
import { longestTimerMs, timeLimit } from "./clock";
import type { Api, Arguments, Call, CallRequest, Endpoint, Transport } from "./endpoint";
import { ApiError, isApiError } from "./errors";
import { buildPath } from "./paths";
import { joinUrl } from "./urls";

/** The most tries that end in network trouble or a 5xx. Trouble that outlasts them (half a minute) is an outage. */
const mostFailures = 8;
/** The most pages of HTML in place of JSON. One can come from one bad node; three in a row mean an outage. */
const mostUnreadable = 3;
/** How long an address is tried that has never answered: it is more likely wrong than out of service. */
const contactMs = 3_000;
/** The longest time for one try. The slowest operation takes 15 s; a connection that is silent longer is dead. */
const attemptMs = 120_000;
/** The time before the deadline at which the last try is sent. */
const lastTryMs = 1_000;
/** The time for a call without a deadline of its own: the service is seldom busy for longer. */
const defaultTimeoutMs = 120_000;
/** The first delay. The service answers nearly everything within 0.3 s: a shorter delay would meet the same trouble. */
const baseMs = 250;
/** The longest delay. Trouble that outlasts a few tries lasts for minutes; longer pauses would only add idle time. */
const capMs = 10_000;
/** The least time between two lines about the same wait, and the shortest wait whose end is told. */
const tellAgainMs = 10_000;
/** Why a call waits after a 429, as `progress` tells it; `cli/doctor/service.ts` looks for these words. */
export const rateLimited = "the call rate is limited";

/**
 * The one way to call the service, with one deadline for all tries of a call. A request goes out again as far as it may
 * be sent again, with full jitter and Retry-After, and after a 401 with a new key. Callers meet an {@link ApiError}, or
 * what `beforeWrite` throws.
 */
export async function request<T>(to: Api, endpoint: Endpoint<T>, args: Arguments<T>, asked?: CallRequest): Promise<T> {
  const call = withDeadline(asked, to.transport);
  const flow = startFlow(to, endpoint, args, call);
  to.contact?.throwIfLost(call);
  try {
    const value = await sendUntilAnswered(flow);
    to.contact?.noteSuccess();
    return value;
  } catch (error) {
    // The look-up of a key is a request of its own, to the other API.
    const isOwn = isApiError(error) && error.path === flow.path;
    throw isOwn && to.contact ? await to.contact.explain(error, call) : error;
  }
}

/** The state of one call: what the call asks for, and what has happened so far. */
type Flow<T> = ReturnType<typeof startFlow<T>>;

const startFlow = <T>(to: Api, endpoint: Endpoint<T>, { params, query, body, read }: Arguments<T>, call: Call) => ({
  to,
  endpoint,
  call,
  body,
  read,
  path: buildPath(endpoint.path, params, call.subject),
  query: buildQuery(query),
  ticket: to.transport.gate.ticket(),
  start: to.transport.clock.now(),
  /** True once a part of an answer has reached the caller, who would get it twice if the request were repeated. */
  handedOut: false,
  attempts: 0,
  failures: 0,
  unreadable: 0,
  last: undefined as AttemptFailure | undefined,
});

async function sendUntilAnswered<T>(flow: Flow<T>): Promise<T> {
  const { to, endpoint, call } = flow;
  let key = await to.credentials.key(call);
  for (;;) {
    const outcome = await sendOnce(flow, key);
    if (!outcome.failure) {
      if (isWaited(flow.last)) tellWaitsEnd(flow);
      if (endpoint.method !== "GET") call.onWrite?.(true);
      // An endpoint without a schema has the type `Endpoint<void>`, for which undefined is the right value.
      return outcome.value as T;
    }
    flow.last = outcome.failure;
    if (endpoint.method !== "GET" && isUnclear(outcome.failure)) call.onWrite?.(false);
    if (outcome.failure.kind === "auth") {
      const renewed = await to.credentials.renew(key, call);
      if (renewed !== undefined) {
        key = renewed;
        continue;
      }
    }
    if (["unsent", "transient"].includes(outcome.failure.retry)) flow.failures += 1;
    if (outcome.failure.retry === "unreadable") flow.unreadable += 1;
    if (!mayRepeat(flow, outcome.failure)) throw toApiError(flow, outcome.failure);
    await pauseAfter(flow, outcome.failure);
  }
}

function withDeadline(asked: CallRequest = {}, { clock, timeoutMs = defaultTimeoutMs }: Transport): Call {
  const limitMs = Math.min(asked.timeoutMs ?? timeoutMs, longestTimerMs);
  return { ...asked, deadline: asked.deadline ?? clock.now() + limitMs };
}

/** The query with its question mark; empty where there is none. */
function buildQuery(given: Arguments["query"] = {}): string {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, `${value}`]));
  return query.size === 0 ? "" : `?${query}`;
}

async function sendOnce<T>(flow: Flow<T>, key: string): Promise<Outcome<T | undefined>> {
  const { to, endpoint, call } = flow;
  const { clock, gate, beforeWrite } = to.transport;
  const sentAt = await enterGate(flow);
  const reader = flow.read?.();
  let outcome: Outcome<T | undefined> | undefined;
  try {
    if (endpoint.method !== "GET") await beforeWrite?.();
    if (to.transport.isClosed) throw toApiError(flow, closed);
    const limit = timeLimit(clock, Math.min(attemptMs, call.deadline - clock.now()), call.signal);
    flow.attempts += 1;
    outcome = await attempt({
      ...endpoint,
      ...to.transport,
      key,
      url: joinUrl(to.baseUrl, flow.path) + flow.query,
      path: flow.path,
      body: flow.body,
      reader,
      secrets: secretsOf(endpoint, flow.body),
      signal: limit.signal,
    });
    limit.end();
    return outcome.failure?.kind === "network" && limit.signal.aborted ? { failure: failureOfCutOff(flow) } : outcome;
  } finally {
    if (reader?.handedOut) flow.handedOut = true;
    const failure = outcome?.failure;
    gate.leave({ sentAt, throttled: failure?.kind === "throttled", retryAfterMs: failure?.retryAfterMs });
  }
}

const closed: AttemptFailure = {
  kind: "stopped",
  retry: "final",
  problem: "was not sent: the client is closed",
  advice: "open another",
};

const noTime: AttemptFailure = { kind: "timeout", retry: "final", problem: "was not sent, because no time was left" };

async function enterGate<T>(flow: Flow<T>): Promise<number> {
  const { clock, gate } = flow.to.transport;
  const left = flow.call.deadline - clock.now();
  const at = left > 0 && !flow.call.signal?.aborted ? gate.enterAtOnce() : undefined;
  if (at !== undefined) return at;
  const limit = timeLimit(clock, left, flow.call.signal);
  try {
    if (left <= 0 && !flow.call.signal?.aborted) throw limit.signal.reason;
    return await gate.enter(flow.ticket, limit.signal);
  } catch {
    if (flow.call.signal?.aborted) {
      throw toApiError(flow, { kind: "stopped", retry: "final", problem: "was stopped before it was sent" });
    }
    throw toApiError(flow, flow.last ?? noTime, true);
  } finally {
    limit.end();
  }
}

/** Describes a try that our own signal ended, because the run was stopped or the time was over. */
function failureOfCutOff<T>(flow: Flow<T>): AttemptFailure {
  if (flow.call.signal?.aborted) {
    return { kind: "stopped", retry: "transient", problem: "was stopped before an answer came" };
  }
  return { kind: "timeout", retry: "transient", problem: `got no answer within ${secondsOf(flow)}s` };
}

const secondsOf = <T>({ to, start }: Flow<T>): number => Math.round((to.transport.clock.now() - start) / 1000);

/** True for a try that the service may have carried out although no usable answer came. */
const isUnclear = ({ retry }: AttemptFailure) => ["unsure", "transient", "unreadable"].includes(retry);

const isRepeatable = ({ method, isRepeatable: marked }: Endpoint<unknown>) => method !== "POST" || marked === true;

/** How many milliseconds a connection may still be tried, if no answer has ever come. */
function timeForContact<T>({ to, start }: Flow<T>): number {
  if (to.contact === undefined || to.contact.isReached) return Number.POSITIVE_INFINITY;
  return start + contactMs - to.transport.clock.now();
}

function mayRepeat<T>(flow: Flow<T>, failure: AttemptFailure): boolean {
  if (flow.handedOut || failure.kind === "stopped") return false;
  if (failure.kind === "busy" && flow.call.busy === "throw") return false;
  const isSafe = isRepeatable(flow.endpoint);
  const mayGoOn = {
    final: false,
    wait: true,
    unsure: isSafe,
    unsent: flow.failures < mostFailures && timeForContact(flow) > 0,
    transient: isSafe && flow.failures < mostFailures,
    unreadable: isSafe && flow.unreadable < mostUnreadable,
  };
  return mayGoOn[failure.retry];
}

async function pauseAfter<T>(flow: Flow<T>, failure: AttemptFailure): Promise<void> {
  const { clock } = flow.to.transport;
  const left = flow.call.deadline - clock.now();
  if (left <= lastTryMs || (failure.retryAfterMs ?? 0) >= left) throw toApiError(flow, failure, true);
  if (isWaited(failure)) tellWait(flow, failure);
  // After a 429 the gate decides when the next call may leave, for all calls together.
  if (failure.kind === "throttled") return;
  const most = failure.retry === "unsent" ? timeForContact(flow) : Number.POSITIVE_INFINITY;
  // Exponential with full jitter, so that callers that failed together spread out.
  const backoff = clock.random() * Math.min(capMs, baseMs * 2 ** Math.min(flow.attempts, 30));
  const wanted = Math.max(Math.min(backoff, most), failure.retryAfterMs ?? 0);
  await clock.sleep(Math.min(wanted, left - lastTryMs), flow.call.signal).catch(() => {
    throw toApiError(flow, { ...failure, kind: "stopped", retry: "final", problem: "was stopped between two tries" });
  });
}

const isWaited = (failure: AttemptFailure | undefined) => failure?.retry === "wait" || failure?.retry === "unsure";

/** The line on a wait that was told last, by operation: the lines of all its calls show on one row. */
const toldLast = new WeakMap<NonNullable<Call["progress"]>, { why: string; at: number }>();

/** Tells why the service is waited for: at once where the reason is new, otherwise seldom. */
function tellWait<T>(flow: Flow<T>, { kind, serviceMessage }: AttemptFailure): void {
  const { clock } = flow.to.transport;
  const { progress } = flow.call;
  if (progress === undefined) return;
  const why = kind === "throttled" ? rateLimited : (serviceMessage ?? "it is busy");
  const before = toldLast.get(progress);
  if (before?.why === why && clock.now() - before.at < tellAgainMs) return;
  toldLast.set(progress, { why, at: clock.now() });
  progress(`waiting for the service (${secondsOf(flow)}s): ${why}`);
}

/** Tells that a wait is over, if it was long. */
function tellWaitsEnd<T>(flow: Flow<T>): void {
  if (flow.to.transport.clock.now() - flow.start < tellAgainMs) return;
  flow.call.progress?.(`the wait is over: the service accepted the request after ${secondsOf(flow)}s`);
}

function toApiError<T>(flow: Flow<T>, failure: AttemptFailure, outOfTime = false): ApiError {
  const { kind, retry, problem, advice, retryAfterMs: _waited, ...rest } = failure;
  const { role } = flow.endpoint;
  // The text of a timeout names the time already.
  const isCut = outOfTime && flow.last !== undefined && kind !== "timeout";
  return new ApiError({
    ...rest,
    kind,
    problem: isCut ? `${problem} until the time limit was reached` : problem,
    isOutOfTime: outOfTime,
    subject: flow.call.subject,
    method: flow.endpoint.method,
    path: flow.path,
    attempts: flow.attempts,
    ambiguous: !isRepeatable(flow.endpoint) && isUnclear(failure),
    isUnsent: retry === "unsent",
    hasNoState: flow.call.hasNoState,
    isOfOne: flow.endpoint.path.includes("{"),
    hint: {
      ...flow.to.hint,
      ...(role !== undefined && { forbidden: `use a key with the role ${role}` }),
      ...(advice !== undefined && { [kind]: advice }),
    },
  });
}

function secretsOf(endpoint: Endpoint<unknown>, body: Arguments["body"]): string[] {
  const { secrets = [] } = endpoint;
  const fields = secrets === "all" ? Object.keys(body ?? {}) : secrets;
  return fields.flatMap((field) => stringsIn((body as Record<string, unknown> | undefined)?.[field]));
}
