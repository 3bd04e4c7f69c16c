import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Agent } from "undici";
import { z } from "zod";
import { systemClock } from "../../../provider/api";
import type { Api, Endpoint } from "../../../provider/api/transport/endpoint";
import { request } from "../../../provider/api/transport/request";
import { type Answer, failureOf, scriptedServer, server, setupWithServer } from "../../helpers/api-setup";
import { allowance } from "../../helpers/processes";

const read: Endpoint<unknown> = { method: "GET", path: "/api/x", answer: z.unknown() };
const setup = setupWithServer();
const ask = (to: Endpoint<unknown>) => request(setup.connection(server.url), to, {}, setup.call());

describe("an answer on a real socket, in real time", () => {
  // The sockets' own timers are what is tested, hence no virtual clock.
  const agent = new Agent();
  afterAll(() => agent.destroy());
  const real = (): Api => {
    const to = setup.connection(server.url);
    return { ...to, transport: { ...to.transport, clock: systemClock, dispatcher: agent } };
  };
  const drip: Answer = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  };

  test.each<[string, number, Answer]>([
    ["a dribbling one", 300, drip],
    ["a dribbling one", 800, drip],
    ["none", 300, () => new Promise(() => undefined)],
  ])("%s ends within %d ms + 100 ms", async (_what, ms, answer) => {
    server.answer(answer);
    const begin = Date.now();
    // How long a bare timer of that length takes: a machine under load wakes everything late.
    const timer = sleep(ms).then(() => Date.now() - begin);
    const error = await failureOf(request(real(), read, {}, { deadline: begin + ms }));
    const took = Date.now() - begin;
    expect(error).toMatchObject({ kind: "timeout" });
    expect(took).toBeGreaterThanOrEqual(ms - 5);
    expect(took).toBeLessThanOrEqual((await timer) + (await allowance(100)));
  });
});

describe("size", () => {
  const mebibyte = 1024 * 1024;
  /** 64 MiB, as fast as the socket takes it. */
  const huge: Answer = async (one, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const piece = Buffer.alloc(mebibyte, 0x20);
    for (let i = 0; i < 64 && !one.signal.aborted; i += 1)
      if (!response.write(piece)) await Promise.race([once(response, "drain"), once(response, "close")]);
    response.end();
  };
  const bomb = gzipSync(Buffer.alloc(64 * mebibyte, 0x20));
  const gzip: Answer = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
  };

  test.each<[string, Answer, string]>([
    ["a 64 MiB body", huge, "more than 4 MiB"],
    ["a gzip bomb", gzip, "gzip-encoded"],
  ])("%s is an error, and memory does not grow", async (_name, answer, says) => {
    server.answer(answer);
    const before = process.memoryUsage();
    let peak = 0;
    const watch = setInterval(() => {
      const now = process.memoryUsage();
      peak = Math.max(peak, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
    }, 1);
    const error = await failureOf(ask(read));
    clearInterval(watch);
    expect(error).toMatchObject({ kind: "badResponse", attempts: 3, message: expect.stringContaining(says) });
    expect(peak).toBeLessThan(32 * mebibyte);
  });

  test("just under 4 MiB is read", async () => {
    server.answer({ status: 200, text: JSON.stringify("x".repeat(4 * mebibyte - 2)) });
    expect(await ask(read)).toHaveLength(4 * mebibyte - 2);
  });
});

test.each([300, 301, 302, 303, 307, 308])(
  "a redirect with %d is an error, and nothing reaches the other server",
  async (status) => {
    let connections = 0;
    const other = await scriptedServer(() => {
      connections += 1;
    });
    server.answer({ status, json: {}, headers: { location: `${other.url}/api/x` } });
    const message = expect.stringContaining("redirect");
    expect(await failureOf(ask(read))).toMatchObject({ kind: "badResponse", status, attempts: 1, message });
    expect([connections, other.received]).toEqual([0, []]);
    await other.close();
  },
);

test("what is sent: Basic with an empty user, JSON, no compression, the user agent", async () => {
  const put: Endpoint<void> = { method: "PUT", path: "/api/x/{id}" };
  server.answer({ status: 204 });
  await request(setup.connection(`${server.url}/base`), put, { params: { id: "a:b" }, body: { n: 1 } }, setup.call());
  const [one] = server.received;
  expect(one).toMatchObject({ method: "PUT", path: "/base/api/x/a%3Ab", body: '{"n":1}' });
  const authorization = `Basic ${Buffer.from(":secret-key").toString("base64")}`;
  const headers = { authorization, "content-type": "application/json", "accept-encoding": "identity" };
  expect(one?.headers).toMatchObject({ ...headers, "user-agent": "test" });
});

const payloads = [
  '{"__proto__":{"polluted":1},"id":1}',
  '{"constructor":{"prototype":{"polluted":1}},"id":1}',
  '{"id":1,"nested":{"__proto__":{"polluted":1}}}',
  '[{"__proto__":{"polluted":1},"id":1}]',
  '{"error":"x","__proto__":{"message":"y"},"error_code":40001}',
];
const shape = z.union([z.object({ id: z.number() }), z.array(z.object({ id: z.number() }))]);
test.each(payloads)("__proto__ in an answer is harmless: %s", async (text) => {
  const strict: Endpoint<unknown> = { ...read, answer: shape };
  server.answer({ status: text.includes("error") ? 403 : 200, text });
  const value = await ask(strict).catch((error: unknown) => error);
  const one = { ...(Array.isArray(value) ? value[0] : value) } as Record<string, unknown>;
  expect(one["polluted"]).toBeUndefined();
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
});

test("what is no HTTP is named as such, and is no word of the service", async () => {
  server.answer((_request, response) => {
    response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n");
  });
  const message = expect.stringContaining("GET /api/x got an answer that is not HTTP (Response does not match");
  expect(await failureOf(ask(read))).toMatchObject({ kind: "badResponse", message });
});

test("a deeply nested answer is an answer of the wrong shape, not a crash", async () => {
  server.answer({ status: 200, text: "[".repeat(100_000) + "]".repeat(100_000) });
  const strict: Endpoint<unknown> = { ...read, answer: z.object({ id: z.number() }) };
  expect(await failureOf(ask(strict))).toMatchObject({ kind: "badResponse" });
});

test.each([
  [404, "badResponse"],
  [422, "invalid"],
] as const)("a %d with 4 MiB of blanks is what its status says, not trouble of the network", async (status, kind) => {
  server.answer({ status, text: " ".repeat(4 * 1024 * 1024) });
  const put: Endpoint<void> = { method: "PUT", path: "/api/x" };
  expect(await failureOf(ask(put))).toMatchObject({ kind });
});
