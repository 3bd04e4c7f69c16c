import type { MovableClock } from "../../provider/emulator";

/**
 * Time for an emulator that a test asks one call after another: it stands still, unless somebody sleeps or the test moves
 * it. An answer that takes 13 s comes at once, and leaves the clock exactly 13 s later.
 */
export function jumpingClock(start = Date.UTC(2030, 0, 1)): MovableClock {
  let time = start;
  return {
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
    advance: (ms) => {
      time += ms;
    },
    setSpeed: () => undefined,
  };
}
