// `nearest` finds the names for "did you mean". `preview/check.ts`, `cli/commands.ts` and files of `resources/` call
// it. The default limit may change; the order (distance, then name) must stay, because messages show it.
import leven from "leven";

/** The length from which a written word is looked for in longer names. */
const shortestWord = 3;

/**
 * The names nearest to what was written; `limit` is the number of letters in which they may differ. Without a `limit`,
 * and where no name is so near, these are the names that contain the written word: `broker_shovel` for `shovel`.
 * The result is empty where more than `count` names contain the word, because the meaning is then open.
 */
export function nearest(written: string, names: readonly string[], count = 3, limit?: number): string[] {
  const most = limit ?? Math.max(2, Math.ceil(written.length / 3));
  const near = names
    .filter((name) => Math.abs(name.length - written.length) <= most)
    .map((name) => ({ name, distance: leven(written.toLowerCase(), name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= most)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, count)
    .map((candidate) => candidate.name);
  if (near.length > 0 || limit !== undefined || written.length < shortestWord) return near;
  const longer = names.filter((name) => hasWord(name.toLowerCase(), written.toLowerCase()));
  return longer.length <= count ? longer.sort() : [];
}

/** True when a name has a word between two signs, or between a sign and its beginning or end. */
function hasWord(name: string, word: string): boolean {
  const rests = name.split(word);
  return rests.some((before, index) => {
    const after = rests[index + 1];
    return after !== undefined && !/[a-z0-9]$/.test(before) && !/^[a-z0-9]/.test(after);
  });
}
