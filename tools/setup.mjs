/**
 * Brings a bare clone to where the demo and the tests can start: dependencies installed, package built. It does only
 * what is missing or out of date, and imports nothing but Node.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.mjs";
import { main, mustRun, root, startedDirectly } from "./run.mjs";

const oldestNode = [20, 18, 1];

/** Installs and builds as far as needed. */
export async function setUp() {
  const [major, minor, patch] = process.versions.node.split(".").map(Number);
  const [wantMajor, wantMinor, wantPatch] = oldestNode;
  if ((major - wantMajor || minor - wantMinor || patch - wantPatch) < 0) {
    throw new Error(`Node ${oldestNode.join(".")} or later is needed; this is ${process.versions.node}.`);
  }
  // npm writes this file last, so a broken install has none.
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
