// `waitFor` looks again and again until something is done. `collection.ts`, `nouns/peerings.ts` and many kinds in
// `resources/` call it. Intervals may change. A wait must end at the deadline, which the user can set, and at once when
// the signal aborts, because the process then ends soon.
import type { Clock } from "../transport/clock";
import type { Call } from "../transport/endpoint";
import { ApiError, isApiError } from "../transport/errors";

/** The result of one look: the end of the wait, or what the wait is still for. */
export type Poll<T> = { done: T } | { waiting: string };

/** The call in which something is waited for: for as long as the call may take. */
interface Wait extends Pick<Call, "deadline" | "subject" | "progress" | "signal"> {
  clock: Clock;
  /** The first interval. Default: 0.5 s. A shorter one is for a state that may pass within that time. */
  firstIntervalMs?: number;
}

/** The first interval. Most things are ready within a second or two; shorter intervals would only cost calls. */
const usualFirstIntervalMs = 500;
/** The factor by which intervals grow, which keeps a late look in proportion to the time already waited. */
const intervalGrowth = 1.5;
/** The longest interval: it limits how late a look can be, and how long the user hears nothing. */
const longestIntervalMs = 10_000;
/** A look that has less time than this before the deadline cuts it off says nothing about the service. */
const shortestLookMs = 1000;

/**
 * Looks until the wait is over, at growing intervals. Throws an error of kind `timeout` at the deadline.
 * @param what the text after "waiting for": `VPC 45`, `VPC 45 to be gone`
 * @param poll looks once; a thrown error ends the wait, so a look throws when it sees a state that cannot end well
 */
export async function waitFor<T>(wait: Wait, what: string, poll: () => Promise<Poll<T>>): Promise<T> {
  const { clock, deadline, subject, progress, signal, firstIntervalMs = usualFirstIntervalMs } = wait;
  const start = clock.now();
  const seconds = () => Math.round((clock.now() - start) / 1000);
  let interval = firstIntervalMs;
  let told: { text: string; at: number } | undefined;
  let last: string | undefined;
  const gaveUp = () =>
    new ApiError({ kind: "timeout", subject, problem: `gave up waiting for ${what} after ${seconds()}s: ${last}` });
  const stopped = () =>
    new ApiError({ kind: "stopped", subject, problem: `the wait for ${what} was stopped`, cause: signal?.reason });
  for (;;) {
    if (signal?.aborted) throw stopped();
    const isCutShort = last !== undefined && deadline - clock.now() < shortestLookMs;
    const seen = await poll().catch((error: unknown) => {
      // A poll may send the change itself; that it was cut off must be told.
      const isLook = isApiError(error) && error.kind === "timeout" && error.method === "GET";
      throw isCutShort && isLook ? gaveUp() : error;
    });
    if ("done" in seen) return seen.done;
    last = seen.waiting;
    if (told?.text !== seen.waiting || clock.now() - told.at >= longestIntervalMs) {
      told = { text: seen.waiting, at: clock.now() };
      progress?.(`waiting for ${what} (${seconds()}s): ${seen.waiting}`);
    }
    const left = deadline - clock.now();
    await clock.sleep(Math.max(0, Math.min(interval, left)), signal).catch((error: unknown) => {
      throw signal?.aborted ? stopped() : error;
    });
    if (clock.now() >= deadline) throw gaveUp();
    interval = Math.min(interval * intervalGrowth, longestIntervalMs);
  }
}
