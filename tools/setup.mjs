/**
 * Installs the dependencies and builds the package, when they are missing or out of date. This file imports nothing but
 * Node, because it must work before `npm ci`.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { main, mustRun, root, startedDirectly } from "./run.mjs";

const oldestNode = [20, 18, 1];

/** Installs and builds what is missing or out of date. */
export async function setUp() {
  const [major, minor, patch] = process.versions.node.split(".").map(Number);
  const [wantMajor, wantMinor, wantPatch] = oldestNode;
  if ((major - wantMajor || minor - wantMinor || patch - wantPatch) < 0) {
    throw new Error(`Node ${oldestNode.join(".")} or later is needed; this is ${process.versions.node}.`);
  }
  // npm writes this file last, so the file is missing after an interrupted install.
  if (changedAt("node_modules/.package-lock.json") < changedAt("package-lock.json")) {
    console.error("Installing dependencies (npm ci) …");
    await mustRun("npm ci", "npm", ["ci", "--no-audit", "--no-fund"]);
  }
  await build();
}

function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

if (startedDirectly(import.meta.url)) await main(setUp);
