import type { ClientOptions } from "../../../provider/api";
import { givenKey, replacementBy } from "../../../provider/api/keys";
import type { Credentials } from "../../../provider/api/transport/endpoint";
import { type Answer, failureOf, json, server, setupWithServer, write } from "../../helpers/api-setup";

/** A given key of an instance that the service refuses, beside an account key that may tell today's key. */

/** The keys that the instance API takes, and the answer of the account API. */
let valid: string[] = [];
let look: Answer = json(200);
beforeEach(() => {
  valid = ["key-given"];
  look = detail("key-given");
});
const setup = setupWithServer(async (request, response) => {
  const key = Buffer.from((request.headers.authorization ?? "").slice(6), "base64")
    .toString()
    .slice(1);
  const isInstance = request.path === "/api/webhooks" || request.path === "/api/nodes";
  const known = valid.includes(key) ? json(200, []) : json(401, { error: "Unauthorized" });
  const answer = isInstance ? known : request.path === "/api/regions" ? json(200, []) : look;
  await (typeof answer === "function" ? answer(request, response) : write(answer, response));
});
const { call } = setup;

const detail = (apikey?: string, id = 7) => json(200, { id, name: "a", plan: "p", region: "r", apikey });
const lookUps = () => server.received.filter(({ path }) => path === "/api/instances/7").length;
const refusals = () => server.received.filter(({ path }) => !path.startsWith("/api/instances/")).length;
const open = (more?: Partial<ClientOptions>) =>
  setup.client(server.url, { instanceApiKeys: { "7": "key-given" }, ...more });
const fresh = { fresh: true };

test("it works: nothing is looked up", async () => {
  const client = open();
  await client.instance("7").webhooks.list(call());
  await client.instance("7", { apiKey: "key-given" }).webhooks.list(call());
  expect([lookUps(), server.received.length]).toEqual([0, 2]);
});

test("it was rotated: one look-up serves all calls, whether the key is in the map or an argument", async () => {
  const client = open();
  valid = ["key-2"];
  look = detail("key-2");
  const places = [client.instance("7"), client.instance("7", { apiKey: "key-given" })];
  await Promise.all(places.flatMap(({ webhooks }) => [1, 2, 3].map(() => webhooks.list(call(), fresh))));
  for (const { webhooks } of places) await webhooks.list(call(), fresh);
  expect(lookUps()).toBe(1);
  // Each of the first six calls was refused once, and no later one.
  expect(refusals()).toBe(6 + 6 + 2);
  // What an error or a line says is cleaned of the new key as of the given one.
  expect(client.keysOf(["7"])).toEqual(expect.arrayContaining(["key-given", "key-2"]));

  valid = ["key-3"];
  look = detail("key-3");
  for (const { webhooks } of places) await webhooks.list(call(), fresh);
  expect(lookUps()).toBe(2);
});

test.each<[string, () => Answer]>([
  ["the account API tells the same key", () => detail("key-given")],
  ["the account does not hold the instance", () => json(404, { error: "Not found" })],
  ["the role of the account key shows no keys", () => detail()],
  ["the account key is refused", () => json(401, { error: "Unauthorized" })],
  ["the account key may not read instances", () => json(403, { error: "Forbidden" })],
  ["the answer is about another instance", () => detail("key-2", 8)],
  ["the account API is out of service", () => json(503)],
])("%s: the refusal of the given key stands, with its advice", async (_what, answer) => {
  valid = ["key-2"];
  look = answer();
  const client = open();
  const refused = (given: { apiKey?: string }) =>
    failureOf(client.instance("7", given).webhooks.list(call(3600, { subject: "X" })));
  const said = "X: GET /api/webhooks answered 401: Unauthorized (request req-1); the key of instance 7 was refused:";
  const mapped = await refused({});
  expect(mapped).toMatchObject({
    kind: "auth",
    status: 401,
    message: `${said} correct this key in broker:instanceApiKeys`,
  });
  const given = await refused({ apiKey: "key-given" });
  expect(given.message).toBe(`${said} correct this key in the argument instanceApiKey`);
});

test.each([404, 403, 401])("a look-up that is answered %i is not repeated for the same key", async (status) => {
  valid = ["key-2"];
  look = json(status, { error: "no" });
  const client = open();
  const other = client.instance("7", { apiKey: "key-given" });
  await Promise.all([1, 2, 3].map(() => failureOf(client.instance("7").webhooks.list(call(), fresh))));
  await failureOf(other.operations.nodes.list(call()));
  expect(lookUps()).toBe(1);
});

test("an outage of the account API is over: the next call looks the key up", async () => {
  valid = ["key-2"];
  look = json(503);
  const { webhooks } = open().instance("7");
  await failureOf(webhooks.list(call(), fresh));
  look = detail("key-2");
  await expect(webhooks.list(call(), fresh)).resolves.toEqual([]);
});

test("without an account key nothing is looked up; nor where only the given key is asked about", async () => {
  valid = ["key-2"];
  look = detail("key-2");
  const only = { apiKey: "key-given", onlyGiven: true };
  await failureOf(open({ apiKey: undefined }).instance("7").webhooks.list(call()));
  await failureOf(open().instance("7", only).webhooks.list(call()));
  expect([lookUps(), server.received.length]).toEqual([0, 2]);
});

test("the fingerprint is that of the key in use, as if that key had been given, and not that of the account key", async () => {
  const client = open();
  const print = (of = client, apiKey?: string) => of.keyOf({ id: "7", ...(apiKey !== undefined && { apiKey }) });
  const before = print()?.fingerprint("salt");
  valid = ["key-2"];
  look = detail("key-2");
  await client.instance("7").webhooks.list(call());
  const after = print();
  expect(after).toMatchObject({ opens: "instance", lookedUp: false });
  expect(after?.fingerprint("salt")).not.toBe(before);
  expect(after?.fingerprint("salt")).toBe(print(open(), "key-2")?.fingerprint("salt"));
  // The key of another instance, and one that the service took, are what they were.
  const other = { id: "8", apiKey: "key-given" };
  expect(client.keyOf(other)?.fingerprint("salt")).toBe(open().keyOf(other)?.fingerprint("salt"));
});

test("a rotation during the look-up counts, and not what the look-up has found", async () => {
  const replacement = async () => {
    given.replace?.("key-3");
    return "key-2";
  };
  const given: Credentials = givenKey("key-1", { replacement });
  await expect(given.renew("key-1", call())).resolves.toBe("key-3");
  await expect(given.key(call())).resolves.toBe("key-3");
});

test("a fault of the program in a look-up is told, and not taken for a key that nobody tells", async () => {
  const broken = { key: async () => "key-1", renew: () => Promise.reject(new TypeError("broken")) };
  await expect(replacementBy(broken)("key-1", call())).rejects.toThrow("broken");
});
