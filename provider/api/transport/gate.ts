// A gate paces the calls of one client. `client.ts` makes it, and `request.ts` enters and leaves it for each try. The
// numbers may change. Each entry must end in one `leave`, because only 64 calls may be under way. The oldest ticket
// must go first, because newer calls could hold it up for ever.
import { type Clock, whenAborted } from "./clock";

/** The outcome of a call that went through the gate. */
type Passage = { sentAt: number; throttled: boolean; retryAfterMs?: number };

/** The most calls in flight. The engine seldom runs as many, but a program that reads thousands of objects does. */
const mostInFlight = 64;
/** A 429 multiplies the rate by this factor. The cut is gentle, because a refused call costs less than idle time. */
const rateDecrease = 0.9;
/** The calls a second that each accepted call adds. A 429 takes away far more, so that few calls are refused. */
const rateIncrease = 0.02;
/** The lowest first guess at the rate, in calls a second: no API of this kind allows much less. */
const leastGuess = 4;
/** The rate never falls below one call in this many milliseconds: a service that allows less says so in Retry-After. */
const slowestMs = 2_000;
/** The time without a 429 after which the rate is unlimited again. */
const forgivenMs = 30_000;
/** The time before the first 429 in which calls that are not refused are counted: their number is the first guess at the rate. */
const windowMs = 1_000;
/** A 429 for a call that used earlier idle time multiplies by this factor how much idle time calls may use. */
const catchUpDecrease = 0.5;

export type Gate = ReturnType<typeof createGate>;

/** Makes a gate that is wide open until the first 429, and then finds the rate that the service allows. */
export function createGate(clock: Clock) {
  const queue: { ticket: number; go: (at: number) => void }[] = [];
  let tickets = 0;
  let inFlight = 0;
  /** The allowed calls a second; infinite until the first 429. */
  let rate = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  /** How far back unused time counts: a service that allowed a burst at first allows one again after a pause. */
  let catchUpMs = 0;
  /** When the last call left that used earlier idle time. */
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;
  let lastCut = Number.NEGATIVE_INFINITY;
  let timer: AbortController | undefined;
  const recent: number[] = [];

  function pump(): void {
    timer?.abort();
    timer = undefined;
    const now = clock.now();
    while (queue.length > 0 && letPass(now)) queue.shift()?.go(now);
    if (queue.length > 0 && inFlight < mostInFlight) {
      timer = new AbortController();
      clock.sleep(Math.max(1, opensAt() - now), timer.signal).then(pump, () => undefined);
    }
  }

  /** Lets a call leave now, which then counts as sent; false where no call may leave. */
  function letPass(now: number): boolean {
    if (now - lastCut > forgivenMs) rate = Number.POSITIVE_INFINITY;
    if (inFlight >= mostInFlight || now < opensAt()) return false;
    inFlight += 1;
    nextAt = Math.max(nextAt, now - catchUpMs) + (Number.isFinite(rate) ? 1000 / rate : 0);
    if (nextAt < now) caughtUpAt = now;
    return true;
  }

  const opensAt = () => Math.max(pausedUntil, nextAt);

  function noteRefusal(now: number, passage: Passage): void {
    pausedUntil = Math.max(pausedUntil, now + (passage.retryAfterMs ?? 0));
    // A call that was sent before the last cut was sent at the old rate, and says nothing about the new one.
    if (passage.sentAt <= lastCut) return;
    if (Number.isFinite(rate)) {
      rate = Math.max(1000 / slowestMs, rate * rateDecrease);
      if (passage.sentAt <= caughtUpAt) catchUpMs *= catchUpDecrease;
    } else {
      const passed = recent.filter((at) => at > now - windowMs).length;
      rate = Math.max(leastGuess, (passed * 1000) / windowMs);
      // Two calls fewer than passed at first: the service would otherwise refuse the very next call.
      catchUpMs = Math.min(windowMs, (Math.max(0, passed - 2) * 1000) / rate);
    }
    lastCut = now;
    nextAt = now + 1000 / rate;
  }

  return {
    /** Gives a place in line for all tries of one call: the call that came first goes first, also after a 429. */
    ticket: () => tickets++,
    /** Lets a call through at once, and returns the current time; undefined where the call has to wait in line. */
    enterAtOnce() {
      const now = clock.now();
      return queue.length === 0 && letPass(now) ? now : undefined;
    },
    /** Resolves with the current time when the turn of the ticket has come; rejects when the signal is aborted first. */
    async enter(ticket: number, signal: AbortSignal): Promise<number> {
      signal.throwIfAborted();
      return new Promise<number>((resolve, reject) => {
        const waiting = {
          ticket,
          go: (at: number) => {
            ignore();
            resolve(at);
          },
        };
        const ignore = whenAborted(signal, () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        });
        const behind = queue.findIndex((other) => other.ticket > ticket);
        queue.splice(behind < 0 ? queue.length : behind, 0, waiting);
        pump();
      });
    },
    /** Ends a call that went through the gate. This method must be called once for each entry. */
    leave(passage: Passage): void {
      inFlight -= 1;
      if (passage.throttled) noteRefusal(clock.now(), passage);
      else if (Number.isFinite(rate)) rate += rateIncrease;
      else if (recent.push(clock.now()) > 1000) recent.shift();
      pump();
    },
  };
}
