import type { FieldMarks } from "./marks";

/**
 * A copy that the host can send: without `undefined` (which makes it throw after the call was made, and so lose the
 * new object's id), without functions, and with `null` left out.
 */
export function sendable<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => sendable(item ?? null)) as T;
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, v]) => v !== undefined && v !== null && typeof v !== "function");
  return Object.fromEntries(kept.map(([key, v]) => [key, sendable(v)])) as T;
}

/** One text for one value, whatever the order of an object's keys. */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, v]) => v !== undefined && v !== null);
  return `{${entries
    .map(([key, v]) => `${JSON.stringify(key)}:${canonical(v)}`)
    .sort()
    .join(",")}}`;
}

/** Whether two values of a field mean the same: in its normal form, and as a set where it is one. */
export function sameValue(marks: FieldMarks, a: unknown, b: unknown): boolean {
  return comparable(marks, a) === comparable(marks, b);
}

function comparable(marks: FieldMarks, value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (marks.set && Array.isArray(value)) {
    const items = value.map((item) => canonical(marks.normal ? marks.normal(item) : item));
    return `[${[...new Set(items)].sort().join(",")}]`;
  }
  return canonical(marks.normal ? marks.normal(value) : value);
}
