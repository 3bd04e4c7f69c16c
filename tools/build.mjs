/** Compiles `provider/` to `dist/`; what has not changed is not compiled again. */
import { existsSync, readdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import { main, mustRun, root, startedDirectly } from "./run.mjs";

const dist = join(root, "dist");

/** All that the compiler declares; a part of it is published. */
const declarations = join(dist, ".declarations");

/** The declarations of each entry of the package. */
const entries = ["index.d.ts", "host.d.ts", "emulator/index.d.ts"];

/** Compiles, and throws if the compiler finds an error. */
export async function build() {
  // The compiler never deletes: what a removed or renamed source left behind would still be found, tested and packed.
  if (hasOrphans()) await rm(dist, { recursive: true });
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const incremental = ["--incremental", "--tsBuildInfoFile", join(dist, ".tsbuildinfo")];
  await mustRun("The build", process.execPath, [tsc, ...incremental, "--declarationDir", declarations]);
  // Before `npm ci` there is no TypeScript to import.
  const { publishDeclarations } = await import("./declarations.mjs");
  publishDeclarations(entries, declarations, dist);
  await chmod(join(dist, "cli", "main.js"), 0o755);
}

function hasOrphans() {
  return (
    existsSync(dist) &&
    readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".js"))
      .some((path) => !existsSync(join(root, "provider", path.replace(/\.js$/, ".ts"))))
  );
}

if (startedDirectly(import.meta.url)) await main(build);
