// `errorTable.ts` decides what a refusal of the service means and whether a request may go out again. `attempt.ts`
// calls `classify` and `readErrorBody`; `tools/troubleshooting.mjs` reads `verdicts`. A new refusal becomes a row; the
// order of rows must stay, because the first match counts.
import type { ErrorKind } from "./errorText";
import { ifPossible, isRecord, tryParse } from "./json";

/**
 * The way in which a request may be tried again after a failure.
 * - `final`: not at all, because the same request would fail the same way.
 * - `wait`: until the deadline, for any request, because the service did nothing.
 * - `unsure`: until the deadline, but the service may have carried out the request.
 * - `unsent`: a few times, for any request, because the request never left this machine.
 * - `transient`: a few times, but the service may have carried out the request.
 * - `unreadable`: a few times. The answer is of no use; the service may have carried out the request.
 */
export type Retry = "final" | "wait" | "unsure" | "unsent" | "transient" | "unreadable";

export interface Verdict {
  kind: ErrorKind;
  retry: Retry;
}

interface Row extends Verdict {
  status: number | readonly number[] | "5xx" | "3xx";
  /** The `error_code` of the body. */
  code?: number;
  says?: RegExp;
  on?: RegExp;
  /** When true, the body must have a text of the service's own; when false, it must have none. */
  own?: boolean;
}

/** The statuses with which the service refuses something that it may accept later: 400, and in some places 409. */
const refusalStatuses = [400, 409] as const;

const peeringPath = /\/vpc-peering(\/|$)/;

const pluginsChange = /in progress|under way|being (enabled|disabled|changed)|another plugin/i;
const isInTheWay = /already|exist|overlap|in use|still|contains|holds|not empty|has instances/i;

/** Matches the words on a host name whose DNS record the service does not see. */
export const unresolvedHost = /does not resolve/i;

/** The codes and texts are those of a live service, because its specification lists statuses only. */
export const verdicts: readonly Row[] = [
  { status: refusalStatuses, code: 40001, kind: "busy", retry: "wait" },
  { status: 400, code: 40003, on: peeringPath, kind: "busy", retry: "wait" },
  // The front end of the service gave up on its backend, which may still carry out the request.
  { status: refusalStatuses, code: 40099, kind: "busy", retry: "unsure" },
  { status: refusalStatuses, says: /timeout talking to backend/i, kind: "busy", retry: "unsure" },
  { status: 400, says: /vpc currently unavailable/i, kind: "busy", retry: "wait" },
  { status: 400, says: /firewall rules (that )?have not finished/i, kind: "busy", retry: "wait" },
  { status: 400, on: peeringPath, says: /operation (is )?in progress/i, kind: "busy", retry: "wait" },
  // The service reads its list of peerings before a change and maybe after it, so the change may have been made.
  { status: 400, on: peeringPath, says: /failed to list vpc peering/i, kind: "busy", retry: "unsure" },
  { status: 400, on: /\/plugins(\/|$)/, says: pluginsChange, kind: "busy", retry: "wait" },
  // The service may not see a DNS record yet that was set a moment ago.
  { status: 400, on: /\/custom-domain$/, says: unresolvedHost, kind: "busy", retry: "wait" },
  { status: 401, kind: "auth", retry: "final" },
  { status: 403, kind: "forbidden", retry: "final" },
  // A proxy, a gateway and a wrong base path answer 404, too: only the service's own words are about the object.
  { status: [404, 410], own: true, kind: "notFound", retry: "final" },
  { status: [404, 410], own: false, kind: "badResponse", retry: "unreadable" },
  { status: 408, kind: "timeout", retry: "transient" },
  { status: 409, kind: "conflict", retry: "final" },
  { status: 422, says: isInTheWay, kind: "conflict", retry: "final" },
  { status: [423, 425], kind: "busy", retry: "wait" },
  { status: 429, kind: "throttled", retry: "wait" },
  // The answer "not implemented" stays the same however often the request is repeated.
  { status: 501, kind: "server", retry: "final" },
  { status: "5xx", kind: "server", retry: "transient" },
  { status: "3xx", kind: "badResponse", retry: "final" },
];

/** The verdict on any other 4xx: a 400 with a validation message, a 405, a 422, a final code such as 40002. */
const otherVerdict: Verdict = { kind: "invalid", retry: "final" };

type ErrorBody = { code?: number; message?: string; own?: boolean };

export function classify(answer: { status: number; path: string } & ErrorBody): Verdict {
  const found = verdicts.find(
    (row) =>
      ([row.status].flat().includes(answer.status) || row.status === `${Math.floor(answer.status / 100)}xx`) &&
      (row.code === undefined || row.code === answer.code) &&
      (row.says === undefined || row.says.test(answer.message ?? "")) &&
      (row.on === undefined || row.on.test(answer.path)) &&
      (row.own === undefined || row.own === (answer.own ?? false)),
  );
  const { kind, retry } = found ?? otherVerdict;
  return { kind, retry };
}

/** Reads code and message of an error's body. `own` is true when the message is where the service has it. */
export function readErrorBody(text: string): ErrorBody {
  if (text.trim() === "") return {};
  const body = tryParse(text);
  if (body === undefined) return { message: text };
  if (typeof body === "string") return { message: body };
  if (!isRecord(body)) return {};
  const { error_code, error, message, errors } = body;
  const code = typeof error_code === "number" || typeof error_code === "string" ? Number(error_code) : Number.NaN;
  const said =
    ([error, message].find((field) => typeof field === "string" && field !== "") as string | undefined) ??
    fieldErrors(errors);
  return { ...(Number.isInteger(code) && { code }), ...(said !== undefined && { message: said, own: true }) };
}

/** `{"errors":[{"message_type":"Field is required"}]}` reads `message_type: Field is required`. */
function fieldErrors(errors: unknown): string | undefined {
  if (!Array.isArray(errors)) return undefined;
  const lines = errors.flatMap((entry: unknown) =>
    typeof entry === "object" && entry !== null
      ? Object.entries(entry).map(([field, text]) => (field === "error" ? inWords(text) : `${field}: ${inWords(text)}`))
      : [inWords(entry)],
  );
  return lines.length > 0 ? lines.join(", ") : undefined;
}

/** A value of any kind as text. `String(value)` would throw on an object whose `toString` is no function. */
const inWords = (value: unknown): string =>
  typeof value === "string" ? value : (ifPossible(() => JSON.stringify(value)) ?? "a value nested too deep to show");
