/**
 * The cache of programs that the tools download or build once, and how to run them. This file imports nothing but Node,
 * because it must work before `npm ci`.
 */
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./run.mjs";

export const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The path of something in the cache. */
export function inCache(name) {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pulumi-broker", name);
}

/** The path of a program in a folder of the cache; undefined when an earlier run has not made it. */
export async function findInCache(name, program) {
  const path = join(inCache(name), program);
  return (await isExecutable(path)) ? path : undefined;
}

/**
 * Makes a folder in the cache, and returns the path of the program in it. `make` works in a folder of its own and one
 * rename publishes the result, so a killed run leaves nothing half made, and two runs at once do not disturb each other.
 */
export async function makeInCache(name, program, make) {
  const parent = dirname(inCache(name));
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent);
  const stage = await mkdtemp(join(parent, ".making-"));
  try {
    await make(stage);
    await rename(stage, inCache(name)).catch(async (error) => {
      // If another run has published its copy first, that copy is used.
      if ((await findInCache(name, program)) === undefined) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return join(inCache(name), program);
}

async function removeLeftovers(parent) {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const age = name.startsWith(".making-")
      ? Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
      : 0;
    if (age > dayMs) await rm(path, { recursive: true, force: true });
  }
}

/** Builds a command from the Go module in a folder of `tools/`, which pins its versions. */
export async function buildGo(folder, goPackage, path, flags = "") {
  const args = ["build", "-mod=readonly", "-trimpath", "-ldflags", `-s -w ${flags}`, "-o", path, goPackage];
  await run("go", args, { cwd: join(root, "tools", folder), timeout: 60 * minuteMs });
}

/** True when a file is there that can be started. */
export async function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Runs a command to its end and returns its stdout. At the timeout its whole process group is killed. */
export function run(command, args, { cwd, timeout, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    const endGroup = (signal) => {
      try {
        process.kill(-child.pid, signal);
      } catch {
        // The process group has already ended.
      }
    };
    const timer = setTimeout(() => endGroup("SIGKILL"), timeout);
    const onSignal = (signal) => {
      endGroup(signal);
      process.exit(130);
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
    const settle = () => {
      clearTimeout(timer);
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", (error) => {
      settle();
      reject(new Error(error.code === "ENOENT" ? `there is no ${command} command` : error.message));
    });
    child.on("close", (code, signal) => {
      settle();
      if (code === 0) {
        resolve(stdout);
      } else {
        const last = stderr.trim().split("\n").at(-1) || "no message";
        reject(new Error(`${signal ? `ended by ${signal}` : `exit code ${code}`}: ${last}`));
      }
    });
  });
}
