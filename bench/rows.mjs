/** The rows of the table: each result beside its target. `targets.json` has all targets, those of tests included. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools/run.mjs";

/** All targets, in the order of the table. A result above its target is a miss. */
export const targets = JSON.parse(readFileSync(join(root, "bench", "targets.json"), "utf8"));

/**
 * One row of the table.
 *
 * @param {string} id the metric, as the command line names it: `B1`
 * @param {string} metric the name of the target in `targets.json`
 * @param {number} result what was measured, in the target's unit
 * @param {string} [what] the one of several things with the same target: `create`
 */
export function row(id, metric, result, what) {
  const found = targets.find((each) => each.id === id && each.metric === metric);
  if (found === undefined) throw new Error(`bench/targets.json has no target "${metric}" of ${id}`);
  const name = what === undefined ? metric : `${metric}: ${what}`;
  return { ...found, metric: name, result: Math.round(result * 100) / 100, ok: result <= found.target };
}

/** The middle of the values; of an even number of values, the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.floor(half - 0.5)] + sorted[Math.floor(half)]) / 2;
}
