// `errorText.ts` writes the one line that a user reads of a failure; `errors.ts` calls it. Advice for a whole kind
// stands in `adviceByKind`, which the docs show; advice for a special case goes into `adviceFor`. The names in
// `ErrorKind` must stay, because `pulumi-broker/client` shows them.
import { clean } from "./clean";

/** The kinds of errors that callers tell apart. */
export type ErrorKind =
  | "auth"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "invalid"
  | "throttled"
  | "busy"
  | "server"
  | "network"
  | "timeout"
  | "badResponse"
  | "stopped";

/** Advice for the end of an error's line, by kind of error. */
export interface Hint extends Partial<Record<ErrorKind, string>> {
  /** What to do when it is unclear whether the service carried out a request. */
  ambiguous?: string;
  /** The setting that holds the base URL, as the user writes it. */
  url?: string;
}

/** What an error tells of the request that failed. */
interface FailedRequest {
  /** The resource that was worked on, in the user's words: `Vpc "net"`. */
  subject?: string;
  /** The HTTP method; missing when no single request failed. */
  method?: string;
  /** The path without its query; missing when no single request failed. */
  path?: string;
  /** How many times the request was sent. */
  attempts?: number;
  /** True where nothing can have been sent, because there was no connection. */
  isUnsent?: boolean;
  /** True where the path names one object, which may be missing. */
  isOfOne?: boolean;
  /** What is wrong with the connection. The text stands in place of the request that failed. */
  connection?: string;
}

/** What an error tells of the answer. */
interface FailedAnswer {
  /** The HTTP status, when an answer came. */
  status?: number;
  /** The service's own words. */
  serviceMessage?: string;
  /** The `X-Request-Id` of the answer. */
  requestId?: string;
  /** True when the service may have carried out the request although no usable answer came. */
  ambiguous?: boolean;
  /** True where the answer cannot be that of the service: a page of HTML, a redirect. */
  isForeign?: boolean;
  /** True for a success without an error in it, of which only the form is not the expected one. */
  isAccepted?: boolean;
  /** True where the time of the call was over, and another try might have helped. */
  isOutOfTime?: boolean;
}

/** The fields from which an {@link ApiError} is made: the failure, and what its advice depends on. */
export interface ApiErrorFields extends FailedRequest, FailedAnswer {
  /** The kind of the error. */
  kind: ErrorKind;
  /** The event in words: `answered 422`, `the connection was reset`. */
  problem: string;
  /** True where the same API has answered this process with a success, so that its address is right. */
  hasAnswered?: boolean;
  /** The setting of an address at which this API has not answered yet, with the address, as the user writes them. */
  unprovenUrl?: string;
  /** True when the state holds nothing yet that a refresh could drop: for a function of the program, and for a create. */
  hasNoState?: boolean;
  // The run shows the whole error once for each text in `common` (`run.referToFirst`).
  /** A text that is the same for all resources of a run that fail for the same reason. */
  common?: string;
  /** Advice for the end of the line. */
  hint?: Hint;
  /** The error that led to this one. */
  cause?: unknown;
}

/** Shortens a text of the service or a library to one line. A page of HTML is named, never shown. */
export const oneLine = (text: string, secrets: readonly string[] = []): string =>
  isHtml(text) ? "an HTML page instead of JSON" : clean(text, secrets);

/** Describes a failure in one line: what was tried, on what, what the service said, what to do next. */
export function describeFailure(fields: ApiErrorFields): string {
  const next = fields.connection === undefined ? adviceFor(fields) : "";
  return describeEvent(fields) + (next ? `; ${next}` : "");
}

/** Describes a failure in one line as {@link describeFailure} does, without the advice. */
export function describeEvent(fields: ApiErrorFields): string {
  const { subject, connection, method, path = "", problem, serviceMessage, requestId, attempts = 0 } = fields;
  const whose = subject ? `${subject}: ` : "";
  if (connection !== undefined) return oneLine(whose + connection);
  const request = method ? `${method} ${path} ` : "";
  const said = serviceMessage ? `: ${oneLine(serviceMessage)}` : "";
  const notes = [requestId && `request ${requestId}`, attempts > 1 && `${attempts} attempts`].filter(Boolean);
  const tail = notes.length > 0 ? ` ${oneLine(`(${notes.join(", ")})`)}` : "";
  return oneLine(whose + request + problem) + said + tail;
}

/** The usual advice by kind of error; empty where `adviceFor` decides. `adviceFor` replaces "the request id". */
export const adviceByKind: Record<ErrorKind, string> = {
  auth: "set a valid key in broker:apiKey (or BROKER_API_KEY)",
  forbidden: "use a key whose role allows this",
  notFound: "check the id; if the object was deleted outside Pulumi, run `pulumi refresh`",
  conflict: "resolve the conflict that this error shows, then run again",
  invalid: "correct the arguments, then run again",
  throttled: "the service limits the rate of calls: run again later",
  busy: "the service is still busy with an earlier change: run again later",
  server: "run again later. If the error stays, send the request id to the service's support",
  network: "",
  timeout: "run again. If the work needs more time, set a longer time limit (customTimeouts)",
  badResponse: "",
  stopped: "the run was stopped: run again. The next run continues from here",
};

const ambiguousAdvice =
  "the service may have carried out the request: run again. If you make the change by hand instead, first check whether the service already made the change";

function adviceFor(fields: ApiErrorFields): string {
  const { kind, ambiguous, isOfOne, hasNoState, hint = {}, method, requestId, attempts, isOutOfTime } = fields;
  const url = fields.unprovenUrl ?? hint.url;
  if (ambiguous) return hint.ambiguous ?? ambiguousAdvice;
  if (kind === "invalid" && /available on shared plans/i.test(fields.serviceMessage ?? ""))
    return "change the plan of the broker to a dedicated plan, or remove the refused resource or input from the program";
  const given = hint[kind];
  if (kind === "server" && !requestId)
    return (given ?? adviceByKind.server).replace("the request id", "the time and this line");
  if (given) return given;
  if (kind === "invalid" && method === "DELETE") return "remove the cause that this error shows, then run again";
  if (kind === "invalid" && method === "GET") return "the service refuses this read request: run again later";
  if (kind === "timeout" && (attempts ?? 0) > 1 && !isOutOfTime) return "the service is silent: run again later";
  if (kind === "notFound" && !isOfOne && fields.hasAnswered)
    return "check that the API key and the ids in the program belong to the right account or instance, then run again";
  if (kind === "notFound" && !isOfOne && url)
    return `check that the API key and the ids in the program belong to the right account or instance, and that ${url} is correct`;
  if (kind === "notFound") {
    const advice = hasNoState ? `${describeMissing(fields)}: check the id` : adviceByKind.notFound;
    return fields.unprovenUrl === undefined ? advice : `${advice}; perhaps ${fields.unprovenUrl} is wrong`;
  }
  if (kind === "network" && url) return `check the network and ${url}`;
  if (kind === "badResponse" && fields.hasAnswered) return adviseOnStranger(fields);
  if (kind === "badResponse" && url) return `check that ${url} is the address of the API`;
  return adviceByKind[kind];
}

/** Says what is missing where the service has no such object. */
function describeMissing({ path = "" }: ApiErrorFields): string {
  const instance = /^\/api\/instances\/(\d+)$/.exec(path)?.[1];
  return instance === undefined ? "there is no such object" : `the account has no instance ${instance}`;
}

/** Advises what to do about an answer that is not the service's own, from an address that is right. */
function adviseOnStranger({ isForeign, status = 0, hasNoState }: ApiErrorFields): string {
  if (!isForeign) {
    return "this version of pulumi-broker cannot read the answer: run again. If the error stays, look for a newer version of pulumi-broker";
  }
  const kept = [404, 410].includes(status) && !hasNoState ? ", and no object was treated as deleted" : "";
  return `the answer came from something between this machine and the service${kept}: run again. If the error stays, check the proxy and the network`;
}

/** True for a page, which no answer of the service is. */
export const isHtml = (text: string): boolean => text.trimStart().startsWith("<");
