// `emulator/index.ts` makes the clock and exports the types; handlers, faults and the panel ask the clock. The inside
// of `createClock` may change. `EmulatorClock` must need only `now` and `sleep`, because users and tests give clocks of
// their own. `sleep` must reject on abort, because a closed emulator would wait on.
/**
 * The emulator's time. Everything in the emulator that takes time asks this clock. Any object with `now` and `sleep` is
 * a clock, so that the code under test can share its clock with the emulator.
 */
export interface EmulatorClock {
  /** Returns the time of this clock, in milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds on this clock. With `Infinity`, the promise never resolves. The promise rejects
   * when the signal is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that can run fast, and that you can move by hand. */
export interface MovableClock extends EmulatorClock {
  /** Moves the clock forward at once by `ms` milliseconds, and resolves each `sleep` whose time has come. */
  advance(ms: number): void;
  /** Sets the speed of this clock: one second of the machine lasts `speed` seconds on this clock. */
  setSpeed(speed: number): void;
  /** Returns the speed of this clock. The panel shows the speed. */
  speed?(): number;
}

// The longest delay that `setTimeout` takes: a longer one would fire at once.
const longestTimerMs = 2 ** 31 - 1;

/**
 * Makes a clock that runs `speed` times as fast as the machine's clock. The new clock starts at the machine's time, or
 * at `from` if `from` is later.
 */
export function createClock(speed = 1, from = 0): MovableClock {
  let rate = speed;
  let origin = Math.max(from, Date.now());
  let realOrigin = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const sleepers = new Set<{ until: number; wake: () => void }>();

  const now = () => Math.floor(origin + (performance.now() - realOrigin) * rate);

  const rebase = (shiftMs: number) => {
    origin = now() + shiftMs;
    realOrigin = performance.now();
  };

  const arm = () => {
    clearTimeout(timer);
    let next = Number.POSITIVE_INFINITY;
    for (const sleeper of sleepers) next = Math.min(next, sleeper.until);
    if (next !== Number.POSITIVE_INFINITY) {
      timer = setTimeout(wakeDue, Math.min(Math.max(Math.ceil((next - now()) / rate), 0), longestTimerMs));
    }
  };

  const wakeDue = () => {
    const time = now();
    for (const sleeper of sleepers) {
      if (sleeper.until <= time) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    }
    arm();
  };

  return {
    now,
    advance: (ms) => {
      rebase(ms);
      wakeDue();
    },
    speed: () => rate,
    setSpeed: (next) => {
      rebase(0);
      rate = next;
      wakeDue();
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const onAbort = () => {
          sleepers.delete(sleeper);
          arm();
          reject(signal?.reason);
        };
        const sleeper = {
          until: now() + ms,
          wake: () => {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          },
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        sleepers.add(sleeper);
        arm();
      }),
  };
}
