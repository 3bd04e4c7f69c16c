import type { Store } from "./store";

/** The fields in which a record says what is under way; each kind has some of them, or none. */
interface Changing {
  id: number;
  change?: { endsAt: number } | null;
  readyAt?: number;
  activeAt?: number | null;
  goneAt?: number | null;
}

/** The changes under way in the background now, each with the time at which it ends. */
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
