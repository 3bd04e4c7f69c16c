import type { Clock } from "./clock";

/**
 * Makes a signal that is aborted after `ms` of the clock, or when the run is stopped. `end` removes the timer and the
 * listener.
 */
export function timeLimit(clock: Clock, ms: number, run?: AbortSignal): { signal: AbortSignal; end(): void } {
  const limit = new AbortController();
  const timer = new AbortController();
  const onRun = () => limit.abort(new Error("the run was stopped"));
  if (run?.aborted) onRun();
  run?.addEventListener("abort", onRun, { once: true });
  clock.sleep(ms, timer.signal).then(
    () => limit.abort(new Error("the time was over")),
    () => undefined,
  );
  return {
    signal: limit.signal,
    end: () => {
      run?.removeEventListener("abort", onRun);
      // The reason is given because the default reason is an error whose stack costs time on each request.
      timer.abort("not needed any more");
    },
  };
}
