import type { Endpoint } from "../../../provider/api/transport/endpoint";
import { request } from "../../../provider/api/transport/request";
import { type Answer, endpoint, failureOf, json, reset, server, setupWithServer } from "../../helpers/api-setup";

const methods = ["GET", "PUT", "POST"] as const;

const setup = setupWithServer();

const ask = <T>(to: Endpoint<T>, call = setup.call()) => request(setup.connection(server.url), to, {}, call);

const ok = json(200, { id: 1 });

/** Attempts of a GET, a PUT and a POST when the fault lasts for ever; `wait` means that it is tried until the deadline. */
const lastingFailures: [string, Answer, ...attempts: (number | "wait")[]][] = [
  ["network: reset", reset, 8, 8, 1],
  ["server: 500", json(500), 8, 8, 1],
  ["server: 502", json(502), 8, 8, 1],
  ["server: 503", json(503), 8, 8, 1],
  ["server: 504", json(504), 8, 8, 1],
  ["server: 501", json(501), 1, 1, 1],
  ["throttled: 429", json(429), "wait", "wait", "wait"],
  ["busy: 423", json(423), "wait", "wait", "wait"],
  ["busy: 40001", json(400, { error_code: 40001, message: "firewall" }), "wait", "wait", "wait"],
  ["busy: VPC unavailable", json(400, { error: "VPC currently unavailable" }), "wait", "wait", "wait"],
  ["busy: 40099", json(400, { error_code: 40099, message: "busy" }), "wait", "wait", 1],
  ["busy: backend timeout", json(400, { error: "Timeout talking to backend", list: [] }), "wait", "wait", 1],
  ["badResponse: HTML 200", { status: 200, text: "<html>" }, 3, 3, 1],
  ["badResponse: empty 200", { status: 200, text: "" }, 3, 3, 1],
  ["badResponse: wrong type", json(200, []), 3, 3, 1],
  ["badResponse: 204", { status: 204 }, 3, 3, 1],
  ["badResponse: 302", json(302), 1, 1, 1],
  ["invalid: 400", json(400), 1, 1, 1],
  ["auth: 401", json(401), 1, 1, 1],
  ["forbidden: 403", json(403), 1, 1, 1],
  ["notFound: 404", json(404, { error: "Invalid ID" }), 1, 1, 1],
  ["badResponse: 404 of no shape", json(404), 3, 3, 1],
  ["badResponse: HTML 404", { status: 404, text: "<html>" }, 3, 3, 1],
  ["badResponse: empty 410", { status: 410, text: "" }, 3, 3, 1],
  ["invalid: 422", json(422), 1, 1, 1],
];

describe.each(lastingFailures)("lasting %s", (name, fault, ...attempts) => {
  test.each(methods)("for a %s", async (of) => {
    server.answer(fault);
    const begin = setup.clock.now();
    const error = await failureOf(ask(endpoint(of), setup.call(300)));
    const elapsed = setup.clock.now() - begin;
    expect(error).toMatchObject({ kind: name.split(":")[0], attempts: server.received.length });
    const tries = attempts[methods.indexOf(of)];
    if (tries === "wait") {
      expect(elapsed).toBeGreaterThan(290_000);
      expect(elapsed).toBeLessThanOrEqual(300_000);
      expect(server.received.length).toBeGreaterThan(20);
    } else {
      expect(server.received.length).toBe(tries);
    }
  });

  test("a create knows whether it may have been made", async () => {
    server.answer(fault);
    const error = await failureOf(ask(endpoint("POST"), setup.call(20)));
    // What may have been made is what a PUT, which may be sent again, is tried more often than a POST.
    expect(error.ambiguous).toBe(attempts[1] !== attempts[2]);
  });
});

test.each(methods)("nobody listening: 8 attempts for a %s, and nothing is ambiguous", async (of) => {
  await server.close();
  const message = expect.stringContaining("broker:customerUrl (or BROKER_CUSTOMER_URL)");
  expect(await failureOf(ask(endpoint(of)))).toMatchObject({ kind: "network", attempts: 8, ambiguous: false, message });
});

test.each(methods)("two 429, then success for a %s", async (of) => {
  server.answer(json(429), json(429, {}, { "retry-after": "1" }), ok);
  await expect(ask(endpoint(of))).resolves.toEqual({ id: 1 });
  expect(server.received.length).toBe(3);
});

/** Retry-After on a single 429 or 503: the least and the most that the second try waits. */
const retryAfterHeaders: [string, string, number, number][] = [
  ["seconds", "7", 7_000, 7_000],
  ["fraction", "1.5", 1_500, 2_000],
  ["the longest", "3600", 3_600_000, 3_600_000],
  ["negative", "-5", 1, 2_000],
  ["zero", "0", 1, 2_000],
  ["too long", "3601", 1, 2_000],
  ["absurd", "99999999999", 0, 2_000],
  ["nonsense", "soon", 0, 2_000],
  ["empty", "", 0, 2_000],
];
describe.each(retryAfterHeaders)("Retry-After: %s", (_name, header, least, most) => {
  test.each([429, 503])("on %s", async (status) => {
    const times: number[] = [];
    const stamped =
      (code: number, headers = {}): Answer =>
      (_request, response) => {
        times.push(setup.clock.now());
        response.writeHead(code, headers).end('{"id":1}');
      };
    server.answer(stamped(status, { "retry-after": header }), stamped(200));
    await ask(endpoint("GET"), setup.call(7200));
    const waited = (times[1] as number) - (times[0] as number);
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(most);
  });
});

test("Retry-After as a date", async () => {
  const until = setup.clock.now() + 20_000 - (setup.clock.now() % 1000);
  server.answer(json(503, {}, { "retry-after": new Date(until).toUTCString() }), ok);
  await ask(endpoint("GET"));
  expect(setup.clock.now()).toBeGreaterThanOrEqual(until);
  expect(setup.clock.now()).toBeLessThan(until + 1000);
});

test.each([
  [429, "throttled"],
  [503, "server"],
])("a Retry-After of a %d beyond the deadline ends the call at once", async (status, kind) => {
  server.answer(json(status, {}, { "retry-after": "60" }));
  const begin = setup.clock.now();
  const error = await failureOf(ask(endpoint("GET"), setup.call(30)));
  const message = expect.stringContaining(`GET /api/x answered ${status} until the time limit was reached`);
  expect(error).toMatchObject({ kind, attempts: 1, message });
  expect(setup.clock.now()).toBe(begin);
});

test("after a 429 the gate alone says when to go on", async () => {
  const times: number[] = [];
  const refused = json(429, {});
  server.answer(refused, refused, refused, (_request, response) => {
    times.push(setup.clock.now());
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: 1 }));
  });
  const begin = setup.clock.now();
  await ask(endpoint("PUT"));
  // Four calls a second are the first guess, and a tenth less after each further refusal.
  expect((times[0] ?? 0) - begin).toBeCloseTo(250 * (1 + 1 / 0.9 + 1 / 0.81), -1);
});

test("the delays have full jitter and are bounded", async () => {
  const times: number[] = [];
  server.answer((_request, response) => {
    times.push(setup.clock.now());
    response.writeHead(500).end();
  });
  await failureOf(ask(endpoint("GET")));
  const delays = times.slice(1).map((at, i) => at - (times[i] as number));
  expect(delays).toHaveLength(7);
  for (const [i, delay] of delays.entries()) expect(delay).toBeLessThanOrEqual(Math.min(10_000, 250 * 2 ** (i + 1)));
  expect(new Set(delays.map(Math.round)).size).toBe(7);
});

test("a black hole costs two minutes a try, and ends at the deadline", async () => {
  server.answer((request) => setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, request.signal));
  const begin = setup.clock.now();
  const error = await failureOf(ask(endpoint("GET"), setup.call(300)));
  expect(error).toMatchObject({ kind: "timeout", attempts: 3 });
  expect(error.message).toMatch(/ got no answer within \d+s \(3 attempts\); run again\. If the work needs more time/);
  expect(setup.clock.now() - begin).toBeLessThanOrEqual(300_000);
});

test("busy: throw does not wait", async () => {
  server.answer(json(400, { error: "VPC currently unavailable" }));
  const error = await failureOf(ask(endpoint("GET"), setup.call(300, { busy: "throw" })));
  expect(error).toMatchObject({ kind: "busy", attempts: 1, serviceMessage: "VPC currently unavailable" });
});

test("a wait for a busy service is told", async () => {
  server.answer(json(400, { error: "VPC currently unavailable" }), ok);
  const told: string[] = [];
  await ask(endpoint("GET"), setup.call(300, { progress: (text) => told.push(text) }));
  expect(told).toEqual(["waiting for the service (0s): VPC currently unavailable"]);
});

test.each([
  [429, "the call rate is limited"],
  [423, "the object is locked"],
])("%d for two minutes: a line at once, then one in ten seconds, one at the end", async (status, why) => {
  const begin = setup.clock.now();
  server.answer((_request, response) => {
    const isOver = setup.clock.now() - begin >= 120_000;
    response.writeHead(isOver ? 200 : status).end(JSON.stringify(isOver ? { id: 1 } : { error: why }));
  });
  const told: { text: string; at: number }[] = [];
  const progress = (text: string) => told.push({ text, at: setup.clock.now() });
  await ask(endpoint("GET"), setup.call(300, { progress }));
  const waits = told.slice(0, -1);
  expect(waits[0]).toEqual({ text: `waiting for the service (0s): ${why}`, at: begin });
  const gaps = waits.slice(1).map(({ at }, i) => at - (waits[i]?.at ?? 0));
  expect(gaps.filter((ms) => ms < 10_000)).toEqual([]);
  expect(told.at(-1)?.text).toMatch(/^the wait is over: the service accepted the request after 1[23]\ds$/);
});

test("the calls of one operation that a limited rate delays tell it once", async () => {
  server.answer(json(429), ok, json(429), ok, json(429), ok);
  const told: string[] = [];
  const call = setup.call(300, { progress: (text) => told.push(text) });
  const to = setup.connection(server.url);
  for (let calls = 1; calls <= 3; calls += 1) await request(to, endpoint("GET"), {}, call);
  expect(server.received).toHaveLength(6);
  expect(told).toEqual(["waiting for the service (0s): the call rate is limited"]);
});

test("an answer that is not needed and is cut off is asked for again where that is safe", async () => {
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { "content-length": "100" }).write("{", () => response.destroy());
  };
  const put: Endpoint<void> = { method: "PUT", path: "/api/x" };
  server.answer(cut, { status: 204 });
  await expect(ask(put)).resolves.toBeUndefined();
  server.answer(cut);
  const once: Endpoint<void> = { ...put, method: "POST" };
  expect(await failureOf(ask(once))).toMatchObject({ kind: "network", attempts: 1, ambiguous: true });
});
