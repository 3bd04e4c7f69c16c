import leven from "leven";

/** The names nearest to what was written; `limit` is the number of letters in which they may differ. */
export function nearest(
  written: string,
  names: readonly string[],
  count = 3,
  limit = Math.max(2, Math.ceil(written.length / 3)),
): string[] {
  return names
    .filter((name) => Math.abs(name.length - written.length) <= limit)
    .map((name) => ({ name, distance: leven(written.toLowerCase(), name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, count)
    .map((candidate) => candidate.name);
}
