import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "../helpers/paths";

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
  expect([...core, ...rest].sort()).toEqual(all.sort());
  expect(rest.length).toBeGreaterThan(50);
});
