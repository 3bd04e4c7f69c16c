// `waitLines.ts` tells the user that a call waits for the service. `request.ts` calls `tellWait` before a pause and
// `tellWaitsEnd` after a success. Texts and `tellAgainMs` may change. Calls with the same `progress` must share one
// entry of `toldLast`, because their lines show on one row.
import type { Clock } from "./clock";
import type { Call } from "./endpoint";

/** A wait for a service that is busy or limits the rate, in a call that began at `start` of the clock. */
type Wait = Pick<Call, "progress"> & { clock: Clock; start: number };

/** The least time between two lines about the same wait, and the shortest wait whose end is told. */
const tellAgainMs = 10_000;

/** The line that was told last, by operation: all calls of an operation share one `progress`. */
const toldLast = new WeakMap<NonNullable<Call["progress"]>, { why: string; at: number }>();

const secondsOf = ({ clock, start }: Wait): number => Math.round((clock.now() - start) / 1000);

/** Tells why the service is waited for: at once where the reason is new, otherwise seldom. */
export function tellWait(wait: Wait, why: string): void {
  const { clock, progress } = wait;
  if (progress === undefined) return;
  const before = toldLast.get(progress);
  if (before?.why === why && clock.now() - before.at < tellAgainMs) return;
  toldLast.set(progress, { why, at: clock.now() });
  progress(`waiting for the service (${secondsOf(wait)}s): ${why}`);
}

/** Tells that a wait is over, if it was long. */
export function tellWaitsEnd(wait: Wait): void {
  if (wait.clock.now() - wait.start < tellAgainMs) return;
  wait.progress?.(`goes on: the service took the request after ${secondsOf(wait)}s`);
}
