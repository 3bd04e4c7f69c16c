/** Compares two versions such as `3.12.13`, number by number; what is missing counts as 0. */
export function compareVersions(a: string, b: string): number {
  const left = numbers(a);
  const right = numbers(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The highest of several versions. */
export function highest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions).at(-1);
}

/** The lowest of several versions: what a cluster in the middle of an upgrade counts as. */
export function lowest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions)[0];
}

function numbers(version: string): number[] {
  return version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
}
