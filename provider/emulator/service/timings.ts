// Nouns draw the duration of background work with `drawDuration`; `seed.ts` inserts the record. Assumed durations may
// change together with `DIFFERENCES.md`. Names must stay, because users' tests set them. A new name needs a default in
// the schema, because older state files lack it.
import { z } from "zod";
import { type AnyRecord, collection, type RecordIn, recordOf, usually } from "../server/collection";
import type { Context } from "../server/route";

const secondMs = 1_000;
const minuteMs = 60_000;

/** The shortest and the longest duration in milliseconds. Each duration is a random number between the two. */
const ms = z.number().min(0).max(1e12);
const range = z.tuple([ms, ms]).refine(([from, to]) => from <= to, "Must not end before it begins");

const lasts = (shortest: number, longest: number, unit: number) => usually(range, [shortest * unit, longest * unit]);

/** The durations of what the service does in the background: one record, which the state call can change. */
export const timings = collection({
  name: "timings",
  ...recordOf({
    creating: lasts(2, 5, minuteMs),
    reconfiguring: lasts(3, 10, minuteMs),
    expandingDisk: lasts(1, 4, minuteMs),
    swappingDisk: lasts(30, 180, minuteMs),
    upgrading: lasts(2, 5, minuteMs),
    restarting: lasts(10, 30, secondMs),
    deleting: lasts(20, 60, secondMs),
    configuringFirewall: lasts(10, 40, secondMs),
    changingPlugin: lasts(5, 40, secondMs),
    certifying: lasts(1, 3, minuteMs),
    removingDomain: lasts(10, 30, secondMs),
    maintaining: lasts(2, 5, minuteMs),
    acceptingPeering: lasts(2, 10, secondMs),
    removingPeering: lasts(3, 10, secondMs),
    connecting: lasts(1, 3, minuteMs),
    disconnecting: lasts(5, 20, secondMs),
  }),
});

/** The name of work that takes time on the service. */
type TimingName = Exclude<keyof RecordIn<typeof timings>, keyof AnyRecord>;

/** Draws how many milliseconds the work of this name takes this time. */
export function drawDuration({ store, random }: Pick<Context, "store" | "random">, name: TimingName): number {
  const [low, high] = store.list(timings)[0]?.[name] ?? [0, 0];
  return random.between(low, high);
}
