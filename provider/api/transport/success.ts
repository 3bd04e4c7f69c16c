// `success.ts` decides whether an answer with a 2xx status is a success. `attempt.ts` calls its functions for each such
// answer. New words go into the lists at the top. A page, a refusal or a partial list must never pass, because a run
// would take a write for done, or an object for gone.
import type { Dispatcher } from "undici";
import { isHtml } from "./errorText";
import { isRecord, tryParse } from "./json";

type Headers = Dispatcher.ResponseData["headers"];

/** The statuses with which the service says that it has done what it was told to do. */
const doneStatuses: readonly number[] = [200, 201, 202, 204];

/** Matches words that only a refusal has. A sentence about a success may hold "not", and holds none of these. */
const refusing =
  /\b(errors?|fail(ed|ure|s)?|forbidden|denied|unauthori[sz]ed|invalid|refused|rejected|not (allowed|authori[sz]ed|permitted|found|done))\b/i;

/** Matches names, which may hold any word: `errors+mq@example.com`, `failed-01`. The match takes linear time. */
const names = /(?<!\S)\S+@\S+|(?<![\w.-])[\w.-]+-\d{1,2}(?![\w-])/g;

/** The fields that hold an error, in the words of the service, of gateways and of proxies. */
const errorFields = ["error", "errors", "error_code", "error_message", "errorMessage", "exception", "fault"];
/** The fields that hold a status, which may be that of an error. */
const statusFields = ["status", "code", "statusCode", "status_code"];
/** The fields that hold a sentence or a word on what was done. */
const wordFields = ["message", "success", "status", "title", "detail"];

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

const isNumberOrText = (value: unknown): boolean => typeof value === "number" || isText(value);

/** The fields with which the service confirms a write, besides an answer that repeats what was sent. */
const confirmingFields: Record<string, (value: unknown) => boolean> = {
  id: isNumberOrText,
  job_id: () => true,
  rowCount: isNumberOrText,
  apikey: isNumberOrText,
  peering: isNumberOrText,
  message: isText,
  success: (value) => value === true || isText(value),
  status: isNumberOrText,
};

/** Completes "answered 206 with": why a 2xx status is no success of the service; undefined where it is a success. */
export function explainStatus(isRead: boolean, status: number, { "content-range": range }: Headers) {
  if (status === 206)
    return `a part of the answer${range === undefined ? "" : ` (${range})`}, although the request was for the whole answer`;
  return (isRead ? status === 200 : doneStatuses.includes(status))
    ? undefined
    : "a status that the service does not use for this kind of request";
}

/** Says why a list is not complete; undefined for a complete list, and for an answer that is no list. */
export function explainPart(answer: unknown, headers: Headers): string | undefined {
  // Peerings are listed in the rows of an object.
  const list = isRecord(answer) ? answer["rows"] : answer;
  if (!Array.isArray(list)) return undefined;
  const link = [headers.link ?? []].flat().join(",");
  if (/;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|'[^']*\bnext\b[^']*'|next\b)/i.test(link)) {
    return "one page of a list, with a link to a next page";
  }
  const range = [headers["content-range"]].flat()[0];
  const totals = [headers["x-total-count"], headers["x-total"], /\/\s*(\d+)\s*$/.exec(range ?? "")?.[1]].flat();
  const total = Math.max(...totals.map((each) => (/^\d+$/.test(each ?? "") ? Number(each) : 0)));
  return total > list.length ? `a part of a list: ${list.length} of ${total}` : undefined;
}

/**
 * True when the body of a 2xx says that nothing was done. Words do not count in an answer that holds what was asked for
 * (`isWhole`), nor beside a new key: "the old key is invalid now".
 */
export function saysNo(body: unknown, isWhole = false): boolean {
  if (!isRecord(body)) return true;
  const wordsCount = !isWhole && !isText(body["apikey"]);
  return (
    errorFields.some((field) => !isNothing(body[field])) ||
    statusFields.some((field) => Number(body[field]) >= 300) ||
    (wordsCount && wordFields.some((field) => isText(body[field]) && refusing.test(body[field].replace(names, "")))) ||
    [body["success"], body["ok"]].some((value) => value === false || value === "false") ||
    body["rowCount"] === 0
  );
}

/** True when the body of a 2xx confirms a write whose body was `sent`. */
export function confirms(body: unknown, sent: unknown): boolean {
  if (!isRecord(body) || saysNo(body)) return false;
  const repeats = (field: string) =>
    isRecord(sent) && field in sent && JSON.stringify(sent[field]) === JSON.stringify(body[field]);
  return Object.keys(body).some((field) => confirmingFields[field]?.(body[field]) === true || repeats(field));
}

/** Advises what to do about JSON that confirms nothing; undefined where it cannot be the service's own. */
export const adviseUnconfirmed = (body: unknown): string | undefined =>
  isRecord(body)
    ? "pulumi-broker treats this request as failed: run again. If the error stays, ask the service's support"
    : undefined;

/** Parses JSON; undefined for other text. Half a character becomes U+FFFD: neither messages nor state can hold it. */
export function parseJson(text: string): unknown {
  if (!/\\ud[89a-f]/i.test(text)) return tryParse(text);
  return tryParse(text, (_key, value) => (typeof value === "string" ? value.replace(/\p{Cs}/gu, "\ufffd") : value));
}

export function describeBody(text: string): string {
  if (text.trim() === "") return "an empty body";
  if (isHtml(text)) return "an HTML page";
  return tryParse(text) === undefined ? "a body that is not JSON" : "JSON of another shape";
}

/** True for a field that is left out, or there with nothing in it. */
const isNothing = (value: unknown): boolean => !value || (typeof value === "object" && Object.keys(value).length === 0);
