// The other files here, `config.ts`, `framework/` and the commands call the functions. Others may be added. None may
// throw, because callers read undefined as "no JSON" and as a failure.

/** The value of a JSON text; undefined for any other text. `revive` gets each value in it, and returns what stays. */
export const tryParse = (text: string, revive?: (key: string, value: unknown) => unknown): unknown =>
  ifPossible(() => JSON.parse(text, revive));

/** The result of `work`; undefined where it throws, whatever the reason. */
export function ifPossible<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
