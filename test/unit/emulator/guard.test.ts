import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { createLog, maxEntries } from "../../../provider/emulator/server/log";
import { basic, it, type TestEmulator } from "../../helpers/emulator";
import { vpcs } from "./scene";

const state = "/_emulator/state";

const usual = { method: "GET", headers: {} as Record<string, string>, body: "" };
/** A request with these headers as they are, which fetch would not send. */
const ask = async ({ url, apiKey }: TestEmulator, path: string, sent: Partial<typeof usual> = {}) => {
  const { method, headers, body } = { ...usual, ...sent };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { authorization: basic(apiKey), "content-type": "application/json", ...headers };
    const asked = request(url + path, { method, headers: all }, resolve).on("error", reject);
    asked.end(body);
  });
  return { status: answer.statusCode ?? 0, text: await text(answer) };
};

describe("who is answered", () => {
  it.each([
    ["127.0.0.1:80", 200],
    ["localhost", 200],
    ["[::1]:4160", 200],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example:4160", 403],
    ["evil.example", 403],
    ["192.168.0.1", 403],
  ])("under the Host %j: %i", async (emulator, host, status) => {
    for (const path of [state, vpcs]) expect((await ask(emulator, path, { headers: { host } })).status).toBe(status);
  });

  it("a page of the emulator's own origin, and no other", async (emulator) => {
    const { host } = new URL(emulator.url);
    expect((await ask(emulator, state, { headers: { origin: `http://${host}` } })).status).toBe(200);
    for (const origin of [`https://${host}`, "http://localhost:3000", "https://evil.example", "null"])
      expect((await ask(emulator, state, { headers: { origin } })).status).toBe(403);
    expect((await ask(emulator, "/_emulator/reset", { method: "POST", headers: { origin: "null" } })).status).toBe(403);
  });

  it("a control call that says that it is JSON", async (emulator) => {
    const rules = JSON.stringify([{ match: {}, fault: { status: 500 } }]);
    const add = (type: string) =>
      ask(emulator, "/_emulator/faults", { method: "POST", headers: { "content-type": type }, body: rules });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
      expect(await add(type)).toEqual({ status: 415, text: expect.stringContaining("application/json") });
    expect((await ask(emulator, vpcs)).status).toBe(200);
    expect((await add("application/json; charset=utf-8")).status).toBe(204);
    expect((await ask(emulator, vpcs)).status).toBe(500);
  });
});

describe("the log of requests", () => {
  const big = JSON.stringify({ name: "x".repeat(200_000) });

  it("holds no body that came without a valid key", async (emulator) => {
    const headers = { authorization: basic("wrong") };
    const small = JSON.stringify({ name: "sent by nobody" });
    expect((await ask(emulator, vpcs, { method: "POST", headers, body: small })).status).toBe(401);
    expect((await ask(emulator, vpcs, { method: "POST", headers, body: "x".repeat(5_000_000) })).status).toBe(401);
    expect(emulator.requests()).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect(JSON.stringify(emulator.requests())).not.toContain("nobody");
    expect(emulator.requests().some((each) => "body" in each)).toBe(false);
  });

  it("holds the size of a large body", async (emulator) => {
    expect((await ask(emulator, vpcs, { method: "POST", body: big })).status).toBe(400);
    expect(emulator.requests()).toMatchObject([{ body: `[${big.length} bytes]` }]);
  });

  test("holds the newest requests only, and of those that wait as many", () => {
    const log = createLog();
    for (let at = 0; at < 10 * maxEntries; at++)
      log.settlePoll(log.open({ method: "GET", path: `/customer/api/vpcs/${at}`, query: "", at }), "key", true);
    const kept = log.entries();
    expect([kept.length, kept[0]!.at, kept.at(-1)!.at]).toEqual([maxEntries, 9 * maxEntries, 10 * maxEntries - 1]);
    const first = log.open({ method: "GET", path: "/customer/api/vpcs/0", query: "", at: 0 });
    log.settlePoll(first, "key", false);
    expect(first.poll).toBe(false);
  });
});

it("bodies that are nested 10,000 deep, or no JSON, are a 400 with the reason", async (emulator) => {
  for (const [path, method] of Object.entries({ [vpcs]: "POST", [state]: "PATCH", "/_emulator/faults": "POST" })) {
    const body = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    const text = expect.stringContaining("nested deeper");
    expect(await ask(emulator, path, { method, body })).toEqual({ status: 400, text });
    const none = { status: 400, text: expect.stringContaining("not JSON") };
    expect(await ask(emulator, path, { method, body: "{" })).toEqual(none);
  }
});

it("a rule with many stars is looked up at once", async ({ call, fault: add }) => {
  add({ match: { path: `${"*a".repeat(200)}*b` }, times: "always", fault: { status: 500 } });
  expect((await call("GET", `/customer/api/vpcs/${"a".repeat(4_000)}`)).status).toBe(404);
  expect((await call("GET", `/customer/api/vpcs/${"a".repeat(4_000)}b`)).status).toBe(500);
});
