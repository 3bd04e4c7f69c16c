/**
 * The one place where foreign text is made fit to be stored, logged, shown or thrown. A text is foreign where the
 * service, a vendor, a library or a peer wrote it, and where a line of ours quotes such a text or the user's inputs.
 */

/** Longer foreign texts are a dump of something; the first 300 characters say what it is. */
const mostCharacters = 300;
/** A whole line of ours with everything that it quotes. */
const mostOfLine = 1_000;
/** Shorter secrets are not hidden: hiding them would tear up every sentence. */
const shortestSecret = 4;
/** Shorter pieces of a secret are not hidden. Pieces are its lines, parts of a URL, encoded forms and its beginning. */
const shortestPiece = 8;

/** Stands for a secret until all of them are found; {@link printable} takes it out of every text first. */
const hiddenMark = "\ue000";

/**
 * One short printable line of a foreign text, without the given secrets in any spelling. The secrets go before the text
 * is cut, and they are spelled as {@link printable} leaves them, so that neither a line break nor an invisible
 * character hides one. The time grows with the length of the text and no faster.
 */
export function clean(text: string, secrets: readonly string[] = [], most = mostCharacters): string {
  const safe = withoutSecrets(printable(text), secrets);
  return safe.length > most ? `${whole(safe.slice(0, most - 1))}…` : safe;
}

/** A line of ours that quotes foreign text or inputs: cut in its middle, as its end says what to do. */
export function cleanLine(text: string, secrets: readonly string[] = []): string {
  const safe = withoutSecrets(printable(text), secrets);
  if (safe.length <= mostOfLine) return safe;
  const half = mostOfLine / 2;
  return `${whole(safe.slice(0, half))}…${whole(safe.slice(1 - half))}`;
}

/** Removes the half of a character that a cut left at either end. */
const whole = (cut: string) => cut.replace(/\p{Cs}/gu, "");

/** Every text at any depth of a value, cleaned; everything else as it is. */
export function cleanTexts<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === "string") return clean(value, secrets, mostOfLine) as T;
  if (Array.isArray(value)) return value.map((each) => cleanTexts(each, secrets)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each, secrets)])) as T;
}

/** All strings at any depth of a value, for use as secrets. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/**
 * Without what a terminal would act on: control characters and line breaks become a blank; format characters
 * (zero-width ones, those that turn the direction of writing), lone surrogates and private ones go.
 */
function printable(text: string): string {
  // Each pattern takes a single character: a repetition over millions of them overflows the stack of the engine's
  // matcher.
  return text
    .replace(/[\p{Cf}\p{DI}\p{Cs}\p{Co}]/gu, "")
    .replace(/[\s\p{Cc}]/gu, " ")
    .split(" ")
    .filter((word) => word !== "")
    .join(" ");
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = new Set(secrets.flatMap(knownSpellingsOf));
  // The longest first: one secret may be part of another.
  const spellings = [...known].sort((a, b) => b.length - a.length);
  const hidden = spellings.reduce((left, spelling) => left.replaceAll(spelling, hiddenMark), text);
  return spellings.reduce(withoutBeginning, hidden).replaceAll(hiddenMark, "[secret]");
}

/** The spellings of the secrets of late, oldest first: a run hides the same few keys in every line. */
const ofLate = new Map<string, string[]>();
const mostOfLate = 100;
/** The spellings of a longer secret, such as a certificate, take more memory than they save time. */
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

/** The parts of a URL that are hidden one by one: the path with the query, each value of the query, the password. */
function partsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { href, pathname, search, searchParams, password } = new URL(text);
  const path = pathname.length > shortestPiece ? pathname + search : search;
  return [href, path, ...searchParams.values(), password, decodePercent(password)];
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

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The base64 of bytes that `before` others precede, as in `:key` of HTTP Basic: the characters that depend on no
 * others.
 */
function base64Within(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  const own = text.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6));
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}

/** Hides the beginning of a secret that was cut short at the end of the text or before an ellipsis. */
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
