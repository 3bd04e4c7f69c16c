import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { someOf } from "../helpers/cells";
import { repositoryRoot } from "../helpers/paths";

const { matrices } = require("../parts.cjs") as { matrices: Record<string, string[]> };

/** The test files that jest would run for a part, as paths in the repository. */
async function filesOf(part: string): Promise<string[]> {
  const jest = join(repositoryRoot, "node_modules", "jest", "bin", "jest.js");
  const env = { ...process.env, PULUMI_BROKER_PART: part };
  const { stdout } = await promisify(execFile)(process.execPath, [jest, "--listTests"], { cwd: repositoryRoot, env });
  return stdout
    .trim()
    .split("\n")
    .map((path) => relative(repositoryRoot, path));
}

test("each test is in exactly one of `npm test` and `npm run test:all`", async () => {
  const all = readdirSync(join(repositoryRoot, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join("test", path));
  const [core, rest] = await Promise.all([filesOf("core"), filesOf("rest")]);
  const shared = Object.entries(matrices).flatMap(([tier, names]) =>
    names.map((name) => `test/${tier}/${name}.test.ts`),
  );
  expect([...core, ...rest].sort()).toEqual([...all, ...shared].sort());
  expect(core).toEqual(expect.arrayContaining(shared));
  expect(rest.length).toBeGreaterThan(50);
});

test("each cell of a row is in exactly one of the two", () => {
  const cells = [0, 1, 2, 3, 4, 5, 6];
  const played = (part: string | undefined) => {
    process.env["PULUMI_BROKER_PART"] = part;
    if (part === undefined) delete process.env["PULUMI_BROKER_PART"];
    return someOf(cells, 2, 4);
  };
  const before = process.env["PULUMI_BROKER_PART"];
  const parts = ["core", "rest", "whole", undefined].map(played);
  played(before);
  expect(parts).toEqual([[2, 6], [0, 1, 3, 4, 5], cells, [2, 6]]);
});
