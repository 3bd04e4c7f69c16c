/**
 * The emulator's time. Everything that takes time asks this clock, so hours of waiting can run in seconds (`speed`), be
 * skipped (`advance`), or be shared with the code under test (any object with `now` and `sleep`).
 */
export interface EmulatorClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` of this clock's time; `Infinity` never resolves. Rejects when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that can run fast and be moved by hand. */
export interface MovableClock extends EmulatorClock {
  /** Moves the clock forward at once and wakes every sleeper whose time has come. */
  advance(ms: number): void;
  /** Makes a second of the machine last `speed` seconds on this clock. */
  setSpeed(speed: number): void;
  /** How many seconds of this clock a second of the machine lasts, for the panel. */
  speed?(): number;
}

// The longest delay that `setTimeout` takes: a longer one would fire at once.
const longestTimerMs = 2 ** 31 - 1;

/** A clock that starts at the machine's time, or at a later one, and runs `speed` times as fast. */
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
