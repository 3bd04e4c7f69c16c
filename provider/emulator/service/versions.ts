// `nouns/` offers, finds and compares versions with these functions; `seed.ts` adds the versions. A new version goes
// into `seed.ts`. `upgradesOf` must offer at most the next minor version, because a live service goes no further. The
// choice of patches is assumed and may change.
import { z } from "zod";
import { backends, type Instance } from "../nouns/instances/record";
import { collection, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import type { Store } from "../server/store";

/** Broker versions, each with the newest Erlang version for it; the alternative broker has no Erlang. */
export const versions = collection({
  name: "versions",
  ...recordOf({
    backend: usually(z.enum(backends), "clustered"),
    broker: usually(z.string(), "3.12.13"),
    erlang: orNull(z.string()),
  }),
});

type Version = RecordIn<typeof versions>;

/** The part of a version after its numbers, such as `rc.3` of `2.0.0-rc.3`; empty for a release. */
const preReleaseOf = (version: string) => version.split("-").slice(1).join("-");

const numbersOf = (version: string) => version.split("-", 1)[0]!.split(".").map(Number);

/**
 * Compares two versions; the result is below zero when `a` is the older one. A pre-release is older than its release.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, i) => number !== (right[i] ?? 0));
  if (at >= 0) return left[at]! - (right[at] ?? 0);
  return left.length - right.length || comparePreReleases(preReleaseOf(a), preReleaseOf(b));
}

function comparePreReleases(a: string, b: string): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  return a.localeCompare(b, "en", { numeric: true });
}

const minorOf = (version: string) => numbersOf(version).slice(0, 2).join(".");

/** The versions of a broker software, oldest first. */
export const versionsOf = (store: Store, backend: Instance["backend"]): Version[] =>
  store
    .list(versions)
    .filter((version) => version.backend === backend)
    .sort((a, b) => compareVersions(a.broker, b.broker));

/**
 * The versions to which an instance can be upgraded, oldest first: newer patches of its minor version, and all patches
 * of the next minor version.
 */
export function upgradesOf(store: Store, { backend, rmq_version }: Instance): Version[] {
  const newer = versionsOf(store, backend).filter(({ broker }) => compareVersions(broker, rmq_version) > 0);
  const own = minorOf(rmq_version);
  const next = newer.map(({ broker }) => minorOf(broker)).find((minor) => minor !== own);
  return newer.filter(({ broker }) => [own, next].includes(minorOf(broker)));
}

/** The newest Erlang version for the broker of an instance, if the instance has an older Erlang version. */
export function newerErlangOf(store: Store, { backend, rmq_version, erlang_version }: Instance): string | undefined {
  const newest = versionsOf(store, backend).findLast(({ broker }) => compareVersions(broker, rmq_version) <= 0)?.erlang;
  return newest && erlang_version && compareVersions(newest, erlang_version) > 0 ? newest : undefined;
}
