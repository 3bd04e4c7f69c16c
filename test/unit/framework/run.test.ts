import { getEventListeners } from "node:events";
import { type Clock, systemClock } from "../../../provider/api/clock";
import { noEngine } from "../../../provider/framework/engine";
import { createRun } from "../../../provider/framework/run";

/** The clock that a client of a run gets, and what ends the run. */
function runningClock(): { clock: Clock; end(): void } {
  let end = () => {};
  let clock = systemClock;
  const onGone = (callback: () => void) => {
    end = callback;
  };
  const run = createRun(systemClock, { ...noEngine, onGone }, (_, hooks) => {
    clock = hooks.clock;
    return { client: {}, secrets: () => [] };
  });
  run.configure(() => undefined);
  return { clock, end: () => end() };
}

const hour = 3_600_000;

test("a sleep of a run ends with its time, its own signal or the engine, and leaves no listener", async () => {
  const { clock, end } = runningClock();
  const own = new AbortController();
  await clock.sleep(1, own.signal);
  expect(getEventListeners(own.signal, "abort")).toEqual([]);

  const cut = clock.sleep(hour, own.signal);
  own.abort(new Error("not needed any more"));
  await expect(cut).rejects.toThrow("not needed any more");
  await expect(clock.sleep(hour, own.signal)).rejects.toThrow("not needed any more");
  expect(getEventListeners(own.signal, "abort")).toEqual([]);

  const other = new AbortController();
  const both = [clock.sleep(hour, other.signal), clock.sleep(hour)];
  end();
  for (const sleep of both) await expect(sleep).rejects.toThrow("stopped: Pulumi is gone or ending");
  await expect(clock.sleep(hour)).rejects.toThrow("stopped: Pulumi is gone or ending");
  expect(getEventListeners(other.signal, "abort")).toEqual([]);
});
