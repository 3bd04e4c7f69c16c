// `client.ts`, `host.ts` and the commands pass on `systemClock`; `request.ts` limits its tries with `timeLimit`. No
// wait in `api/` may use another clock, because tests run hours in milliseconds. `whenAborted` must call at once for an
// aborted signal, because that signal raises no event. The rest of this file may change.

/** The source of time and chance. Code that talks to the service gets it passed in: tests run hours in milliseconds. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when the signal is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number in [0, 1). */
  random(): number;
}

/** The longest time that a timer of Node takes, some 24 days: a timer that is set to more fires at once. */
export const longestTimerMs = 2 ** 31 - 1;

/** The machine's clock. The time of day is read once: setting it back later would prolong every wait and limit. */
export const systemClock: Clock = {
  now: () => Math.floor(performance.timeOrigin + performance.now()),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const wake = () => {
        ignore();
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, longestTimerMs));
      const ignore = whenAborted(signal, () => {
        clearTimeout(timer);
        reject(signal?.reason);
      });
    }),
};

/** Calls `act` when a signal is aborted, and at once where it is already. Returns what takes the call back. */
export function whenAborted(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener("abort", act, { once: true });
  return () => signal?.removeEventListener("abort", act);
}

/** Makes a signal that is aborted after `ms` or when the run is stopped. `end` removes timer and listener. */
export function timeLimit(clock: Clock, ms: number, run?: AbortSignal): { signal: AbortSignal; end(): void } {
  const limit = new AbortController();
  const timer = new AbortController();
  const ignore = whenAborted(run, () => limit.abort(new Error("the run was stopped")));
  clock.sleep(ms, timer.signal).then(
    () => limit.abort(new Error("the time was over")),
    () => undefined,
  );
  return {
    signal: limit.signal,
    end: () => {
      ignore();
      // The reason is given because the default reason is an error whose stack costs time on each request.
      timer.abort("not needed any more");
    },
  };
}
