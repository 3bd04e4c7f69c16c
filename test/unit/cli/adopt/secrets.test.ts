import { splitSecrets } from "../../../../provider/cli/adopt/stack";

test("500 secrets take a few runs of the CLI, in their order, and what is too long for a variable takes one of its own", () => {
  const usual = Array.from({ length: 500 }, (_, index) => ({ key: `key-${index}`, value: "x".repeat(60) }));
  const long = { key: "long", value: "y".repeat(40_000) };
  const all = [...usual.slice(0, 250), long, ...usual.slice(250)];
  const parts = splitSecrets(all);
  expect(parts.flat()).toEqual(all);
  expect(parts.map(({ length }) => length)).toEqual([250, 1, 250]);
  expect(splitSecrets(usual).length).toBe(2);
  expect(splitSecrets([])).toEqual([]);
});
