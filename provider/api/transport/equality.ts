// `equality.ts` decides when two values count as equal. `lists/collection.ts` and files of `nouns/` call its functions,
// and `framework/kind/values.ts` passes `canonical` on to all kinds. Other comparisons may be added. Each text from
// `canonical` must stay, because kept records have hashes of it.
import { isDeepStrictEqual } from "node:util";

/** Writes equal values as one text, which kept records hash. The order of keys does not count, nor a key with null. */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object") return JSON.stringify(value) ?? "null";
  const some = Object.entries(value).filter(([, v]) => v !== undefined && v !== null);
  const fields = some.map(([key, v]) => `${JSON.stringify(key)}:${canonical(v)}`);
  return `{${fields.sort().join(",")}}`;
}

/** True when two lists hold the same values, in any order. */
export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  isDeepStrictEqual(new Set(a), new Set(b));
