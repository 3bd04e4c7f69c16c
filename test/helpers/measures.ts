import { appendFileSync } from "node:fs";

/** One figure with its limit. */
interface Measure {
  /** The promise to which the figure belongs. */
  promise: string;
  what: string;
  value: number;
  most: number;
}

/**
 * Throws when a figure is above its limit. `npm run measure` names a file in PULUMI_BROKER_MEASURES to which the figure
 * is added.
 */
export function expectAtMost(promise: string, what: string, value: number, most: number): void {
  const measure: Measure = { promise, what, value: Math.round(value * 100) / 100, most };
  const file = process.env["PULUMI_BROKER_MEASURES"];
  if (file) appendFileSync(file, `${JSON.stringify(measure)}\n`);
  if (!(value <= most)) throw new Error(`${promise}: ${what}: ${value}, and at most ${most} were promised`);
}

/** The number of times that each call was sent, sorted by call. */
export function count(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of [...calls].sort()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}
