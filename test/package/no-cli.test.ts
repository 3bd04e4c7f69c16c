import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, temporaryFolder } from "../helpers/paths";
import { run } from "../helpers/user-project";

/** Each file of the build, with what changes when the file is written or replaced. */
function built() {
  const dist = join(repositoryRoot, "dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("."));
  return files.map((name) => {
    const { ino, mtimeMs } = statSync(join(dist, name));
    return [name, ino, mtimeMs];
  });
}

// The second build must not touch what the first has made: hosts and plugins of other tests are loading it.
test("with no Pulumi CLI to be had, npm test builds, fails, and says how to get one", async () => {
  const folder = temporaryFolder("package");
  const before = built();
  try {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    symlinkSync(process.execPath, join(bin, "node"));
    // A machine without Go, with an empty cache, whose names resolve to nothing.
    const offline = `require("node:dns").lookup = (name, options, callback) =>
      (callback ?? options)(Object.assign(new Error("getaddrinfo ENOTFOUND " + name), { code: "ENOTFOUND" }));`;
    const env = {
      PATH: bin,
      PULUMI_CLI: "",
      XDG_CACHE_HOME: join(folder, "cache"),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
        `import { createRequire } from "node:module"; const require = createRequire("/"); ${offline}`,
      )}`,
    };
    const script = join(repositoryRoot, "tools", "test.mjs");
    const { code, stdout, stderr } = await run(join(bin, "node"), [script], folder, env);
    expect([code, stdout]).toEqual([1, ""]);
    for (const line of [
      "There is no usable Pulumi CLI on this machine, and none could be downloaded or built.",
      "  downloading: get.pulumi.com does not answer",
      "  building: there is no go command",
      "  - set PULUMI_CLI to the path of such a pulumi binary",
      "PULUMI_BROKER_NO_ENGINE=1 runs the tiers that need no Pulumi CLI.",
    ]) {
      expect(stderr.split("\n")).toContain(line);
    }
    expect(built()).toEqual(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
