// A mistaken text is one that a program made from an output or a promise. `preview/check.ts` and `ask/question.ts` call
// `mistakenTextsIn`; `config.ts` calls `explainMistakenText`. A new sign goes into `mistakes`. No sign may match a text
// that a person means, because the callers refuse each match.

/** The signs of a mistaken text, each with the mistake and the way out. */
const mistakes: readonly [sign: RegExp, why: string][] = [
  // The sentence that each SDK of Pulumi puts in the place of an output.
  [
    /Calling \[?\w+\]? on an \[?Output/i,
    "contains an output that was turned into text, so the value of the output is missing: use pulumi.interpolate or .apply",
  ],
  [
    /\[object Promise\]/,
    "contains a promise in text form, so the value of the promise is missing: await the promise, or call the function whose name ends in Output (getXOutput in place of getX)",
  ],
];

export const explainMistakenText = (text: string): string | undefined =>
  mistakes.find(([sign]) => sign.test(text))?.[1];

/** The mistaken texts at any depth. A key of a map counts as a text of the map itself. */
export function mistakenTextsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { path: PropertyKey[]; why: string }[] {
  if (typeof value === "string") {
    const why = explainMistakenText(value);
    return why === undefined ? [] : [{ path: [...path], why }];
  }
  if (Array.isArray(value)) return value.flatMap((each, index) => mistakenTextsIn(each, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const why = explainMistakenText(key);
    return why === undefined
      ? mistakenTextsIn(each, [...path, key])
      : [{ path: [...path], why: "has a map key made from an output or a promise: write the map key as plain text" }];
  });
}
