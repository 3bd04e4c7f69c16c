import fc from "fast-check";
import { play } from "./play";
import { type Play, plays } from "./steps";

export interface Search {
  seed: number;
  /** The plays that kept the promises, up to the first that broke one. */
  runs: number;
  /** How often each step was taken, and each window met. */
  counts: Record<string, number>;
  /** The smallest play that breaks a promise, and how. */
  found?: { play: Play; reason: string };
}

/** Tries `runs` plays of a seed, until one breaks a promise; shrinks that one. Nothing is left over by a calm play. */
export async function explore(
  seed: number,
  runs: number,
  kinds?: readonly string[],
  { shrink = true, calm = false } = {},
): Promise<Search> {
  const counts: Record<string, number> = {};
  let done = 0;
  let isShrinking = false;
  const property = fc.asyncProperty(plays(kinds, { calm }), async (each) => {
    const seen = await play(each).catch((error: unknown) => {
      isShrinking = true;
      throw error;
    });
    if (calm && seen["left over, said"]) throw new Error("what no run was cut off for is said to be left over");
    // What is played to make a counterexample smaller is no further search.
    if (isShrinking) return;
    done += 1;
    for (const [what, times] of Object.entries(seen)) counts[what] = (counts[what] ?? 0) + times;
  });
  const details = await fc.check(property, { seed, numRuns: runs, endOnFailure: !shrink });
  const search = { seed, runs: done, counts };
  if (!details.failed) return search;
  const [smallest] = details.counterexample ?? [];
  const error = details.errorInstance;
  return { ...search, found: { play: smallest!, reason: error instanceof Error ? error.message : String(error) } };
}

/** What a search did and found, in lines for a person. */
export function explainSearch({ seed, runs, counts, found }: Search): string {
  const sum = Object.entries(counts).map(([what, times]) => `${what} ${times}`);
  const head = `model: ${runs} plays of seed ${seed}: ${sum.sort().join(", ")}`;
  return found === undefined ? head : `${head}\n${JSON.stringify(found.play)}\n${found.reason}`;
}
