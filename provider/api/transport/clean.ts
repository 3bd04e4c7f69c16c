// `errorText.ts`, `framework/` and the commands clean each foreign text here, and each line of ours that quotes one.
// Lengths and spellings may change. `printable` must run before the search for secrets, because an invisible character
// hides a secret. The cut must come last, because half a secret is not found.
import { ifPossible } from "./json";

/** The most characters that are kept of a foreign text. A longer text is a dump, and its beginning says of what. */
const mostCharacters = 300;
/** The most characters of a whole line of ours, with everything that the line quotes. */
const mostOfLine = 1_000;
/** The length from which a secret is hidden. Hiding shorter ones would tear up every sentence. */
const shortestSecret = 4;
/** The length from which a piece of a secret is hidden: a line, a part of a URL, an encoded form, its beginning. */
const shortestPiece = 8;

/** Takes the place of each secret while the others are searched. {@link printable} removes it from every text first. */
const hiddenMark = "\ue000";

/** A text that no message may show, in any spelling; or a number, which is hidden where it stands as a word. */
export type Secret = string | number;

/** One short printable line of a text of the service, a vendor, a library or a peer, without secrets in any spelling. */
export function clean(text: string, secrets: readonly Secret[] = [], most = mostCharacters): string {
  const safe = withoutSecrets(printable(text), secrets);
  return safe.length > most ? `${whole(safe.slice(0, most - 1))}…` : safe;
}

/** A printable line of ours that quotes foreign text. A long line is cut in its middle: its end says what to do. */
export function cleanLine(text: string, secrets: readonly Secret[] = []): string {
  const safe = withoutSecrets(printable(text), secrets);
  if (safe.length <= mostOfLine) return safe;
  const half = mostOfLine / 2;
  return `${whole(safe.slice(0, half))}…${whole(safe.slice(1 - half))}`;
}

/** Removes the half of a character that a cut left at the beginning or at the end. */
const whole = (cut: string) => cut.replace(/\p{Cs}/gu, "");

/** A copy of a value in which every text at any depth is cleaned. */
export function cleanTexts<T>(value: T, secrets: readonly Secret[]): T {
  if (typeof value === "string") return clean(value, secrets, mostOfLine) as T;
  if (Array.isArray(value)) return value.map((each) => cleanTexts(each, secrets)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each, secrets)])) as T;
}

/** All strings at any depth of a value, for use as secrets. */
export const stringsIn = (value: unknown): string[] => secretsIn(value).filter((each) => typeof each === "string");

/** All texts and numbers at any depth of a value, for use as secrets. */
export function secretsIn(value: unknown): Secret[] {
  if (typeof value === "string" || typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(secretsIn) : [];
}

/** A text without what a terminal acts on: control characters become blanks, invisible ones are removed. */
function printable(text: string): string {
  // Each pattern matches one character: a repetition over millions of characters would overflow the matcher's stack.
  return text
    .replace(/[\p{Cf}\p{DI}\p{Cs}\p{Co}\p{NChar}]/gu, "")
    .replace(/[\s\p{Cc}]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
}

function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  const known = new Set(secrets.flatMap((each) => (typeof each === "string" ? knownSpellingsOf(each) : [])));
  // The longest spellings are replaced first, because one secret may be part of another.
  const spellings = [...known].sort((a, b) => b.length - a.length);
  const hidden = spellings.reduce((shown, spelling) => shown.replaceAll(spelling, hiddenMark), text);
  const withoutBeginnings = spellings.reduce(withoutBeginning, hidden);
  const numbers = secrets.filter((each) => typeof each === "number");
  return numbers.reduce(withoutNumber, withoutBeginnings).replaceAll(hiddenMark, "[secret]");
}

/** Hides a number, however short, but not where its digits are a part of another number or of a word. */
function withoutNumber(text: string, secret: number): string {
  const digits = String(secret).replace(/[.+-]/g, "\\$&");
  return text.replace(new RegExp(`(?<!\\w|\\d\\.)${digits}(?!\\w|\\.\\d)`, "g"), hiddenMark);
}

/** The spellings of the secrets that were hidden last, oldest first: a run hides the same few keys in every line. */
const ofLate = new Map<string, string[]>();
const mostOfLate = 100;
/** The longest secret whose spellings are kept. The spellings of a certificate would take too much memory. */
const longestOfLate = 500;

/** The spellings of a secret that are long enough to be hidden. */
function knownSpellingsOf(secret: string): string[] {
  const known = ofLate.get(secret);
  if (known !== undefined) return known;
  const spellings = spellingsOf(secret).filter((spelling) => spelling.length >= shortestSecret);
  if (secret.length <= longestOfLate) {
    const [oldest] = ofLate.keys();
    if (ofLate.size >= mostOfLate && oldest !== undefined) ofLate.delete(oldest);
    ofLate.set(secret, spellings);
  }
  return spellings;
}

/** A secret, its lines and its parts, each in every form that can be turned back into it. */
function spellingsOf(secret: string): string[] {
  const pieces = [...secret.split(/[\r\n]|\\[rn]/), ...partsOfUrl(secret)].map((piece) => piece.trim());
  const all = [secret.trim(), ...pieces.filter((piece) => piece.length >= shortestPiece)];
  return [...new Set(all)].flatMap((piece) => [printable(piece), ...encodingsOf(piece).map(printable)]);
}

/** A path that may also be a part of an id or of a path of the service, such as `/webhooks/1`. */
const plainPath = /^(\/([a-z]{1,12}|\d{1,4})){0,3}\/?$/;

/**
 * The parts of a URL that are hidden one by one: the path, with and without the query, each value of the query, the
 * password. A plain path is hidden only behind its host.
 */
function partsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { href, host, pathname, search, searchParams, password } = new URL(text);
  const place = plainPath.test(pathname) ? host + pathname : pathname;
  const path = pathname.length > shortestPiece ? place : "";
  return [href, path, path + search, ...searchParams.values(), password, decodePercent(password)];
}

function encodingsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(text);
  // A lone surrogate has no percent-encoded form.
  const percent = encodeURIComponent(bytes.toString());
  const forms = [
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[<>&'\u007f-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`),
    JSON.stringify(json).slice(1, -1),
    percent,
    percent.replace(/%../g, (each) => each.toLowerCase()),
    encodeURI(bytes.toString()),
    new URLSearchParams([["", text]]).toString().slice(1),
    text.replaceAll("&", "&amp;"),
    decodePercent(text),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
  ];
  return forms.filter((form) => form.length >= shortestPiece);
}

/** The text behind percent-encoding; a text that has no such form stays as it is. */
export const decodePercent = (text: string): string => ifPossible(() => decodeURIComponent(text)) ?? text;

/** The base64 of bytes that follow `before` other bytes, without the characters that depend on the others. */
function base64Within(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const own = text.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6));
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}

/** Hides the beginning of a secret that the end of the text or an ellipsis has cut off. */
function withoutBeginning(text: string, secret: string): string {
  const start = secret.slice(0, shortestPiece);
  let kept = "";
  let from = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, Math.max(at + 1, from))) {
    let end = at + start.length;
    while (end < text.length && text[end] === secret[end - at]) {
      end += 1;
    }
    if (end === text.length || text.startsWith("…", end) || text.startsWith("...", end)) {
      kept += text.slice(from, at) + hiddenMark;
      from = end;
    }
  }
  return kept + text.slice(from);
}
