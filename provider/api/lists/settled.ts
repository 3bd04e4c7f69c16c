// `createSettled` shares one look after several writes. `nouns/integrations.ts` calls it for fresh lists. `quietMs` and
// `mostMs` may change. A look must wait for writes under way, because it would miss them. A look must still end after
// `mostMs`, because other resources may go on writing.
import type { Clock } from "../transport/clock";
import type { Call } from "../transport/endpoint";
import { withinCall } from "./sharedList";

/** The silence after which no other write of the same moment is expected: the engine starts them some ms apart. */
const quietMs = 250;
/** The longest time that a look waits for other writes. */
const mostMs = 10_000;

/** Shares the look that follows writes, such as those of integrations: one look after the last write serves all. */
export function createSettled<T>(clock: Clock, fetch: (call: Call) => Promise<T>) {
  let underWay = 0;
  /** The number of starts and ends of writes so far: the count does not change while there is silence. */
  let stirs = 0;
  let joined: Promise<T> | undefined;

  async function whenQuiet(call: Call): Promise<T> {
    const until = Math.min(clock.now() + mostMs, call.deadline);
    for (;;) {
      const before = stirs;
      await clock.sleep(quietMs, call.signal);
      if ((underWay === 0 && stirs === before) || clock.now() >= until) break;
    }
    // The result does not include writes that start from here on, so later callers start a look of their own.
    joined = undefined;
    return fetch(call);
  }

  return {
    /** Runs a write. A look that has not been sent yet waits for the end of the write. */
    async write<R>(write: () => Promise<R>): Promise<R> {
      underWay += 1;
      stirs += 1;
      try {
        return await write();
      } finally {
        underWay -= 1;
        stirs += 1;
      }
    },
    /** Fetches the value once for all who ask while writes are under way or shortly after, each within its own time. */
    async look(call: Call): Promise<T> {
      while (joined !== undefined) {
        const others = await withinCall(joined, call, clock);
        if (others !== undefined) return others.value;
      }
      const mine = whenQuiet(call).finally(() => {
        if (joined === mine) joined = undefined;
      });
      joined = mine;
      return mine;
    },
  };
}
