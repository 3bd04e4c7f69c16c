import { Agent, request } from "undici";
import { type Answer, type ScriptedServer, scriptedServer } from "../../helpers/scripted-server";
import { VirtualClock } from "../../helpers/virtual-clock";

let clock: VirtualClock;
let server: ScriptedServer;
const agent = new Agent();
beforeEach(async () => {
  clock = new VirtualClock();
  server = await scriptedServer();
});
afterEach(() => server.close());
afterAll(() => agent.destroy());

const get = (signal?: AbortSignal) => request(server.url, { dispatcher: clock.dispatcher(agent), signal });
const since = (begin: number) => clock.now() - begin;
/** Real time on purpose: work in the server that the virtual clock knows nothing of. */
const working: Answer = async (_request, response) => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  response.end("{}");
};
/** Sleeps in the server so long on the virtual clock. */
const sleeping =
  (ms: number): Answer =>
  async (one, response) => {
    await clock.serverSide().sleep(ms, one.signal);
    response.end("{}");
  };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("time stands still while a call is on its way, however long it really takes", async () => {
  server.answer(working);
  const begin = clock.now();
  const sleeper = clock.sleep(1).then(() => "awake");
  const { body } = await get();
  expect([since(begin), await Promise.race([sleeper, "asleep"])]).toEqual([0, "asleep"]);
  await body.dump();
  await sleeper;
  expect(since(begin)).toBe(1);
});

test("time moves while every call sleeps in the server, and the answer's time is exact", async () => {
  server.answer(sleeping(500));
  const begin = clock.now();
  const getAfter = async (ms: number) => {
    await clock.sleep(ms);
    await (await get()).body.dump();
    return since(begin);
  };
  expect(await Promise.all([0, 100, 200].map(getAfter))).toEqual([500, 600, 700]);
});

test("one call asleep does not let time run past another that is awake", async () => {
  let release = () => {};
  const held: Answer = (_request, response) => {
    release = () => response.end("{}");
  };
  server.answer(held, sleeping(60_000));
  const begin = clock.now();
  const awake = get();
  while (server.received.length < 1) await turn();
  const asleep = get();
  while (server.received.length < 2) await turn();
  for (let turns = 0; turns < 100; turns += 1) await turn();
  expect(since(begin)).toBe(0);
  release();
  await (await awake).body.dump();
  await (await asleep).body.dump();
  expect(since(begin)).toBe(60_000);
});

test("a call asleep for ever ends by the client's own timer, and its sleep is forgotten", async () => {
  server.answer(sleeping(Number.POSITIVE_INFINITY));
  const begin = clock.now();
  const stop = new AbortController();
  const timer = clock.sleep(30_000).then(() => stop.abort(new Error("too slow")));
  await expect(get(stop.signal)).rejects.toThrow("too slow");
  await timer;
  expect(since(begin)).toBe(30_000);
  // A call that is awake holds time again: nothing is left of the broken one.
  server.answer(working);
  const sleeper = clock.sleep(5);
  const { body } = await get();
  expect(since(begin)).toBe(30_000);
  await body.dump();
  await sleeper;
  expect(since(begin)).toBe(30_005);
});

test("an aborted sleep rejects with the reason and does not move time", async () => {
  const begin = clock.now();
  const stop = new AbortController();
  const sleeping = clock.sleep(1000, stop.signal);
  stop.abort(new Error("no more"));
  await expect(sleeping).rejects.toThrow("no more");
  await expect(clock.sleep(1000, stop.signal)).rejects.toThrow("no more");
  await clock.sleep(1);
  expect(since(begin)).toBe(1);
});

test("advancing by hand wakes everybody due on the way, and nobody else", async () => {
  const release = clock.hold();
  const begin = clock.now();
  const seen: number[] = [];
  const ticking = async () => {
    for (let i = 0; i < 3; i += 1) {
      await clock.sleep(400);
      seen.push(since(begin));
    }
  };
  const work = ticking();
  await clock.advance(1000);
  expect([seen, since(begin)]).toEqual([[400, 800], 1000]);
  release();
  await work;
  expect(seen).toEqual([400, 800, 1200]);
});
