import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, read, repositoryRoot, temporaryFolder } from "../helpers/paths";

/** What the reference is made from takes longer to read than a test before each commit may take. */
test("the reference is what the doc comments say: npm run docs renews it", () => {
  const folder = temporaryFolder("reference");
  try {
    const typedoc = join(dirname(require.resolve("typedoc/package.json")), "bin", "typedoc");
    const out = join(folder, "docs", "reference");
    execFileSync(process.execPath, [typedoc, "--out", out], { cwd: repositoryRoot, stdio: "pipe" });
    const docs = [...filesBelow(join(repositoryRoot, "docs"))];
    const made = docs.filter(([path]) => /^(reference\/|troubleshooting)/.test(path));
    expect(Object.fromEntries(made)).toEqual(Object.fromEntries(filesBelow(join(folder, "docs"))));
    expect(read("README.md")).toBe(filesBelow(folder).get("README.md"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
