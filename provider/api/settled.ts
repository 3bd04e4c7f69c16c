import type { Call } from "./call";
import type { Clock } from "./clock";

/** Writes that the engine starts together reach the client some milliseconds apart: after so long a silence all are in. */
const quietMs = 250;
/** A look does not wait for ever for others that go on writing. */
const mostMs = 10_000;

/** What several callers want to see of the service after their writes. */
export interface Settled<T> {
  /** Runs a write; looks wait for it. */
  write<R>(write: () => Promise<R>): Promise<R>;
  /** One fetch for all who ask while writes are under way, or shortly after; it leaves after the last of them. */
  look(call: Call): Promise<T>;
}

/** Shares one look among writes that are made side by side: each asks after its own, and the last one's look serves all. */
export function createSettled<T>(clock: Clock, fetch: (call: Call) => Promise<T>): Settled<T> {
  let underWay = 0;
  /** Counts the writes that began or ended, to see whether there was a silence. */
  let stirs = 0;
  let joined: Promise<T> | undefined;

  async function whenQuiet(call: Call): Promise<T> {
    const until = Math.min(clock.now() + mostMs, call.deadline);
    for (;;) {
      const before = stirs;
      await clock.sleep(quietMs, call.signal);
      if ((underWay === 0 && stirs === before) || clock.now() >= until) break;
    }
    // From here on a write is too late for this look.
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
