// Kinds and `cli/` compare versions of brokers, of the CLI and of Node here. A pre-release must stay older than its
// release. `versionOf` must name the lowest of all nodes: an upgrade ends with the last node. All else may change.
import type { Node } from "../../api";

/** Compares numbers in texts as numbers. Numbers come before words, and fewer parts before more. */
const { compare } = new Intl.Collator("en", { numeric: true });

/** Compares versions such as `3.12.13` by numbers. A missing one is 0, and `2.0.0-rc.3` is older than its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  const byRelease = compare(left.numbers, right.numbers);
  if (byRelease !== 0 || left.pre === right.pre) return byRelease;
  if (left.pre === "" || right.pre === "") return left.pre === "" ? 1 : -1;
  return compare(left.pre, right.pre);
}

/** True when a version is at least a given minimum. */
export const isAtLeast = (version: string | null | undefined, minimum: string): boolean =>
  version !== null && version !== undefined && compareVersions(version, minimum) >= 0;

/** True when a version names a single release, as `3.13.7` does; `3.13` means all releases that begin with it. */
export const isFullVersion = (version: string): boolean => /^\d+\.\d+\.\d+/.test(version);

/** True when a version is the declared one, or a release that begins with the declared one. */
export function matchesVersion(version: string, declared: string): boolean {
  if (isFullVersion(declared)) return compareVersions(version, declared) === 0;
  return !isPreRelease(version) && version.startsWith(`${declared}.`);
}

export const isPreRelease = (version: string): boolean => version.includes("-");

export const highest = (versions: readonly string[]): string | undefined => [...versions].sort(compareVersions).at(-1);

export const lowest = (versions: readonly string[]): string | undefined => [...versions].sort(compareVersions)[0];

/** The version of a cluster: the lowest version of its nodes, which differ in the middle of an upgrade. */
export const versionOf = (nodes: readonly Node[]): string | undefined =>
  lowest(nodes.flatMap((node) => node.broker_version ?? []));

function partsOf(version: string): { numbers: string; pre: string } {
  const [release = "", ...pre] = version.split("-");
  return { numbers: release.replace(/(\.0+)+$/, ""), pre: pre.join("-") };
}
