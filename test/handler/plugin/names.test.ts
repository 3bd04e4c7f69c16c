import { type Handlers, startHandlers } from "../../helpers/handlers";

let handlers: Handlers;

beforeAll(async () => {
  handlers = await startHandlers();
});

afterAll(() => handlers.close());

const hostile = [
  "",
  ".",
  "..",
  "../instances",
  "a/b",
  "a\\b",
  "a%2Fb",
  "%2e%2e",
  "a#b",
  "a?async=false",
  "a&b",
  "a;b",
  "a b",
  " a",
  "a ",
  "a\r\nX: y",
  "a\n",
  "a\tb",
  "a\u0000",
  "a\u007f",
  "a\u2028b",
  "a\u202eb",
  "ａ",
  "é",
  "a.b",
  "a:b",
  "a@b",
  "a+b",
  "a=b",
  "a,b",
  "a~b",
  "a-b",
  "a*",
  "{name}",
  "$(a)",
  "`a`",
  "<a>",
  '"a"',
  "'a'",
  "a".repeat(101),
];

test.each(hostile)("%j is no name of a plugin: refused at preview, in one line", async (name) => {
  const { instances } = handlers.emulator;
  const host = handlers.host();
  const news = { instance: `${instances[0]?.id}`, name, community: false, __provider: "pulumi-broker/host" };
  const { failures } = await host.handler("plugin").check({}, news);
  expect(failures).toEqual([{ property: "name", reason: "must be 1 to 100 letters, digits and underscores" }]);
  expect(host.requests).toBe(0);
});

describe.each(["plugins", "community-plugins"])("the id <instance>/%s/<name>", (kind) => {
  test.each(hostile)("with %j for a name is refused by read, update and delete, before any request", async (name) => {
    const id = `${handlers.emulator.instances[0]?.id}/${kind}/${name}`;
    const host = handlers.host();
    const handler = host.handler("plugin");
    const bag = { instance: "1", name: "a", community: false, __provider: "pulumi-broker/host", __pending: "cut off" };
    const refusal = /^[^\n]* is not the id of any Plugin: expected <instance>\/plugins\/<name> or [^\n]*$/;
    await expect(handler.read(id, bag)).rejects.toThrow(refusal);
    await expect(handler.update(id, bag, bag)).rejects.toThrow(refusal);
    await expect(handler.delete(id, bag)).rejects.toThrow(refusal);
    expect(host.requests).toBe(0);
  });
});

test.each([
  ["customDomain", "custom-domain"],
  ["maintenanceSettings", "maintenance-settings"],
])("hostile ids of %s are refused before any request", async (type, kind) => {
  const host = handlers.host();
  const handler = host.handler(type);
  const { id: instance } = handlers.emulator.instances[0] ?? {};
  const ids = [
    ...hostile.map((each) => `${each}/${kind}`),
    ...hostile.map((each) => `${instance}/${kind}${each || "x"}`),
  ];
  for (const id of ids) {
    const bag = { __provider: "pulumi-broker/host", hostname: "mq.example.com" };
    await expect(handler.read(id, bag)).rejects.toThrow(/^[^\n]* is not the id of any [^\n]*$/);
    await expect(handler.delete(id, bag)).rejects.toThrow(/^[^\n]* is not the id of any [^\n]*$/);
  }
  expect(host.requests).toBe(0);
});
