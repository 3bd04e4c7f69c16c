import { canary, expectNoSecrets, findSecrets } from "../../helpers/canaries";
import { basic } from "../../helpers/emulator";

// With a character that a URL spells in another way.
const key = `${canary("key")}/+`;

const pem = `-----BEGIN KEY-----\n${canary("first")}\n${canary("second")}\n-----END KEY-----\n`;

test.each([
  ["plain", key, `{"apiKey": "${key}"}`],
  ["base64", key, Buffer.from(`${key}\n`).toString("base64")],
  ["HTTP Basic", key, basic(key)],
  ["hex", key, Buffer.from(key).toString("hex")],
  ["percent-encoded", key, `?uri=${encodeURIComponent(key)}`],
  ["JSON with escaped slashes", key, JSON.stringify(key).replaceAll("/", "\\/")],
  ["base64 for URLs", key, Buffer.from(key).toString("base64url")],
  ["form-encoded", key, new URLSearchParams({ key }).toString()],
  ["cut short", key, `${key.slice(0, -2)}...`],
  ["trimmed", pem, pem.trim()],
  ["JSON-escaped", pem, JSON.stringify(pem)],
  ["on one line", pem, pem.replaceAll("\n", " ")],
  ["line 2", pem, `the key ${pem.split("\n")[1]} is refused`],
  ["line 3", pem, `the key ${pem.split("\n")[2]} is refused`],
  ["cut short", pem, `${pem.slice(0, -5)}…`],
])("a planted secret is found: %s", (how, secret, text) => {
  const found = findSecrets({ clean: "nothing", planted: `before ${text} after` }, { secret });
  expect(found).toContainEqual(expect.stringContaining(`secret (${how}) in planted`));
  expect(() => expectNoSecrets({ planted: text }, { secret })).toThrow("secrets in plain sight");
  // The report of a find is itself printed by the tests.
  expect(findSecrets({ report: found.join() }, { secret })).toEqual([]);
});

test("a search finds nothing where there is nothing, and refuses to search for nothing", () => {
  expect(findSecrets({ a: "canary-key-", b: "[secret]" }, { key })).toEqual([]);
  expect(() => expectNoSecrets({ a: "text" }, {})).toThrow("search of nothing");
  expect(() => expectNoSecrets({}, { key })).toThrow("search of nothing");
  expect(() => findSecrets({ a: "text" }, { key: "short" })).toThrow("too short");
});
