import { canary, expectNoSecrets, findSecrets } from "../../helpers/canaries";
import { basic } from "../../helpers/emulator";

// With a character that a URL spells in another way.
const key = `${canary("key")}/+`;

test.each([
  ["plain", `{"apiKey": "${key}"}`],
  ["base64", Buffer.from(`${key}\n`).toString("base64")],
  ["HTTP Basic", basic(key)],
  ["hex", Buffer.from(key).toString("hex")],
  ["percent-encoded", `?uri=${encodeURIComponent(key)}`],
])("a planted secret is found: %s", (how, text) => {
  const found = findSecrets({ clean: "nothing", planted: `before ${text} after` }, { key });
  expect(found).toContainEqual(expect.stringContaining(`key (${how}) in planted`));
  expect(() => expectNoSecrets({ planted: text }, { key })).toThrow("secrets in plain sight");
  // The report of a find is itself printed by the tests.
  expect(findSecrets({ report: found.join() }, { key })).toEqual([]);
});

test("a search finds nothing where there is nothing, and refuses to search for nothing", () => {
  expect(findSecrets({ a: "canary-key-", b: "[secret]" }, { key })).toEqual([]);
  expect(() => expectNoSecrets({ a: "text" }, {})).toThrow("search of nothing");
  expect(() => expectNoSecrets({}, { key })).toThrow("search of nothing");
  expect(() => findSecrets({ a: "text" }, { key: "short" })).toThrow("too short");
});
