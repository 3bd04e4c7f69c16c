import { createShared } from "../../../provider/api/lists/sharedList";
import type { Clock } from "../../../provider/api/transport/clock";
import { ApiError } from "../../../provider/api/transport/errors";
import { createGate } from "../../../provider/api/transport/gate";
import { request } from "../../../provider/api/transport/request";
import { endpoint, failureOf, json, server, setupWithServer } from "../../helpers/api-setup";

const setup = setupWithServer();

const ok = json(200, { id: 1 });

test("beforeWrite is awaited before each attempt of a write, and never for a GET", async () => {
  let asked = 0;
  const beforeWrite = async () => {
    asked += 1;
  };
  server.answer(json(500), json(429), ok, ok);
  const to = setup.connection(server.url, { beforeWrite });
  await request(to, endpoint("PUT"), {}, setup.call());
  expect(asked).toBe(3);
  await request(to, endpoint("GET"), {}, setup.call());
  expect(asked).toBe(3);
});

test("what beforeWrite throws is thrown as it is, nothing is sent, and the gate is free again", async () => {
  const gone = new Error("the engine is gone");
  const gate = createGate(setup.clock);
  const to = setup.connection(server.url, { gate, beforeWrite: () => Promise.reject(gone) });
  for (let i = 0; i < 100; i += 1) expect(await failureOf(request(to, endpoint("POST"), {}, setup.call()))).toBe(gone);
  expect(server.received).toEqual([]);
});

test("stopped before it is sent", async () => {
  const call = setup.call(300, { signal: AbortSignal.abort() });
  const error = await failureOf(request(setup.connection(server.url), endpoint("POST"), {}, call));
  expect(error).toMatchObject({ kind: "stopped", ambiguous: false, attempts: 0 });
  const form = / was stopped before it was sent; the run was stopped: run again. The next run continues from here$/;
  expect(error.message).toMatch(form);
  expect(server.received).toEqual([]);
});

test("stopped in flight: a create may have been made", async () => {
  const stop = new AbortController();
  server.answer((one) => {
    stop.abort();
    return setup.clock.serverSide().sleep(Number.POSITIVE_INFINITY, one.signal);
  });
  const call = setup.call(300, { signal: stop.signal });
  const error = await failureOf(request(setup.connection(server.url), endpoint("POST"), {}, call));
  expect(error).toMatchObject({ kind: "stopped", ambiguous: true, attempts: 1 });
});

test("no time left: nothing is sent", async () => {
  const error = await failureOf(request(setup.connection(server.url), endpoint("GET"), {}, setup.call(0)));
  expect(error).toMatchObject({ kind: "timeout", attempts: 0 });
  expect(server.received).toEqual([]);
});

test("who waits for another's list when the run ends gives up at once, and does not ask again without end", async () => {
  let sleeps = 0;
  // The clock of a run that is ending wakes every sleeper, while the signal of the call still leaves it some seconds.
  const ending: Clock = {
    ...setup.clock.serverSide(),
    sleep: async () => {
      sleeps += 1;
      if (sleeps > 100) return new Promise(() => {});
      throw new Error("the run is ending");
    },
  };
  const shared = createShared(ending, () => new Promise<string>(() => {}));
  void shared.get(setup.call());
  const turnOver = new Promise((resolve) => setImmediate(() => resolve("still asks")));
  expect(await Promise.race([failureOf(shared.get(setup.call())), turnOver])).toMatchObject({ kind: "stopped" });
  expect(sleeps).toBe(1);
});

test("who waits for a busy service asks again where another caller, who does not wait, was told that it is busy", async () => {
  const asked: unknown[] = [];
  const shared = createShared(setup.clock, async ({ busy }) => {
    asked.push(busy);
    if (busy === "throw") throw new ApiError({ kind: "busy", problem: "answered 423" });
    return "the list";
  });
  const hasty = failureOf(shared.get({ ...setup.call(), busy: "throw" }));
  expect(await shared.get(setup.call())).toBe("the list");
  expect(await hasty).toMatchObject({ kind: "busy" });
  expect(asked).toEqual(["throw", undefined]);
});
