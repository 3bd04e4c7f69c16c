import { failureOf, server, setupWithServer, write } from "../../helpers/api-setup";

/** The key that the instance API takes now, and the one that the account API tells. */
let valid = "key-1";
let told = "key-1";
beforeEach(() => {
  valid = "key-1";
  told = "key-1";
});
const setup = setupWithServer((request, response) => {
  const key = Buffer.from((request.headers.authorization ?? "").slice(6), "base64")
    .toString()
    .slice(1);
  if (request.path.startsWith("/api/instances/")) {
    const detail = { id: 7, name: "i", plan: "p", region: "r", apikey: told };
    return write(key === "secret-key" ? { status: 200, json: detail } : { status: 401 }, response);
  }
  if (request.path === "/api/regions")
    return write({ status: 200, json: [{ provider: "p", region: "r", has_shared_plans: true }] }, response);
  return write(key === valid ? { status: 200, json: [] } : { status: 401, json: { error: "Unauthorized" } }, response);
});
const { call } = setup;

const lookUps = () => server.received.filter((one) => one.path.startsWith("/api/instances/")).length;
const fresh = { fresh: true };

test("an instance's key is looked up once, however many ask", async () => {
  const client = setup.client(server.url);
  await client.instances.get("7", call());
  await Promise.all(Array.from({ length: 10 }, () => client.instance("7").webhooks.list(call(), fresh)));
  expect(lookUps()).toBe(1);
  await setup.clock.sleep(60_000);
  await client.instance("7").webhooks.list(call(), fresh);
  expect(lookUps()).toBe(1);
});

test("a rotated key is looked up again, once for all that met the 401, and the calls go on", async () => {
  const { webhooks } = setup.client(server.url).instance("7");
  await webhooks.list(call());
  valid = told = "key-2";
  await Promise.all(Array.from({ length: 10 }, () => webhooks.list(call(), fresh)));
  expect(lookUps()).toBe(2);
  valid = told = "key-3";
  await webhooks.list(call(), fresh);
  expect(lookUps()).toBe(3);
});

test("a key that is refused although nothing newer is told is an error", async () => {
  valid = "key-9";
  const error = await failureOf(setup.client(server.url).instance("7").webhooks.list(call()));
  expect(error).toMatchObject({ kind: "auth", status: 401, message: expect.stringContaining("instance 7") });
  expect(lookUps()).toBe(2);
});

test("a given key is used as it is, and without an account key no other is tried in its place", async () => {
  const client = setup.client(server.url, { apiKey: undefined, instanceApiKeys: { "7": "key-1" } });
  await client.instance("7").webhooks.list(call());
  const wrong = await failureOf(client.instance("7", { apiKey: "wrong" }).webhooks.list(call()));
  expect(wrong).toMatchObject({ kind: "auth" });
  expect(wrong.message).toContain("instanceApiKey");
  valid = told = "key-2";
  const stale = await failureOf(client.instance("7").webhooks.list(call(), fresh));
  expect(stale.message).toContain("broker:instanceApiKeys");
  expect(lookUps()).toBe(0);
});

test("only instance keys: the instance API works, the account API says what is missing", async () => {
  const client = setup.client(server.url, { apiKey: undefined, instanceApiKeys: { "7": "key-1" } });
  await expect(client.instance("7").webhooks.list(call())).resolves.toEqual([]);
  const account = await failureOf(client.vpcs.list(call()));
  expect(account).toMatchObject({ kind: "auth", attempts: 0, message: expect.stringContaining("broker:apiKey") });
  const other = await failureOf(client.instance("8").webhooks.list(call()));
  expect(other.message).toContain("broker:apiKey");
  expect(other.message).toContain("broker:instanceApiKeys");
  expect(await failureOf(client.instance("__proto__").webhooks.list(call()))).toMatchObject({ kind: "auth" });
});

test("a refused account key says what the caller was told to say", async () => {
  const client = setup.client(server.url, { apiKey: "old", authHint: "use --run-program" });
  const error = await failureOf(client.vpcs.list(call(60, { subject: 'Vpc "net"' })));
  expect(error.message).toBe('Vpc "net": GET /api/vpcs answered 401: Unauthorized (request req-1); use --run-program');
});

test("regions are fetched once per client", async () => {
  const client = setup.client(server.url);
  await Promise.all([client.regions.list(call()), client.regions.list(call())]);
  await setup.clock.sleep(3_600_000);
  expect(await client.regions.list(call())).toEqual([{ provider: "p", region: "r", has_shared_plans: true }]);
  expect(server.received).toHaveLength(1);
});

test("a failed fetch of the regions is not kept", async () => {
  const client = setup.client(server.url);
  server.answer({ status: 403 }, { status: 200, json: [] });
  expect(await failureOf(client.regions.list(call()))).toMatchObject({ kind: "forbidden" });
  expect(await client.regions.list(call())).toEqual([]);
});

test("an instance is the same object each time, so that its lists are shared", () => {
  const client = setup.client(server.url);
  expect(client.instance("7")).toBe(client.instance("7"));
  expect(client.instance("7", { apiKey: "a" })).not.toBe(client.instance("7", { apiKey: "b" }));
});

test("an answer of the wrong shape names endpoint and field, and no value", async () => {
  server.answer({ status: 200, json: [{ id: 1, name: 17, region: "hunter2", subnet: "s" }] });
  const error = await failureOf(setup.client(server.url).vpcs.list(call()));
  expect(error.message).toMatch(/GET \/api\/vpcs answered 200 with JSON of another shape \(field 0\.name: /);
  expect(error.message).not.toContain("hunter2");
});
