/** The value of a JSON text; undefined for any other text. `revive` gets each value in it, and returns what stays. */
export function tryParse(text: string, revive?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}
