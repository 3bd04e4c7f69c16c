import type { Call } from "./call";
import type { Clock } from "./clock";

/**
 * Writes that the engine starts together reach the client some milliseconds apart. After this silence all have begun.
 */
const quietMs = 250;
/** A look waits at most this long for other writes. */
const mostMs = 10_000;

/** A value that several callers want to read after their writes. */
export interface Settled<T> {
  /** Runs a write, which each look waits for. */
  write<R>(write: () => Promise<R>): Promise<R>;
  /**
   * Fetches the value once for all who ask while writes are under way or shortly after; the fetch starts after the last
   * write.
   */
  look(call: Call): Promise<T>;
}

/** Shares one fetch among writes that are made at the same time: the fetch after the last write serves all of them. */
export function createSettled<T>(clock: Clock, fetch: (call: Call) => Promise<T>): Settled<T> {
  let underWay = 0;
  /** Counts the starts and ends of writes: an unchanged count is a silence. */
  let stirs = 0;
  let joined: Promise<T> | undefined;

  async function whenQuiet(call: Call): Promise<T> {
    const until = Math.min(clock.now() + mostMs, call.deadline);
    for (;;) {
      const before = stirs;
      await clock.sleep(quietMs, call.signal);
      if ((underWay === 0 && stirs === before) || clock.now() >= until) break;
    }
    // A write that starts from here on is not in the result, so later callers start a look of their own.
    joined = undefined;
    return fetch(call);
  }

  return {
    async write(write) {
      underWay += 1;
      stirs += 1;
      try {
        return await write();
      } finally {
        underWay -= 1;
        stirs += 1;
      }
    },
    look(call) {
      if (joined !== undefined) return joined;
      const mine = whenQuiet(call).finally(() => {
        if (joined === mine) joined = undefined;
      });
      joined = mine;
      return mine;
    },
  };
}
