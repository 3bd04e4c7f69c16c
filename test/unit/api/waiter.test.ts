import { ApiError, systemClock, waitFor } from "../../../provider/api";
import { failureOf } from "../../helpers/api-setup";
import { expectWithinTarget } from "../../helpers/measures";
import { VirtualClock } from "../../helpers/virtual-clock";

let clock = new VirtualClock();
beforeEach(() => {
  clock = new VirtualClock();
});

/** Waits for something that is done after `ms`; says how long it took and how often it looked. */
async function wait(ms: number) {
  const begin = clock.now();
  let polls = 0;
  await waitFor({ clock, deadline: begin + 3_600_000 }, "VPC 45", async () => {
    polls += 1;
    return clock.now() - begin >= ms ? { done: true } : { waiting: "being created" };
  });
  return { overshoot: (clock.now() - begin - ms) / 1000, polls };
}

/** True lengths in seconds. */
test.each([
  [0, 2],
  [1, 10],
  [10, 60],
  [60, 600],
])("waits of %d to %d s overshoot by little", async (from, to) => {
  let sum = 0;
  const samples = 200;
  for (let i = 0; i < samples; i += 1) {
    clock = new VirtualClock();
    sum += (await wait((from + ((to - from) * (i + 0.5)) / samples) * 1000)).overshoot;
  }
  // One decimal: looking every 10 s overshoots by 5 s exactly, and samples scatter around that.
  const mean = Math.round((sum / samples) * 10) / 10;
  expectWithinTarget("B7", `mean overshoot of waits of ${from} to ${to} s`, mean);
});

test("a wait of ten minutes looks at most 1.3 times as often as every 10 s", async () =>
  expect((await wait(600_000)).polls).toBeLessThanOrEqual(78));

test("progress: at once, on each change, and every 10 s", async () => {
  const begin = clock.now();
  const told: string[] = [];
  const call = { clock, deadline: begin + 600_000, progress: (text: string) => told.push(text) };
  await waitFor(call, "VPC 45", async () => {
    const seconds = (clock.now() - begin) / 1000;
    return seconds > 40 ? { done: 1 } : { waiting: seconds < 5 ? "being created" : "nearly there" };
  });
  const later = [7, 25, 35].map((seconds) => `waiting for VPC 45 (${seconds}s): nearly there`);
  expect(told).toEqual(["waiting for VPC 45 (0s): being created", ...later]);
});

test("a deadline that passes is one line with what was last seen", async () => {
  const deadline = clock.now() + 12_000;
  const poll = async () => ({ waiting: "being created" });
  const error = await failureOf(waitFor({ clock, deadline, subject: 'Vpc "net"' }, "VPC 45", poll));
  expect(error).toMatchObject({ kind: "timeout" });
  expect(error.message).toMatch(/^Vpc "net": gave up waiting for VPC 45 after 12s: being created; .*customTimeouts/);
  expect(clock.now()).toBe(deadline);
});

test.each([
  ["look that the deadline cuts off at once", "GET", 500, /^gave up waiting for VPC 45 after 12s: being created; /],
  ["look that it cuts off after a long silence", "GET", 5000, /^GET \/api\/vpcs\/45 got no answer within 5s/],
  ["write that it cuts off at once", "PUT", 500, /^PUT \/api\/vpcs\/45 got no answer within 0.5s/],
])("a %s is told as what it is", async (_what, method, ms, line) => {
  const deadline = clock.now() + 12_000;
  const poll = async () => {
    if (clock.now() < deadline - ms) {
      await clock.sleep(deadline - ms - clock.now());
      return { waiting: "being created" };
    }
    await clock.sleep(deadline - clock.now());
    const problem = `got no answer within ${ms / 1000}s`;
    throw new ApiError({ kind: "timeout", method, path: "/api/vpcs/45", problem });
  };
  expect((await failureOf(waitFor({ clock, deadline, firstIntervalMs: 0 }, "VPC 45", poll))).message).toMatch(line);
});

test("being stopped ends it at once", async () => {
  const stop = new AbortController();
  const poll = async () => {
    stop.abort();
    return { waiting: "x" };
  };
  const begin = clock.now();
  const call = { clock, deadline: begin + 9e9, subject: 'Vpc "net"', signal: stop.signal };
  const error = await failureOf(waitFor(call, "VPC 45", poll));
  expect(error.kind).toBe("stopped");
  expect(error.message).toBe(
    'Vpc "net": the wait for VPC 45 was stopped; the run was stopped: run again. The next run continues from here',
  );
  expect(clock.now()).toBe(begin);
});

test("what the poll throws is thrown as it is", async () => {
  const bad = new Error("failed for good");
  const poll = () => Promise.reject(bad);
  expect(await failureOf(waitFor({ clock, deadline: clock.now() + 1 }, "x", poll))).toBe(bad);
});

test("a wait that was stopped before it begins looks at nothing", async () => {
  let polls = 0;
  const poll = async () => {
    polls += 1;
    return { done: true };
  };
  const call = { clock, deadline: clock.now() + 1000, signal: AbortSignal.abort() };
  expect(await failureOf(waitFor(call, "VPC 45", poll))).toMatchObject({ kind: "stopped" });
  expect(polls).toBe(0);
});

test("the clock shows the time of day, and goes on where that is set back", () => {
  const before = systemClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(5_000);
  const setBack = jest.spyOn(Date, "now").mockReturnValue(before - 3_600_000);
  expect(systemClock.now()).toBeGreaterThanOrEqual(before);
  setBack.mockRestore();
});

test("a wait of more days than a timer takes does not end at once", async () => {
  const stop = new AbortController();
  const slept = systemClock.sleep(600 * 3_600_000, stop.signal).then(() => "over");
  const later = systemClock.sleep(20).then(() => "still waiting");
  expect(await Promise.race([slept, later])).toBe("still waiting");
  stop.abort(new Error("stopped"));
  await expect(slept).rejects.toThrow("stopped");
  // A signal that was aborted before the wait begins tells nothing any more.
  await expect(systemClock.sleep(60_000, stop.signal)).rejects.toThrow("stopped");
});
