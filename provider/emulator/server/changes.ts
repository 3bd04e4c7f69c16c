// `server.ts` wraps each write in `noteChanges`, and the log keeps the end as `changesUntil`. Keys of the map may
// change. A field with a new end time must go into `Changing`, because the log would otherwise count waits as calls.
// `work` must be synchronous, because another request would otherwise count too.
import type { Store } from "./store";

/** The fields that hold the end of a change under way. Each kind of record has some of these fields, or none. */
interface Changing {
  id: number;
  change?: { endsAt: number } | null;
  readyAt?: number;
  activeAt?: number | null;
  goneAt?: number | null;
}

/** The changes under way in the background now, each with the time of its end. */
function changesUnderWay(store: Store, now: number): Map<string, number> {
  const ends = store.kinds.flatMap((kind) =>
    store
      .list(kind)
      .flatMap(({ id, change, readyAt, activeAt, goneAt }: Changing) =>
        [change?.endsAt, readyAt, activeAt, goneAt]
          .filter((end) => typeof end === "number" && end > now)
          .map((end): [string, number] => [`${kind.name} ${id} ${end}`, end as number]),
      ),
  );
  return new Map(ends);
}

/** Runs `work`. If `work` begins changes in the background, `note` receives the time at which the last of them ends. */
export function noteChanges<T>(store: Store, now: number, work: () => T, note: (endsAt: number) => void): T {
  const before = changesUnderWay(store, now);
  const result = work();
  const begun = [...changesUnderWay(store, now)].filter(([change]) => !before.has(change));
  if (begun.length > 0) note(Math.max(...begun.map(([, endsAt]) => endsAt)));
  return result;
}
