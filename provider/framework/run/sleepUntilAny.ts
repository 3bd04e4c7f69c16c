import type { Clock } from "../../api/transport/clock";

/**
 * Sleeps until the time is over, or one of the signals is aborted. Every request sleeps beside one signal that lives as
 * long as the process: what `AbortSignal.any` leaves on that signal is freed only when the whole heap is collected.
 */
export async function sleepUntilAny(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<void> {
  const any = new AbortController();
  const onAbort = () => any.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) onAbort();
  for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true });
  try {
    await clock.sleep(ms, any.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", onAbort);
  }
}
