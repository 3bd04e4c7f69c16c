/** Starts other programs for the tools. This file imports nothing but Node, because it must work before `npm ci`. */
import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a command in the repository's root, shows its output, and returns its exit code. */
export function exitCodeOf(command, args, { env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a command that must succeed; `what` names it in the error. */
export async function mustRun(what, command, args, options) {
  const code = await exitCodeOf(command, args, options);
  if (code !== 0) throw new Error(`${what} failed (exit code ${code}).`);
}

/** Runs a TypeScript file of the repository, by its path there, without checking types, and returns its exit code. */
export function runTypeScript(file, args, env = {}) {
  const ofTests = { TS_NODE_PROJECT: join(root, "test", "tsconfig.json") };
  const all = ["-r", "ts-node/register/transpile-only", join(root, file), ...args];
  return exitCodeOf(process.execPath, all, { env: { ...ofTests, ...env } });
}

/** Tells whether the module is the script with which Node was started. */
export function startedDirectly(moduleUrl) {
  return realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}

/**
 * Runs the work of a script, which returns an exit code or nothing. An error becomes one plain line and exit code 1.
 */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
