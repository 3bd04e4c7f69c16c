/** Loads modules of the package as they are written, so that no build can be stale. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./run.mjs";

const require = createRequire(import.meta.url);
let isRegistered = false;

/** The exports of a TypeScript module, which is named by its path from the repository's root. */
export function requireSource(path) {
  const compilerOptions = { module: "commonjs", moduleResolution: "node" };
  if (!isRegistered) require("ts-node").register({ transpileOnly: true, cwd: root, compilerOptions });
  isRegistered = true;
  return require(join(root, path));
}
