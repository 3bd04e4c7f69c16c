/** Compiles `provider/` to `dist/`; what has not changed is not compiled again. */
import { existsSync, readdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { main, mustRun, ROOT, startedDirectly } from "./run.mjs";

const DIST = join(ROOT, "dist");

/** Compiles, and throws if the compiler finds an error. */
export async function build() {
  // The compiler never deletes: what a removed or renamed source left behind would still be found, tested and packed.
  if (hasOrphans()) {
    await rm(DIST, { recursive: true });
  }
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  await mustRun("The build", process.execPath, [tsc, "--incremental", "--tsBuildInfoFile", join(DIST, ".tsbuildinfo")]);
  await chmod(join(DIST, "cli", "main.js"), 0o755);
}

function hasOrphans() {
  return (
    existsSync(DIST) &&
    readdirSync(DIST, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".js"))
      .some((path) => !existsSync(join(ROOT, "provider", path.replace(/\.js$/, ".ts"))))
  );
}

if (startedDirectly(import.meta.url)) {
  await main(build);
}
