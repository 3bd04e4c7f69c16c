import type { RecordOf } from "../records";
import type { Store } from "../server/store";

type Instance = RecordOf<"instances">;

const numbers = (version: string) => version.split(".").map(Number);

/** Below zero when `a` is the older version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  const at = left.findIndex((number, i) => number !== (right[i] ?? 0));
  return at < 0 ? left.length - right.length : left[at]! - (right[at] ?? 0);
}

const minorOf = (version: string) => numbers(version).slice(0, 2).join(".");

/** The versions of a broker software, oldest first. */
export const versionsOf = (store: Store, backend: Instance["backend"]): RecordOf<"versions">[] =>
  store
    .list("versions")
    .filter((version) => version.backend === backend)
    .sort((a, b) => compareVersions(a.broker, b.broker));

/** What an instance can be upgraded to, oldest first: newer patches of its own minor version, and the next minor version. */
export function offeredTo(store: Store, { backend, rmq_version }: Instance): RecordOf<"versions">[] {
  const newer = versionsOf(store, backend).filter(({ broker }) => compareVersions(broker, rmq_version) > 0);
  const own = minorOf(rmq_version);
  const next = newer.map(({ broker }) => minorOf(broker)).find((minor) => minor !== own);
  return newer.filter(({ broker }) => [own, next].includes(minorOf(broker)));
}

/** The newest Erlang for the broker that an instance has, if it is newer than its own. */
export function newerErlang(store: Store, { backend, rmq_version, erlang_version }: Instance): string | undefined {
  const newest = versionsOf(store, backend).findLast(({ broker }) => compareVersions(broker, rmq_version) <= 0)?.erlang;
  return newest && erlang_version && compareVersions(newest, erlang_version) > 0 ? newest : undefined;
}
