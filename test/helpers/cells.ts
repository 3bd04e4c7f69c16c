import type { DoorName } from "./plugin-door";

/**
 * The cells of a matrix that a run plays. `npm test` plays one cell of `every`, another one for each row, and so does a run
 * of one file; `npm run test:all` plays the others, where `test/parts.cjs` names the file. PULUMI_BROKER_PART=whole plays
 * all. Where `every` shares no factor with the count of the faults, each fault is played.
 */
export function someOf<T>(cells: readonly T[], row: number, every: number): readonly T[] {
  const part = process.env["PULUMI_BROKER_PART"];
  if (part === "whole") return cells;
  return cells.filter((_cell, index) => ((index + row) % every === 0) === (part !== "rest"));
}

/** The cells that are played through a door: the table was written for the dynamic door, which plays all of them. */
export const cellsOf = <T>(door: DoorName, cells: readonly T[], row: number, every: number): readonly T[] =>
  door === "dynamic" ? cells : someOf(cells, row, every);

/** True in `npm run test:all`: there a matrix plays its cells alone, because `npm test` has played what stands beside them. */
export const isRest = process.env["PULUMI_BROKER_PART"] === "rest";

const testUnless = (part: string) => (name: string, body: () => Promise<void>) => {
  if (process.env["PULUMI_BROKER_PART"] !== part) test(name, body);
};

/** Tests of a file of which both commands play a part: `npm test` plays the first kind, `npm run test:all` the other. */
export const [coreTest, restTest] = [testUnless("rest"), testUnless("core")];
