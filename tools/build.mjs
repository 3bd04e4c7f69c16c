/** Compiles `provider/` to `dist/`; what has not changed is not compiled again. */
import { existsSync, readdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { main, mustRun, ROOT, startedDirectly } from "./run.mjs";

const DIST = join(ROOT, "dist");

/** All that the compiler declares; a part of it is published. */
const DECLARED = join(DIST, ".declarations");

/** The declarations of each entry of the package. */
const ENTRIES = ["index.d.ts", "host.d.ts", "emulator/index.d.ts"];

/** Compiles, and throws if the compiler finds an error. */
export async function build() {
  // The compiler never deletes: what a removed or renamed source left behind would still be found, tested and packed.
  if (hasOrphans()) {
    await rm(DIST, { recursive: true });
  }
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const incremental = ["--incremental", "--tsBuildInfoFile", join(DIST, ".tsbuildinfo")];
  await mustRun("The build", process.execPath, [tsc, ...incremental, "--declarationDir", DECLARED]);
  // Before `npm ci` there is no TypeScript to import.
  const { publishDeclarations } = await import("./declarations.mjs");
  publishDeclarations(ENTRIES, DECLARED, DIST);
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
