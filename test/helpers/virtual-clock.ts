import type { Dispatcher } from "undici";
import type { Clock } from "../../provider/api/transport/clock";
import { createRandom } from "../../provider/emulator/server/random";

/** The turns without activity before time moves. Loopback sockets deliver within one or two turns. */
const quietTurns = 4;
/** The turns that must pass after a broken call, until the server sees its connection close. */
const turnsAfterBreak = 12;

interface Sleeper {
  at: number;
  order: number;
  wake: () => void;
}

/**
 * A clock that moves by itself to the earliest sleeper, but only when nothing else can happen: every client call in
 * flight is sleeping in the server, and a few turns of the event loop brought no activity. Client and server share the
 * clock in one process. {@link VirtualClock.dispatcher} counts the calls of clients, {@link VirtualClock.serverSide}
 * the sleeps of request handlers. A handler must pass a signal that is aborted when its connection closes.
 */
export class VirtualClock implements Clock {
  private time: number;
  /** The same seed gives the same jitter. */
  readonly random: () => number;
  private sleepers: Sleeper[] = [];
  private order = 0;
  /** The number of calls in flight that are not known to sleep in the server, plus the number of holds. */
  private busy = 0;
  private holds = 0;
  private activity = 0;
  private turnsNeeded = quietTurns;
  private pumping = false;

  constructor(options: { now?: number; seed?: number } = {}) {
    this.time = options.now ?? Date.UTC(2030, 0, 1);
    this.random = createRandom(options.seed ?? 1).next;
  }

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.enqueue(ms, signal, false);
  }

  /** The clock for request handlers of the server, whose sleeps do not stop time. */
  serverSide(): Clock {
    return {
      now: () => this.now(),
      random: () => this.random(),
      sleep: (ms, signal) => this.enqueue(ms, signal, true),
    };
  }

  /** Wraps a dispatcher: time stands still while a call through it is neither answered nor asleep in the server. */
  dispatcher(inner: Dispatcher): Dispatcher {
    return inner.compose((dispatch) => (options, handler) => {
      const release = this.occupy();
      const ended = (broke: boolean) => {
        if (broke) this.turnsNeeded = turnsAfterBreak;
        release();
      };
      try {
        return dispatch(options, watched(handler, ended));
      } catch (error) {
        ended(true);
        throw error;
      }
    });
  }

  /** Stops time until the returned function is called. This is for work that is neither a call nor a sleep. */
  hold(): () => void {
    return this.occupy(1);
  }

  private occupy(holds = 0): () => void {
    this.holds += holds;
    this.change(1);
    let occupied = true;
    return () => {
      if (!occupied) return;
      occupied = false;
      this.holds -= holds;
      this.change(-1);
    };
  }

  /** Moves time by hand, and wakes the sleepers on the way in order. */
  async advance(ms: number): Promise<void> {
    const release = this.hold();
    const target = this.time + ms;
    for (;;) {
      await this.untilQuiet();
      // A sleeper that was woken may have made a call. Time waits for this call, as it does when time moves by itself.
      if (this.busy > this.holds) continue;
      const next = this.earliest();
      if (!next || next.at > target) break;
      this.wake(next);
    }
    this.time = Math.max(this.time, target);
    release();
  }

  private enqueue(ms: number, signal: AbortSignal | undefined, inServer: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = () => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", onAbort);
        this.change(inServer ? 1 : 0);
      };
      const onAbort = () => {
        leave();
        reject(signal?.reason);
      };
      const sleeper: Sleeper = {
        at: this.time + Math.max(0, ms),
        order: this.order++,
        wake: () => {
          leave();
          resolve();
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.sleepers.push(sleeper);
      this.change(inServer ? -1 : 0);
    });
  }

  private change(by: number): void {
    this.busy += by;
    this.activity += 1;
    if (!this.pumping && this.sleepers.length > 0) {
      this.pumping = true;
      void this.pump();
    }
  }

  /** Moves time until a call is in flight or nobody sleeps. The next change starts this loop again. */
  private async pump(): Promise<void> {
    for (;;) {
      await this.untilQuiet();
      const next = this.earliest();
      if (this.busy > 0 || !next) {
        this.pumping = false;
        return;
      }
      this.wake(next);
    }
  }

  private async untilQuiet(): Promise<void> {
    let seen = this.activity;
    for (let turns = 0; turns < this.turnsNeeded; turns += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (seen !== this.activity) {
        seen = this.activity;
        turns = -1;
      }
    }
    this.turnsNeeded = quietTurns;
  }

  private earliest(): Sleeper | undefined {
    let best: Sleeper | undefined;
    for (const one of this.sleepers) {
      if (Number.isFinite(one.at) && (!best || one.at < best.at || (one.at === best.at && one.order < best.order))) {
        best = one;
      }
    }
    return best;
  }

  private wake(sleeper: Sleeper): void {
    this.time = Math.max(this.time, sleeper.at);
    sleeper.wake();
  }
}

/** Passes every callback on and reports the end of the call; undici has two spellings of each callback. */
function watched(handler: Dispatcher.DispatchHandler, ended: (broke: boolean) => void): Dispatcher.DispatchHandler {
  return new Proxy(handler, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        try {
          return Reflect.apply(value, target, args);
        } finally {
          if (name === "onComplete" || name === "onResponseEnd") {
            ended(false);
          } else if (name === "onError" || name === "onResponseError") {
            ended(true);
          }
        }
      };
    },
  });
}
