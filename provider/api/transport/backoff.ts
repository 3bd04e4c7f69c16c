// `backoff.ts` computes how long a request pauses before its next try. `request.ts` calls `backoff`, and `attempt.ts`
// calls `parseRetryAfter`. The three limits may change; chance must come from the clock, so that tests get the same
// pauses twice.
import type { Clock } from "./clock";

/** The first delay. The service answers nearly everything within 0.3 s: a shorter delay would meet the same trouble. */
const baseMs = 250;
/** The longest delay. Trouble that outlasts a few tries lasts for minutes; longer pauses would only add idle time. */
const capMs = 10_000;
/** The longest Retry-After that is obeyed. A longer one comes from a clock that is set wrong. */
const longestRetryAfterMs = 3_600_000;

/** The delay before the next try: exponential with full jitter, so that callers that failed together spread out. */
export const backoff = (failures: number, clock: Clock): number =>
  clock.random() * Math.min(capMs, baseMs * 2 ** Math.min(failures, 30));

/** The milliseconds that a Retry-After header asks for (seconds or a date); undefined when it is not usable. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const ms = /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) && ms > 0 && ms <= longestRetryAfterMs ? ms : undefined;
}
