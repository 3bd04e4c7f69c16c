import { appendFileSync } from "node:fs";
import { read } from "./paths";

/** One target of `npm run bench`. */
interface Target {
  id: string;
  metric: string;
  /** The most that the result may be. */
  target: number;
  unit: string;
}

export const targets = JSON.parse(read("bench/targets.json")) as Target[];

/**
 * Throws when a result is above its target in `bench/targets.json`. `what` names the one of several things with the same
 * target. `npm run bench` names a file in PULUMI_BROKER_BENCH to which the result is added.
 */
export function expectWithinTarget(id: string, metric: string, result: number, what?: string): void {
  const found = targets.find((each) => each.id === id && each.metric === metric);
  if (found === undefined) throw new Error(`bench/targets.json has no target "${metric}" of ${id}`);
  const file = process.env["PULUMI_BROKER_BENCH"];
  if (file) appendFileSync(file, `${JSON.stringify({ id, metric, result, what })}\n`);
  if (!(result <= found.target))
    throw new Error(`${id}: ${metric}${what ? `, ${what}` : ""}: ${result}, and the target is at most ${found.target}`);
}

/** The number of times that each call was sent, sorted by call. */
export function count(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of [...calls].sort()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}
