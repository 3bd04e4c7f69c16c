/** The names nearest to what was written; `limit` is the number of letters in which they may differ. */
export function nearest(
  written: string,
  names: readonly string[],
  count = 3,
  limit = Math.max(2, Math.ceil(written.length / 3)),
): string[] {
  return names
    .filter((name) => Math.abs(name.length - written.length) <= limit)
    .map((name) => ({ name, distance: distance(written.toLowerCase(), name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, count)
    .map((candidate) => candidate.name);
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
