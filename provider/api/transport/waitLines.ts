import type { Call } from "./call";
import type { Clock } from "./clock";

/** A wait for a service that is busy or limits the rate. */
interface Wait {
  clock: Clock;
  /** The way in which the operation tells lines. */
  progress: Call["progress"];
  /** The time at which the call began, in milliseconds of the clock. */
  start: number;
}

/** How many milliseconds lie between two lines about the same wait: a refused call is sent again every second. */
const tellAgainMs = 10_000;

/** The line that was told last. All calls of an operation share its way to tell lines. */
const toldLast = new WeakMap<NonNullable<Call["progress"]>, { why: string; at: number }>();

const secondsOf = ({ clock, start }: Wait): number => Math.round((clock.now() - start) / 1000);

/** Tells what the service is waited for: at once, when the reason changes, and then seldom. */
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
