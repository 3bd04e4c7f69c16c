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
  ["JSON with escaped slashes", JSON.stringify(key).replaceAll("/", "\\/")],
  ["base64 for URLs", Buffer.from(key).toString("base64url")],
  ["form-encoded", new URLSearchParams({ key }).toString()],
  ["cut short", `${key.slice(0, -2)}...`],
])("a planted secret is found: %s", (how, text) => {
  const found = findSecrets({ clean: "nothing", planted: `before ${text} after` }, { key });
  expect(found).toContainEqual(expect.stringContaining(`key (${how}) in planted`));
  expect(() => expectNoSecrets({ planted: text }, { key })).toThrow("secrets in plain sight");
  // The report of a find is itself printed by the tests.
  expect(findSecrets({ report: found.join() }, { key })).toEqual([]);
});

const pem = `-----BEGIN KEY-----\n${canary("first")}\n${canary("second")}\n-----END KEY-----\n`;

test.each([
  ["trimmed", pem.trim()],
  ["JSON-escaped", JSON.stringify(pem)],
  ["on one line", pem.replaceAll("\n", " ")],
  ["line 2", `the key ${pem.split("\n")[1]} is refused`],
  ["line 3", `the key ${pem.split("\n")[2]} is refused`],
  ["cut short", `${pem.slice(0, -5)}…`],
])("a planted key of several lines is found: %s", (how, text) => {
  expect(findSecrets({ planted: text }, { pem })).toContainEqual(expect.stringContaining(`pem (${how}) in planted`));
});

test("a search finds nothing where there is nothing, and refuses to search for nothing", () => {
  expect(findSecrets({ a: "canary-key-", b: "[secret]" }, { key })).toEqual([]);
  expect(() => expectNoSecrets({ a: "text" }, {})).toThrow("search of nothing");
  expect(() => expectNoSecrets({}, { key })).toThrow("search of nothing");
  expect(() => findSecrets({ a: "text" }, { key: "short" })).toThrow("too short");
});
