import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, repositoryRoot, temporaryFolder } from "../helpers/paths";

/** What the reference is made from takes longer to read than a test before each commit may take. */

test("the reference is what the doc comments say: npm run docs renews it", () => {
  const folder = temporaryFolder("reference");
  try {
    const typedoc = join(dirname(require.resolve("typedoc/package.json")), "bin", "typedoc");
    const out = join(folder, "reference");
    execFileSync(process.execPath, [typedoc, "--out", out], { cwd: repositoryRoot, stdio: "pipe" });
    const docs = [...filesBelow(join(repositoryRoot, "docs"))];
    const made = docs.filter(([path]) => /^(reference\/|troubleshooting)/.test(path));
    expect(Object.fromEntries(made)).toEqual(Object.fromEntries(filesBelow(folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the reader of the sources finds the advice at the end of errors, in whatever file it is written", () => {
  const tool = JSON.stringify(join(repositoryRoot, "tools/refusals.mjs"));
  const script = `import(${tool}).then(({ findRefusals }) => console.log(JSON.stringify(findRefusals().flatMap(({ found }) => found.map(({ text }) => text)))))`;
  const texts = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })) as string[];
  expect(texts).toEqual(
    expect.arrayContaining([
      "…; check broker:apiKey (or BROKER_API_KEY). If somebody changed the key lately, run refresh or destroy with --run-program. Without --run-program, refresh and destroy use the key in the state",
      "…; use a key with the role …",
      "…; the service is silent: run again later",
      "no server listens at this address (…); start the emulator (npx pulumi-broker emulator), or correct …",
    ]),
  );
});
