/** Compiles `provider/` to `dist/`. Unchanged files are not compiled again. */
import { existsSync, readdirSync } from "node:fs";
import { chmod, copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { main, mustRun, root, startedDirectly } from "./run.mjs";

const dist = join(root, "dist");

/** The folder of all declarations that the compiler writes; only some of them are published. */
const declarations = join(dist, ".declarations");

/** The declarations of the entries of the package. */
const entries = ["index.d.ts", "host.d.ts", "client.d.ts", "emulator/index.d.ts"];

/** The program that the Pulumi engine starts as the provider plugin: the engine finds it by this name. */
const plugin = `#!/usr/bin/env node
require("./main.js");
`;

/** Compiles the package; throws when the compiler finds an error. */
export async function build() {
  // The compiler never deletes files, so the output of a removed or renamed source would still be tested and packed.
  if (hasOrphans()) await rm(dist, { recursive: true });
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const incremental = ["--incremental", "--tsBuildInfoFile", join(dist, ".tsbuildinfo")];
  await mustRun("The build", process.execPath, [tsc, ...incremental, "--declarationDir", declarations]);
  // The import is not at the top because TypeScript is not installed before `npm ci`.
  const { publishDeclarations } = await import("./declarations.mjs");
  publishDeclarations(entries, declarations, dist);
  await chmod(join(dist, "cli", "main.js"), 0o755);
  await copyFile(join(root, "provider", "plugin", "schema.json"), join(dist, "plugin", "schema.json"));
  await writeFile(join(dist, "plugin", "pulumi-resource-broker"), plugin, { mode: 0o755 });
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
