// `createShared` lets callers share one answer of the service. `keys.ts`, `lists/` and most files of `nouns/` call it;
// `settled.ts` calls `withinCall`. `sharedMs` may change. A change must also reach fetches under way, because their
// answers may be older. No caller may end at another's deadline, because each call has its own.
import { type Clock, whenAborted } from "../transport/clock";
import type { Call } from "../transport/endpoint";
import { ApiError, isApiError, withSubject } from "../transport/errors";

/** How long a value is shared: the refresh of one run shares one GET, and changes from outside show soon. */
const sharedMs = 30_000;

export type Shared<T> = ReturnType<typeof createShared<T>>;

/** Fetches a value once for all who ask within `liveMs`. A failure is shared too, unless one caller alone has it. */
export function createShared<T>(clock: Clock, fetch: (call: Call) => Promise<T>, liveMs = sharedMs) {
  interface Flight {
    value: Promise<T>;
    /** The changes made since the fetch was sent. */
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
    async get(call: Call, options?: { fresh?: boolean }): Promise<T> {
      if (options?.fresh) return start(call).value;
      if (held && clock.now() - held.at < liveMs) return held.value;
      while (joined) {
        const others = await withinCall(joined.value, call, clock);
        if (others !== undefined) return others.value;
      }
      joined = start(call);
      return joined.value;
    },
    /** The value as it was last fetched, however long ago, with the changes since; undefined where none was fetched. */
    last: (): T | undefined => held?.value,
    /** Applies a change to the value, and to the result of each fetch that was sent before the change. */
    change(apply: (value: T) => T): void {
      if (held) held = { ...held, value: apply(held.value) };
      for (const flight of flights) {
        flight.changes.push(apply);
      }
    },
  };
}

/** True for a failure of another caller that this caller would not have: the other had less time, or does not wait. */
const isOfCaller = ({ kind }: ApiError, call: Call) =>
  kind === "timeout" || kind === "stopped" || (kind === "busy" && call.busy !== "throw");

/** Waits for another caller's fetch until the deadline of this call; undefined when the other's time ended first. */
export async function withinCall<T>(work: Promise<T>, call: Call, clock: Clock): Promise<{ value: T } | undefined> {
  const timer = new AbortController();
  const ignore = whenAborted(call.signal, () => timer.abort());
  const gaveUp = "gave up waiting for the answer to a request of another resource";
  const outOfTime = clock.sleep(Math.max(0, call.deadline - clock.now()), timer.signal).then(
    () => new ApiError({ kind: "timeout", subject: call.subject, problem: gaveUp }),
    () => new ApiError({ kind: "stopped", subject: call.subject, problem: "was stopped before an answer came" }),
  );
  try {
    const theirs = work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    const first = await Promise.race([theirs, outOfTime]);
    // A run that is ending wakes every sleeper at once, before the deadline and before the signal of the call.
    if (first instanceof ApiError) throw first;
    if ("value" in first) return first;
    const { error } = first;
    const ownTime = (call.signal?.aborted ?? false) || clock.now() >= call.deadline;
    if (!ownTime && isApiError(error) && isOfCaller(error, call)) return undefined;
    throw isApiError(error) ? withSubject(error, call.subject) : error;
  } finally {
    ignore();
    timer.abort();
  }
}
