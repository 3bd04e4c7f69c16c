import type { Call } from "./call";
import type { Clock } from "./clock";
import { ApiError, isApiError, withSubject } from "./errors";

/** Long enough for one engine run's refresh to share one GET, short enough for an outside change to be seen. */
const sharedMs = 30_000;

/** A value that several callers share: fetched once for all who ask within 30 s, and fetched again after that. */
export interface Shared<T> {
  get(call: Call, options?: { fresh?: boolean }): Promise<T>;
  /** Changes what is held, and what a fetch under way brings, which may have left before the change was made. */
  change(apply: (value: T) => T): void;
}

/** Shares what `fetch` gets; a failure too, unless it is the end of the other caller's time and not of this one's. */
export function createShared<T>(clock: Clock, fetch: (call: Call) => Promise<T>, liveMs = sharedMs): Shared<T> {
  interface Flight {
    value: Promise<T>;
    /** Own changes made since it left. */
    changes: ((value: T) => T)[];
  }
  const flights = new Set<Flight>();
  let joined: Flight | undefined;
  let held: { value: T; at: number } | undefined;

  function start(call: Call): Flight {
    const leftAt = clock.now();
    const changes: Flight["changes"] = [];
    const load = async () => {
      try {
        const got = await fetch(call);
        const value = changes.reduce<T>((current, apply) => apply(current), got);
        if (!held || held.at <= leftAt) held = { value, at: leftAt };
        return value;
      } finally {
        flights.delete(flight);
        if (joined === flight) joined = undefined;
      }
    };
    const flight: Flight = { changes, value: Promise.resolve().then(load) };
    flights.add(flight);
    return flight;
  }

  return {
    async get(call, options) {
      if (options?.fresh) return start(call).value;
      if (held && clock.now() - held.at < liveMs) return held.value;
      while (joined) {
        const others = await withinCall(joined.value, call, clock);
        if (others !== undefined) return others.value;
      }
      joined = start(call);
      return joined.value;
    },
    change(apply) {
      if (held) held = { ...held, value: apply(held.value) };
      for (const flight of flights) {
        flight.changes.push(apply);
      }
    },
  };
}

/** Waits for another caller's work, but no longer than this call may last; undefined when the other one's time ended. */
async function withinCall<T>(work: Promise<T>, call: Call, clock: Clock): Promise<{ value: T } | undefined> {
  const timer = new AbortController();
  const onStop = () => timer.abort();
  call.signal?.addEventListener("abort", onStop, { once: true });
  const outOfTime = clock.sleep(Math.max(0, call.deadline - clock.now()), timer.signal).then(
    () =>
      new ApiError({
        kind: "timeout",
        subject: call.subject,
        problem: "gave up waiting for an answer that another resource had asked for",
      }),
    () => new ApiError({ kind: "stopped", subject: call.subject, problem: "was stopped before an answer came" }),
  );
  try {
    const first = await Promise.race([work.then((value) => ({ value })), outOfTime]);
    if (first instanceof ApiError) throw first;
    return first;
  } catch (error) {
    const ownTime = (call.signal?.aborted ?? false) || clock.now() >= call.deadline;
    if (!ownTime && isApiError(error) && (error.kind === "timeout" || error.kind === "stopped")) return undefined;
    throw isApiError(error) ? withSubject(error, call.subject) : error;
  } finally {
    call.signal?.removeEventListener("abort", onStop);
    timer.abort();
  }
}
