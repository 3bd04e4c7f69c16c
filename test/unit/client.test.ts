import { EventEmitter, once } from "node:events";
import * as client from "pulumi-broker/client";
import { createClient } from "../../provider/client";
import { failureOf, json, type ScriptedServer, scriptedServer, write } from "../helpers/api-setup";

/** The entry for scripts: options, deadlines and the words of errors. */

let server: ScriptedServer;
beforeEach(async () => {
  server = await scriptedServer();
});
afterEach(() => server.close());

/** Runs `work` with a client of the scripted server, which is closed afterwards. */
async function withClient<T>(
  work: (client: client.ServiceClient) => Promise<T>,
  options: Partial<client.CreateClientOptions> = {},
): Promise<T> {
  const opened = createClient({ apiKey: "account-key", customerUrl: server.url, baseUrl: server.url, ...options });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

const keyOf = (index: number) => {
  const header = server.received[index]?.headers.authorization ?? "";
  return Buffer.from(header.replace("Basic ", ""), "base64").toString();
};

test("the entry exports what opens the client and what tells its errors, and no more", () =>
  expect(Object.keys(client).sort()).toEqual(["ApiError", "createClient", "isApiError"]));

test.each<[string, Partial<client.CreateClientOptions>, string]>([
  ["no URL", { baseUrl: undefined }, "the URL in baseUrl must begin with https:"],
  [
    "a URL with a password",
    { customerUrl: "https://me:hunter2@example.com" },
    "the URL in customerUrl must not contain a user name",
  ],
  ["plain http", { baseUrl: "http://api.example.com" }, "to allow http anyway, set allowHttp: true"],
])("%s is refused in one line that names the option", (_what, options, says) => {
  const open = () => createClient({ customerUrl: server.url, baseUrl: server.url, ...options });
  expect(open).toThrow(says);
  expect(open).toThrow(/^createClient: [^\n]*$/);
  expect(open).not.toThrow(/hunter2/);
});

test("plain http can be allowed on purpose", async () => {
  const options = { customerUrl: "http://customer.example.com", baseUrl: "http://api.example.com", allowHttp: true };
  await createClient(options).close();
});

test.each([0, 1])("after close nothing is sent, and the error says why at once (%i calls before)", async (calls) => {
  const opened = createClient({ apiKey: "account-key", customerUrl: server.url, baseUrl: server.url });
  for (let call = 0; call < calls; call += 1) await opened.team.list().catch(() => undefined);
  const sent = server.received.length;
  await Promise.all([opened.close(), opened.close()]);
  await opened.close();
  const late = { name: "late", region: "provider-a::region-1", subnet: "10.0.0.0/24" };
  const error = await failureOf(opened.vpcs.create(late));
  expect(error).toMatchObject({ kind: "stopped", ambiguous: false });
  expect(error.message).toBe("POST /api/vpcs was not sent: the client is closed; open another");
  expect(server.received).toHaveLength(sent);
});

test("close drops a call that has no answer, and the error says that its outcome is open", async () => {
  const opened = createClient({ apiKey: "account-key", customerUrl: server.url, baseUrl: server.url });
  const arrived = new Promise<void>((resolve) =>
    server.answer(() => {
      resolve();
      return new Promise(() => {});
    }),
  );
  const failing = failureOf(opened.instances.create({ name: "new", plan: "p", region: "r" }));
  await arrived;
  await opened.close();
  const error = await failing;
  expect(error).toMatchObject({ kind: "stopped", ambiguous: true, attempts: 1 });
  expect(error.message).toContain("got no answer before the client was closed");
});

test.each<[string, Partial<client.CreateClientOptions>, (one: client.ServiceClient) => Promise<unknown>, string]>([
  ["no account key", { apiKey: undefined }, (one) => one.team.list(), "give createClient the option apiKey"],
  ["no key of an instance", { apiKey: undefined }, (one) => one.instance(5).nodes.list(), "own key in instanceApiKeys"],
])("%s: nothing is sent, and the error names the option", async (_what, options, ask, says) => {
  const message = expect.stringContaining(says);
  expect(await failureOf(withClient(ask, options))).toMatchObject({ kind: "auth", attempts: 0, message });
  expect(server.received).toEqual([]);
});

test.each<[string, Partial<client.CreateClientOptions>, (one: client.ServiceClient) => Promise<unknown>, string]>([
  ["the account", {}, (one) => one.team.list(), "give createClient a valid key in apiKey"],
  [
    "an instance",
    { instanceApiKeys: { 5: "key-5" } },
    (one) => one.instance(5).nodes.list(),
    "this key in instanceApiKeys",
  ],
  ["one call", {}, (one) => one.instance(5, { apiKey: "key-5" }).nodes.list(), "the option apiKey of instance()"],
])("a refused key of %s: the error names the option and not the key", async (_what, options, ask, says) => {
  server.answer(json(401, { error: "Unauthorized: account-key key-5" }));
  const error = await failureOf(withClient(ask, options));
  expect(error).toMatchObject({ kind: "auth", status: 401, message: expect.stringContaining(says) });
  expect(error.message).not.toMatch(
    options.instanceApiKeys === undefined && says !== "the option apiKey of instance()" ? /account-key/ : /key-5/,
  );
});

test("a call gives up after its own time limit, else after the client's", async () => {
  server.answer(() => new Promise(() => undefined));
  const calls = (one: client.ServiceClient) => [one.plans.list(), one.plans.list({}, { timeoutMs: 20 })];
  const errors = await withClient((one) => Promise.all(calls(one).map(failureOf)), { timeoutMs: 40 });
  expect(errors).toMatchObject([{ kind: "timeout" }, { kind: "timeout" }]);
  expect(errors[0]?.message).toContain("set a longer timeoutMs");
});

test("an endless time limit is no time limit, and no timer that fires at once", async () => {
  server.answer(json(200, []));
  await withClient((one) => one.plans.list({}, { timeoutMs: Number.POSITIVE_INFINITY }));
});

test("an aborted call ends, before and after it is sent", async () => {
  const stop = new AbortController();
  server.answer(() => {
    stop.abort();
    return new Promise(() => undefined);
  });
  await withClient(async (one) => {
    const error = await failureOf(one.plans.list({}, { signal: stop.signal }));
    expect(error).toMatchObject({ kind: "stopped", attempts: 1 });
    expect(error.message).toMatch(/ was stopped before an answer came; the AbortSignal of the call ended the call$/);
    const later = await failureOf(one.plans.list({}, { signal: stop.signal }));
    expect(later).toMatchObject({ kind: "stopped", attempts: 0 });
  });
  expect(server.received).toHaveLength(1);
});

test("after a rotation the client uses the new key", async () => {
  const said: string[] = [];
  server.answer(json(200, { apikey: "rotated-key" }), json(200, []), json(403, { error: "rotated-key may not" }));
  await withClient(async (one) => {
    await expect(one.accountKey.rotate()).resolves.toEqual({ apikey: "rotated-key" });
    await one.plans.list();
    said.push((await failureOf(one.team.list())).message);
  });
  expect([0, 1, 2].map(keyOf)).toEqual([":account-key", ":rotated-key", ":rotated-key"]);
  expect(said[0]).toContain("use a key with the role admin");
  expect(said[0]).not.toContain("rotated-key");
});

test("after a rotation of its key an instance is called with the new key", async () => {
  server.answer(json(200, { apikey: "new-key-5" }), json(200, []));
  const work = async (one: client.ServiceClient) => {
    await expect(one.instance(5).instanceKey.rotate()).resolves.toEqual({ apikey: "new-key-5" });
    await one.instance(5).nodes.list();
  };
  await withClient(work, { instanceApiKeys: { 5: "key-5" } });
  expect([0, 1].map(keyOf)).toEqual([":key-5", ":new-key-5"]);
});

test("a look-up that still shows the old key does not undo a rotation that ended meanwhile", async () => {
  const detail = { status: 200, json: { id: 5, name: "a", plan: "p", region: "r", apikey: "key-5" } };
  const events = new EventEmitter();
  server.answer(
    detail,
    json(200, []),
    async (_request, response) => {
      await once(events, "refused");
      write({ status: 200, json: { apikey: "new-key-5" } }, response);
    },
    json(401),
    async (_request, response) => {
      const rotated = once(events, "rotated");
      events.emit("refused");
      await rotated;
      write(detail, response);
    },
    json(200, []),
  );
  await withClient(async (one) => {
    const { nodes, instanceKey } = one.instance(5);
    await nodes.list();
    const rotation = instanceKey.rotate().finally(() => events.emit("rotated"));
    while (server.received.length < 3) await new Promise(setImmediate);
    await expect(nodes.list()).resolves.toEqual([]);
    await rotation;
  });
  expect([3, 4, 5].map(keyOf)).toEqual([":key-5", ":account-key", ":new-key-5"]);
});

test("a rotation that does not show the new key leaves it to the account API", async () => {
  const detail = (apikey: string) => json(200, { id: 5, name: "a", plan: "p", region: "r", apikey });
  server.answer(detail("key-5"), { status: 204 }, json(401), detail("new-key-5"), json(200, []));
  await withClient(async (one) => {
    await expect(one.instance(5).instanceKey.rotate()).resolves.toBeUndefined();
    await one.instance(5).nodes.list();
  });
  const keys = [":account-key", ":key-5", ":key-5", ":account-key", ":new-key-5"];
  expect(keys.map((_key, i) => keyOf(i))).toEqual(keys);
});
