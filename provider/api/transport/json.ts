// `errorTable.ts`, `success.ts`, `config.ts`, the framework and the commands call `tryParse`. `tryParse` must never
// throw for a text, because callers read undefined as "no JSON".

/** The value of a JSON text; undefined for any other text. `revive` gets each value in it, and returns what stays. */
export function tryParse(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
