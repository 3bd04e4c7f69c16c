/** What the package must work with, and which combinations of it are run. */

/** The values of each dimension. The versions of Node are majors, of which the newest one is run. */
export const dimensions = {
  node: ["20", "22", "24", "newest"],
  sdk: ["oldest", "newest"],
  manager: ["npm", "pnpm", "yarn", "npm workspace"],
  program: ["CommonJS", "ES module", "esbuild bundle"],
} as const;

export type Dimension = keyof typeof dimensions;

export type Cell = { [D in Dimension]: (typeof dimensions)[D][number] };

const names = Object.keys(dimensions) as Dimension[];

export function everyCell(): Cell[] {
  return names.reduce<Partial<Cell>[]>(
    (cells, name) => cells.flatMap((cell) => dimensions[name].map((value) => ({ ...cell, [name]: value }))),
    [{}],
  ) as Cell[];
}

/** The pairs of values that occur in a combination. */
export const pairsIn = (cell: Record<Dimension, string>): string[] =>
  names.flatMap((one, at) => names.slice(at + 1).map((other) => `${one} ${cell[one]}, ${other} ${cell[other]}`));

/** Combinations in which each pair of values occurs: each time the one with the most pairs that are still missing. */
export function coveringCells(): Cell[] {
  const all = everyCell();
  const missing = new Set(all.flatMap(pairsIn));
  const chosen: Cell[] = [];
  const gain = (cell: Cell) => pairsIn(cell).filter((pair) => missing.has(pair)).length;
  while (missing.size > 0) {
    const best = all.reduce((most, cell) => (gain(cell) > gain(most) ? cell : most));
    chosen.push(best);
    for (const pair of pairsIn(best)) missing.delete(pair);
  }
  return chosen;
}
