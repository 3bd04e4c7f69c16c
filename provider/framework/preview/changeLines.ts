import { type FieldMarks, isUnquotable, type Marks } from "../kind/marks";
import { hasUnknown, isUnknown } from "../kind/unknowns";
import { canonical, isRecord, type Values } from "../kind/values";
import { isMarkedByProgram } from "../state/secretValues";

/** The most characters of one value in a line. */
const mostCharacters = 60;

/**
 * Says of each of these fields what it was and what it becomes, as `tags a, b → a, c`; of a field with parts, each part
 * that changes. Left out is what a line must not quote, what only `up` knows, what the program does not declare, and
 * what is no plain value: the engine's own display has these.
 */
export function describeChanges(marks: Marks, olds: Values, news: Values, names: readonly string[]): string[] {
  return names
    .filter((name) => news[name] !== undefined && !isUnquotable(marks[name]) && !isUnknown(news[name]))
    .flatMap((name) => {
      const now = news[name];
      // Hiding works on texts and numbers, so that a truth value would show.
      if (isMarkedByProgram(name)) return `${name} [secret] → [secret]`;
      if (!isRecord(now)) return describeOne(name, olds[name], now);
      return describeParts(name, marks[name] ?? {}, isRecord(olds[name]) ? olds[name] : {}, now);
    });
}

function describeParts(name: string, { normal = (value) => value }: FieldMarks, before: Values, now: Values): string[] {
  const old = normal(before) as Values;
  return Object.entries(now).flatMap(([part, value]) => {
    // A part may be written under two names: the normal form of this part alone has the one by which parts are compared.
    const [same = part] = Object.keys(normal({ [part]: value }) as Values);
    const isAsBefore = canonical(old[same] ?? null) === canonical((normal({ [part]: value }) as Values)[same] ?? null);
    return isAsBefore ? [] : describeOne(`${name}.${part}`, before[part] ?? old[same], value);
  });
}

function describeOne(name: string, before: unknown, now: unknown): string[] {
  if (hasUnknown(now)) return [];
  const [from, to] = [inWords(before), inWords(now)];
  return from === undefined || to === undefined || from === to ? [] : [`${name} ${shorten(from)} → ${shorten(to)}`];
}

/** A plain value, or a list of these, in words; undefined for any other value. */
function inWords(value: unknown): string | undefined {
  if (value === undefined || value === null) return "not set";
  if (Array.isArray(value)) return value.every(isPlain) ? value.join(", ") || "none" : undefined;
  return isPlain(value) ? (value === "" ? '""' : `${value}`) : undefined;
}

const shorten = (text: string): string => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text);

/** True for a text, a number and a truth value. */
export const isPlain = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
