import { canonical } from "../../api/transport/equality";
import type { FieldMarks } from "./marks";

export { canonical };

/** Properties by their names. */
export type Values = Record<string, unknown>;

/** Makes a copy that the host can send: an `undefined` would make it throw, and so lose the id of a new object. */
export function sendable<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => sendable(item ?? null)) as T;
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, v]) => v !== undefined && v !== null && typeof v !== "function");
  return Object.fromEntries(kept.map(([key, v]) => [key, sendable(v)])) as T;
}

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** True when two values of a field mean the same: in its normal form, and as a set where it is one. */
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
