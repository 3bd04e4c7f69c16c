import type { MovableClock } from "../../provider/emulator";

/**
 * A clock for an emulator to which a test sends one request after another. The clock moves only when somebody sleeps or
 * the test moves it: an answer that takes 13 s arrives at once, and the clock is then exactly 13 s later.
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
