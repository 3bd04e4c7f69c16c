import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { targets } from "../helpers/measures";
import { repositoryRoot } from "../helpers/paths";

/** The targets of `npm run bench` and the files that measure them belong together. */

const bench = join(repositoryRoot, "bench");
const lines = readFileSync(join(bench, "bench.mjs"), "utf8").matchAll(/^ {2}(B\d+): "(.+)",$/gm);
const files: Record<string, string> = Object.fromEntries([...lines].map(([, id = "", file = ""]) => [id, file]));

test("each metric has a file and targets, and each target is that of a metric", () => {
  expect(Object.values(files).filter((file) => !existsSync(join(bench, file)))).toEqual([]);
  expect([...new Set(targets.map(({ id }) => id))].sort()).toEqual(Object.keys(files).sort());
});

test("the files that measure can be loaded without a test around them", () => {
  const paths = Object.values(files).map((file) => pathToFileURL(join(bench, file)).href);
  const script = `Promise.all(${JSON.stringify(paths)}.map((path) => import(path))).then((all) => console.log(all.length))`;
  expect(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim()).toBe(`${paths.length}`);
});

test("no target is there twice", () => {
  const names = targets.map(({ id, metric }) => `${id} ${metric}`);
  expect(names).toEqual([...new Set(names)]);
});
