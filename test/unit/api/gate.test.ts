import { createGate } from "../../../provider/api/transport/gate";
import { VirtualClock } from "../../helpers/virtual-clock";

interface Limit {
  perSecond: number;
  burst: number;
  /** `none`, `exact` (a fraction) or `seconds` (rounded up, as services do). */
  retryAfter: "none" | "exact" | "seconds";
  latencyMs: number;
}

/** Runs `calls` calls from `slots` callers through a gate in front of a token bucket. */
async function storm(calls: number, slots: number, limit: Limit, tokens = limit.burst) {
  const clock = new VirtualClock();
  const gate = createGate(clock);
  const begin = clock.now();
  let filledAt = begin;
  let sent = 0;
  let longest = 0;
  let next = 0;

  function take(): boolean {
    tokens = Math.min(limit.burst, tokens + ((clock.now() - filledAt) / 1000) * limit.perSecond);
    filledAt = clock.now();
    if (tokens < 1 - 1e-9) return false;
    tokens -= 1;
    return true;
  }

  async function oneCall(): Promise<void> {
    const ticket = gate.ticket();
    const start = clock.now();
    for (;;) {
      const sentAt = await gate.enter(ticket, new AbortController().signal);
      sent += 1;
      await clock.sleep(limit.latencyMs / 2);
      const granted = take();
      await clock.sleep(limit.latencyMs / 2);
      const wait = ((1 - tokens) / limit.perSecond) * 1000;
      const retryAfterMs = { none: undefined, exact: wait, seconds: Math.ceil(wait / 1000) * 1000 }[limit.retryAfter];
      gate.leave({ sentAt, throttled: !granted, retryAfterMs });
      if (granted) {
        longest = Math.max(longest, clock.now() - start);
        return;
      }
    }
  }

  const caller = async () => {
    while (next < calls) {
      next += 1;
      await oneCall();
    }
  };
  await Promise.all(Array.from({ length: slots }, caller));
  // Whoever knew the bucket would still need the last call's round trip.
  const ideal = Math.max(0, calls - limit.burst) / limit.perSecond + limit.latencyMs / 1000;
  return { sent: sent / calls, time: (clock.now() - begin) / 1000 / ideal, longest: longest / 1000 };
}

const serviceLimits: [string, Limit][] = (["none", "exact", "seconds"] as const).flatMap((retryAfter) =>
  [0, 20, 200].map((latencyMs): [string, Limit] => [
    `Retry-After ${retryAfter}, latency ${latencyMs} ms`,
    { perSecond: 5, burst: 5, retryAfter, latencyMs },
  ]),
);

describe.each(serviceLimits)("5 calls a second, burst 5, %s", (_name, limit) => {
  test.each([8, 16])("27 and 999 calls of %d callers", async (slots) => {
    const few = await storm(27, slots, limit);
    const many = await storm(999, slots, limit);
    expect(few.sent).toBeLessThanOrEqual(2);
    expect(few.time).toBeLessThanOrEqual(1.3);
    expect(few.longest).toBeLessThanOrEqual(10);
    expect(many.sent).toBeLessThanOrEqual(1.15);
    expect(many.time).toBeLessThanOrEqual(1.1);
    expect(many.longest).toBeLessThanOrEqual(10);
  });
});

/** Other limits than the one that the figures are for, as calls a second/burst: the gate finds them without being told. */
describe.each(["1/1", "2/10", "5/50", "20/20", "100/50", "0.5/60"])("calls a second/burst: %s", (text) => {
  const [perSecond = 0, burst = 0] = text.split("/").map(Number);
  test.each(["none", "seconds"] as const)("Retry-After %s", async (retryAfter) => {
    const seen = await storm(400, 8, { perSecond, burst, retryAfter, latencyMs: 50 });
    expect(seen.sent).toBeLessThanOrEqual(2);
    expect(seen.time).toBeLessThanOrEqual(1.6);
  });
});

/** A refresh of a stack is this short, so a pause of a second counts. */
describe.each([9, 15])("after a pause the calls of that time leave at once: %d calls", (calls) => {
  test.each([20, 200])("latency %d ms", async (latencyMs) => {
    const seen = await storm(calls, 8, { perSecond: 5, burst: 5, retryAfter: "seconds", latencyMs });
    expect(seen.time).toBeLessThanOrEqual(1.42);
  });
});

test("a service that has allowed no burst gets none after a pause", async () => {
  const seen = await storm(22, 8, { perSecond: 5, burst: 1, retryAfter: "seconds", latencyMs: 20 });
  // Seven of the first eight calls are refused, and one more later.
  expect(seen.sent).toBeCloseTo((22 + 7 + 1) / 22);
});

test("without a 429 nothing waits", async () => {
  const seen = await storm(500, 64, { perSecond: 1e6, burst: 1e6, retryAfter: "none", latencyMs: 100 });
  // 64 callers, 100 ms a call: eight rounds.
  expect(seen).toMatchObject({ sent: 1, longest: 0.1 });
});

test("a bucket that others have emptied is found too", async () => {
  const seen = await storm(54, 8, { perSecond: 5, burst: 5, retryAfter: "none", latencyMs: 50 }, 0);
  expect(seen.sent).toBeLessThanOrEqual(2);
  expect(seen.time).toBeLessThanOrEqual(1.6);
});

function scene() {
  const clock = new VirtualClock();
  return { clock, gate: createGate(clock), signal: new AbortController().signal };
}

test("who came first goes first, also after a 429", async () => {
  const { gate, signal } = scene();
  const [first, second, third] = [gate.ticket(), gate.ticket(), gate.ticket()];
  gate.leave({ sentAt: await gate.enter(first, signal), throttled: true });
  const order: number[] = [];
  await Promise.all(
    [third, second, first].map(async (ticket) => {
      const sentAt = await gate.enter(ticket, signal);
      order.push(ticket);
      gate.leave({ sentAt, throttled: false });
    }),
  );
  expect(order).toEqual([first, second, third]);
});

test("at most 64 calls are under way, and one that gives up makes room", async () => {
  const { gate } = scene();
  const stop = new AbortController();
  let entered = 0;
  const entering = Array.from({ length: 66 }, async (_, i) => {
    const sentAt = await gate.enter(gate.ticket(), i === 64 ? stop.signal : new AbortController().signal);
    entered += 1;
    return sentAt;
  });
  const sentAt = await (entering[0] as Promise<number>);
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(64);
  stop.abort(new Error("given up"));
  await expect(entering[64]).rejects.toThrow("given up");
  gate.leave({ sentAt, throttled: false });
  await entering[65];
  expect(entered).toBe(65);
});

test("a call goes at once through an open gate, and never past a pause, a full house or those in line", async () => {
  const { clock, gate, signal } = scene();
  const sent = Array.from({ length: 64 }, () => gate.enterAtOnce());
  expect(new Set(sent)).toEqual(new Set([clock.now()]));
  expect(gate.enterAtOnce()).toBeUndefined();
  for (const sentAt of sent) gate.leave({ sentAt: sentAt ?? 0, throttled: true, retryAfterMs: 7_000 });
  expect(gate.enterAtOnce()).toBeUndefined();
  const inLine = gate.enter(gate.ticket(), signal);
  expect(gate.enterAtOnce()).toBeUndefined();
  gate.leave({ sentAt: await inLine, throttled: false });
  await clock.sleep(7_000);
  expect(gate.enterAtOnce()).toBe(clock.now());
});

test("Retry-After holds everybody", async () => {
  const { clock, gate, signal } = scene();
  const begin = clock.now();
  gate.leave({ sentAt: await gate.enter(gate.ticket(), signal), throttled: true, retryAfterMs: 7_000 });
  await gate.enter(gate.ticket(), signal);
  expect(clock.now() - begin).toBe(7_000);
});

test("however often the service refuses without a Retry-After, it is asked again after two seconds", async () => {
  const { gate, signal } = scene();
  const ticket = gate.ticket();
  const left: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    const sentAt = await gate.enter(ticket, signal);
    left.push(sentAt);
    gate.leave({ sentAt, throttled: true });
  }
  const gaps = left.slice(1).map((at, i) => at - (left[i] ?? at));
  expect(Math.max(...gaps)).toBe(2_000);
  expect(gaps.at(-1)).toBe(2_000);
});

test("a limit that ended is forgotten after half a minute", async () => {
  const { clock, gate, signal } = scene();
  gate.leave({ sentAt: await gate.enter(gate.ticket(), signal), throttled: true });
  await clock.sleep(31_000);
  const begin = clock.now();
  for (let i = 0; i < 50; i += 1) gate.leave({ sentAt: await gate.enter(gate.ticket(), signal), throttled: false });
  expect(clock.now()).toBe(begin);
});
