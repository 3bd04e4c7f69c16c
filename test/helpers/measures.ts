import { appendFileSync } from "node:fs";

/** One figure, and what it may be at most. */
interface Measure {
  /** The promise that it belongs to. */
  promise: string;
  what: string;
  value: number;
  most: number;
}

/** Holds a figure to its bound; `npm run measure` names a file in PULUMI_BROKER_MEASURES, and prints what is in it. */
export function measured(promise: string, what: string, value: number, most: number): void {
  const measure: Measure = { promise, what, value: Math.round(value * 100) / 100, most };
  const file = process.env["PULUMI_BROKER_MEASURES"];
  if (file) appendFileSync(file, `${JSON.stringify(measure)}\n`);
  if (!(value <= most)) throw new Error(`${promise}: ${what}: ${value}, and at most ${most} were promised`);
}

/** How often each call was sent, in the order of their names. */
export function count(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of [...calls].sort()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}
