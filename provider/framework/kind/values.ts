// The functions compare and copy property values, and find values that are not known before `up`. `framework/`,
// `plugin/` and most kinds call them. The texts of `allUnknowns` must stay, because the engine defines them. `sendable`
// must leave no `undefined`, because the host would throw. All else may change.
import { canonical } from "../../api/transport/equality";
import { isRecord } from "../../api/transport/json";
import type { FieldMarks } from "./marks";

export { canonical, isRecord };

export type Values = Record<string, unknown>;

/** Makes a copy that the host can send: an `undefined` would make it throw, and so lose the id of a new object. */
export function sendable<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => sendable(item ?? null)) as T;
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, v]) => v !== undefined && v !== null && typeof v !== "function");
  return Object.fromEntries(kept.map(([key, v]) => [key, sendable(v)])) as T;
}

export const mapValues = (values: object, replace: (value: unknown, name: string) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, replace(value, name)]));

/** True when two values of a field mean the same: in the field's normal form, and as sets where the field is a set. */
export const sameValue = (marks: FieldMarks, a: unknown, b: unknown): boolean =>
  comparable(marks, a) === comparable(marks, b);

function comparable(marks: FieldMarks, value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (marks.set && Array.isArray(value)) {
    const items = value.map((item) => canonical(marks.normal ? marks.normal(item) : item));
    return `[${[...new Set(items)].sort().join(",")}]`;
  }
  return canonical(marks.normal ? marks.normal(value) : value);
}

/** The sentinel text that the Node SDK emits. */
export const unknownString = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * The seven texts with which the engine writes "not known before up", one for each kind of value. The Node SDK emits
 * only the first (sdk/go/common/resource/plugin/rpc.go in pulumi/pulumi).
 */
export const allUnknowns: readonly string[] = [
  unknownString,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", // bool
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421", // number
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2", // array
  "030794c1-ac77-496b-92df-f27374a8bd58", // asset
  "e48ece36-62e2-4504-bad9-02848725956a", // archive
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff", // object
];

/** True when this value itself is not known before `up`. */
export const isUnknown = (value: unknown): boolean => allUnknowns.includes(value as string);

/** True when the value is, or holds at any depth, something that is not known before `up`. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  // The values of a list are its elements.
  if (value !== null && typeof value === "object") return Object.values(value).some(hasUnknown);
  return false;
}

/** True when the value at `path`, or anything on the way to it, is not known before `up`. */
export const isUnknownAt = (root: unknown, path: readonly PropertyKey[]): boolean =>
  isUnknown(root) || path.some((_step, at) => isUnknown(valueAt(root, path.slice(0, at + 1))));

export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let at = root;
  for (const step of path) {
    if (at === null || typeof at !== "object") return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}

/** The values that are known before `up` as a whole. A value with any unknown part is left out. */
export const knownOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !hasUnknown(value)));
