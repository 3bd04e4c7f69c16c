import type { Store } from "./store";

/** Kinds of thing that are changed in the background. */
const changing = ["instances", "firewalls", "plugins", "customDomains", "vpcConnects"] as const;

/** The changes that are under way in the background now. */
const changesUnderWay = (store: Store): { endsAt: number }[] =>
  changing.flatMap((name) => store.list(name).flatMap(({ change }) => (change ? [change] : [])));

/** Runs `work`; `note` is told when the last of the changes ends that it has begun, if any. */
export function noteChanges<T>(store: Store, work: () => T, note: (endsAt: number) => void): T {
  const before = new Set(changesUnderWay(store));
  const result = work();
  const begun = changesUnderWay(store).filter((change) => !before.has(change));
  if (begun.length > 0) {
    note(Math.max(...begun.map(({ endsAt }) => endsAt)));
  }
  return result;
}
