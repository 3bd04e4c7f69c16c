import { coveringCells, everyCell, pairsIn } from "../helpers/compat-cells";
import { cellsIn } from "../helpers/compat-page";
import { read } from "../helpers/paths";

/** What docs/compatibility.md says was run: by `npm run check -- compat --write`, and as package.json promises. */

const page = read("docs/compatibility.md");
const rows = cellsIn(page);

test("the chosen combinations have each pair of values, and are far fewer than all", () => {
  const wanted = new Set(everyCell().flatMap(pairsIn));
  expect(new Set(coveringCells().flatMap(pairsIn))).toEqual(wanted);
  expect(wanted.size).toBe(4 * 2 + 4 * 4 + 4 * 3 + 2 * 4 + 2 * 3 + 4 * 3);
  expect(coveringCells().length).toBeLessThan(everyCell().length / 4);
});

test("each pair of values was run, and no combination failed", () => {
  const missing = new Set(everyCell().flatMap(pairsIn));
  for (const { cell } of rows) for (const pair of pairsIn(cell)) missing.delete(pair);
  expect([...missing]).toEqual([]);
  expect(rows.filter(({ result }) => !/^(passes|cannot run \(.+\))/.test(result))).toEqual([]);
});

test("the oldest SDK and the oldest Node that were run are those that package.json allows", () => {
  const { peerDependencies, engines } = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
  const versions = [...page.matchAll(/^\| (\d[\d.]*) +\| (\d[\d.]*) +\|/gm)];
  const oldest = (column: number) =>
    versions.map((row) => row[column] ?? "").sort((a, b) => a.localeCompare(b, "en", { numeric: true }))[0];
  expect(peerDependencies?.["@pulumi/pulumi"]).toBe(`>=${oldest(2)} <4`);
  expect(engines?.["node"]?.replace(">=", "").split(".")[0]).toBe(oldest(1)?.split(".")[0]);
});
