import { it } from "../../helpers/handlers";
import { declare, rows } from "./rows";
import { always } from "./shared-scene";

/** What a field of an answer may hold that nobody promised; the last is a field that nobody knows. */
const oddities: [string, (name: string) => Record<string, unknown>][] = [
  ["null", (name) => ({ [name]: null })],
  ["a text that is no known word", (name) => ({ [name]: "something-new" })],
  ["a number", (name) => ({ [name]: 7 })],
  ["a number as text", (name) => ({ [name]: "7" })],
  ["an object", (name) => ({ [name]: { nested: true } })],
  ["a list", (name) => ({ [name]: [[]] })],
  ["a sibling that nobody knows", (name) => ({ [`${name}_next`]: { any: ["thing"] } })],
];

describe.each(rows.map((row) => [row.type + row.path, row] as const))("%s", (_name, row) => {
  it.each(oddities)(
    "a field that holds %s is passed through, or one error that names endpoint and field",
    async ({ emulator, one }, _what, odd) => {
      expect((await one.up([declare(row, emulator)])).errors).toEqual([]);
      const state = one.state;
      const { id } = one.entry("one");
      const answer = await emulator.call("GET", row.path);
      const [item] = answer.body as Record<string, unknown>[];
      // The id is how an object is found: with another one it is another object.
      for (const name of Object.keys(item ?? {}).filter((each) => each !== "id")) {
        one.state = structuredClone(state);
        emulator.fault(always(`${row.path}*`, { merge: odd(name) }));
        const { errors } = await one.refresh();
        emulator.clearFaults();
        if (errors.length === 0) {
          expect({ name, state: one.state }).toMatchObject({ name, state: [{ id }] });
        } else {
          expect({ name, errors }).toEqual({
            name,
            errors: [expect.stringMatching(new RegExp(`/api/.*\\b${name}\\b`))],
          });
          expect(one.state).toEqual(state);
        }
      }
    },
  );
});
