import type { Clock } from "./clock";

/** How a call that went through the gate ended. */
export type Passage = { sentAt: number; throttled: boolean; retryAfterMs?: number };

/** Paces the calls of one client: without 429s it is wide open, with them it finds the rate that the service allows. */
export interface Gate {
  /** A place in line, kept over all tries of one call: who came first goes first, also after a 429. */
  ticket(): number;
  /** Resolves with the moment of departure when it is this ticket's turn; rejects when the signal is aborted first. */
  enter(ticket: number, signal: AbortSignal): Promise<number>;
  /** Must be called once for each `enter` that resolved. */
  leave(passage: Passage): void;
}

/** More than the engine ever runs side by side; a bound for programs that ask for thousands of things at once. */
const mostInFlight = 64;
/** What a 429 leaves of the rate. Gentle, because one refused call costs little and idle time costs the run. */
const rateDecrease = 0.9;
/** Calls a second that a success adds: less than a refusal takes, so that few calls are refused in the long run. */
const rateIncrease = 0.03;
/** The first guess where no success tells more: nobody sells an API that allows much less. */
const leastGuess = 4;
/** The rate never falls below one call in this many milliseconds: a service that allows less says so in Retry-After. */
const slowestMs = 2_000;
/** Without a 429 for so long, whatever limited the rate is over. */
const forgivenMs = 30_000;
/** Successes of the last second are the first guess at the rate. */
const windowMs = 1_000;

interface Waiting {
  ticket: number;
  go: (at: number) => void;
}

/** A gate that is wide open until the first 429. */
export function createGate(clock: Clock): Gate {
  const queue: Waiting[] = [];
  let tickets = 0;
  let inFlight = 0;
  /** Calls a second; infinite until the first 429. */
  let rate = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let pausedUntil = 0;
  let lastCut = Number.NEGATIVE_INFINITY;
  let timer: AbortController | undefined;
  let recent: number[] = [];

  function pump(): void {
    timer?.abort();
    timer = undefined;
    const now = clock.now();
    if (now - lastCut > forgivenMs) rate = Number.POSITIVE_INFINITY;
    while (queue.length > 0 && inFlight < mostInFlight && now >= opensAt()) {
      inFlight += 1;
      nextAt = Math.max(nextAt, now) + (Number.isFinite(rate) ? 1000 / rate : 0);
      queue.shift()?.go(now);
    }
    if (queue.length > 0 && inFlight < mostInFlight) arm(Math.max(1, opensAt() - now));
  }

  const opensAt = () => Math.max(pausedUntil, nextAt);

  function arm(ms: number): void {
    const mine = new AbortController();
    timer = mine;
    clock.sleep(ms, mine.signal).then(pump, () => undefined);
  }

  function noteSuccess(now: number): void {
    if (Number.isFinite(rate)) {
      rate += rateIncrease;
    } else {
      recent = [...recent, now].slice(-1000);
    }
  }

  function noteRefusal(now: number, passage: Passage): void {
    pausedUntil = Math.max(pausedUntil, now + (passage.retryAfterMs ?? 0));
    // Calls that left before the last cut were refused by the old rate: they say nothing about the new one.
    if (passage.sentAt <= lastCut) return;
    const guess = Math.max(leastGuess, recent.filter((at) => at > now - windowMs).length);
    rate = Math.max(1000 / slowestMs, Number.isFinite(rate) ? rate * rateDecrease : guess);
    lastCut = now;
    nextAt = now + 1000 / rate;
  }

  return {
    ticket: () => tickets++,
    enter(ticket, signal) {
      return new Promise<number>((resolve, reject) => {
        const leaveQueue = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          ticket,
          go: (at) => {
            signal.removeEventListener("abort", leaveQueue);
            resolve(at);
          },
        };
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        signal.addEventListener("abort", leaveQueue, { once: true });
        const behind = queue.findIndex((other) => other.ticket > ticket);
        queue.splice(behind < 0 ? queue.length : behind, 0, waiting);
        pump();
      });
    },
    leave(passage) {
      inFlight -= 1;
      if (passage.throttled) {
        noteRefusal(clock.now(), passage);
      } else {
        noteSuccess(clock.now());
      }
      pump();
    },
  };
}
