import { clean } from "./clean";

/** What went wrong, as callers switch on it. */
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

/** What the advice at the end of an error line may name. */
export interface Hint {
  /** What to do about a refused key. */
  auth?: string;
  /** What to do about what was refused as invalid. */
  invalid?: string;
  /** The setting that holds the base URL, as the user writes it. */
  url?: string;
}

/** What an {@link ApiError} is made from. */
export interface ApiErrorFields {
  /** What went wrong. */
  kind: ErrorKind;
  /** What happened, in words: `answered 422`, `the connection was reset`. */
  problem: string;
  /** What it happened to, in the user's words: `Vpc "net"`. */
  subject?: string;
  /** The HTTP method; empty where no single request is to blame. */
  method?: string;
  /** The path without its query; empty where no single request is to blame. */
  path?: string;
  /** The HTTP status, where there was an answer. */
  status?: number;
  /** The service's own words. */
  serviceMessage?: string;
  /** The `X-Request-Id` of the answer. */
  requestId?: string;
  /** How many times it was sent. */
  attempts?: number;
  /** True where the service may have done what was asked although no usable answer came. */
  ambiguous?: boolean;
  /** The settings that the advice at the end of the line names. */
  hint?: Hint;
  /** The error below this one. */
  cause?: unknown;
}

/** Makes one short line of whatever a service or a library said; a page of HTML is named, never shown. */
export function oneLine(text: string, secrets: readonly string[] = []): string {
  return text.trimStart().startsWith("<") ? "an HTML page instead of JSON" : clean(text, secrets);
}

/** One line: what was tried, on what, what the service said, what to do next. */
export function describeFailure(fields: ApiErrorFields): string {
  const request = fields.method ? `${fields.method} ${fields.path ?? ""}` : "";
  const said = fields.serviceMessage ? `: ${fields.serviceMessage}` : "";
  const notes = [
    fields.requestId ? `request ${fields.requestId}` : "",
    (fields.attempts ?? 0) > 1 ? `${fields.attempts} attempts` : "",
  ].filter((note) => note !== "");
  const tail = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  const head = [fields.subject ? `${fields.subject}:` : "", request, fields.problem].filter((part) => part !== "");
  const next = adviceFor(fields);
  return oneLine(head.join(" ")) + tailLine(said) + tailLine(tail) + (next ? `; ${next}` : "");
}

function tailLine(text: string): string {
  return text === "" ? "" : text.startsWith(": ") ? `: ${oneLine(text.slice(2))}` : ` ${oneLine(text)}`;
}

const adviceByKind: Record<ErrorKind, string> = {
  auth: "set a valid key in broker:apiKey (or BROKER_API_KEY)",
  forbidden: "use a key whose role allows this",
  notFound: "if it was deleted outside, run `pulumi refresh`",
  conflict: "resolve the conflict named here, then run again",
  invalid: "correct the arguments, then run again",
  throttled: "the service limits the rate of calls: run again later",
  busy: "the service is still busy with an earlier change: run again later",
  server: "run again later; if it stays, tell the service's support the request id",
  network: "",
  timeout: "run again, with a longer time limit (customTimeouts) if it needs one",
  badResponse: "",
  stopped: "",
};

function adviceFor(fields: ApiErrorFields): string {
  const url = fields.hint?.url;
  const unsure = fields.ambiguous
    ? "it may have been done all the same: run again, or look before doing it by hand"
    : "";
  if (fields.kind === "auth" && fields.hint?.auth) return fields.hint.auth;
  if (fields.kind === "invalid" && fields.hint?.invalid) return fields.hint.invalid;
  if (fields.kind === "network" && url) return unsure || `check the network and ${url}`;
  if (fields.kind === "badResponse" && url) return unsure || `check that ${url} is the address of the API`;
  return unsure || adviceByKind[fields.kind];
}
