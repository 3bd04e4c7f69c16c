import type { Store } from "./store";

/** Kinds of thing that are made, changed or removed in the background. */
const changing = [
  "instances",
  "vpcs",
  "firewalls",
  "plugins",
  "customDomains",
  "vpcConnects",
  "peerings",
  "networkPeerings",
] as const;

/** What a record of any of these kinds may have under way. */
interface Changing {
  id: number;
  change?: { endsAt: number } | null;
  readyAt?: number;
  activeAt?: number | null;
  goneAt?: number | null;
}

/** When each change ends that is under way in the background now. */
function changesUnderWay(store: Store, now: number): Map<string, number> {
  const ends = changing.flatMap((name) =>
    store
      .list(name)
      .flatMap(({ id, change, readyAt, activeAt, goneAt }: Changing) =>
        [change?.endsAt, readyAt, activeAt, goneAt]
          .filter((end) => typeof end === "number" && end > now)
          .map((end): [string, number] => [`${name} ${id} ${end}`, end as number]),
      ),
  );
  return new Map(ends);
}

/** Runs `work`; `note` is told when the last of the changes ends that it has begun, if any. */
export function noteChanges<T>(store: Store, now: number, work: () => T, note: (endsAt: number) => void): T {
  const before = changesUnderWay(store, now);
  const result = work();
  const begun = [...changesUnderWay(store, now)].filter(([change]) => !before.has(change));
  if (begun.length > 0) note(Math.max(...begun.map(([, endsAt]) => endsAt)));
  return result;
}
