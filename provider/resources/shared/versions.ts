import type { Node } from "../../api";

/**
 * Compares two versions such as `3.12.13`, number by number. A missing number counts as 0, and a pre-release such as
 * `2.0.0-rc.3` is older than its release.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let i = 0; i < Math.max(left.numbers.length, right.numbers.length); i++) {
    const difference = (left.numbers[i] ?? 0) - (right.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(left.pre, right.pre);
}

/** True when a version is at least a given minimum. */
export function isAtLeast(version: string | null | undefined, minimum: string): boolean {
  return version !== null && version !== undefined && compareVersions(version, minimum) >= 0;
}

/** True when a version names a single release, as `3.13.7` does; `3.13` means all releases that begin with it. */
export function isFullVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+/.test(version);
}

/** True when a version is the declared one, or a release that begins with the declared one. */
export function matchesVersion(version: string, declared: string): boolean {
  if (isFullVersion(declared)) return compareVersions(version, declared) === 0;
  return !isPreRelease(version) && version.startsWith(`${declared}.`);
}

/** True when a version is a pre-release. */
export function isPreRelease(version: string): boolean {
  return version.includes("-");
}

/** The highest of several versions. */
export function highest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions).at(-1);
}

/** The lowest of several versions. */
export function lowest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions)[0];
}

/** The version of a cluster: the lowest version of its nodes, which differ in the middle of an upgrade. */
export function versionOf(nodes: readonly Node[]): string | undefined {
  return lowest(nodes.flatMap((node) => node.broker_version ?? []));
}

function partsOf(version: string): { numbers: number[]; pre: string[] } {
  const at = version.indexOf("-");
  const [release, pre] = at < 0 ? [version, ""] : [version.slice(0, at), version.slice(at + 1)];
  const numbers = release.split(".").map((part) => Number.parseInt(part, 10) || 0);
  return { numbers, pre: pre === "" ? [] : pre.split(".") };
}

/**
 * Compares the parts of two versions after the release number. A release has no such parts and is the newest; numbers
 * are older than words, and fewer parts are older than more.
 */
function comparePreReleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Number(a.length === 0) - Number(b.length === 0);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = comparePart(a[i], b[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [left, right] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : undefined));
  if (left !== undefined && right !== undefined) return left - right;
  if (left !== undefined || right !== undefined) return left !== undefined ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
