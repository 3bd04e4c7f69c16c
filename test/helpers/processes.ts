import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * The provider hosts that carry `mark` in their environment, by process id: a host outlives a killed CLI and has no
 * parent then, but it keeps what it inherited. Reads `/proc`, so Linux only.
 */
export function hostsMarked(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isHost(read(pid, "cmdline")) && read(pid, "environ").includes(mark));
}

/** Whether the process still runs; one that has ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(pid, "status"));
}

/**
 * What a process may take on this machine, as busy as it is now, for what takes it `ms` on an idle one: there Node starts
 * and ends in less than a twentieth of a second.
 */
export async function allowance(ms: number): Promise<number> {
  const start = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ["-e", ""]).once("exit", resolve));
  return ms * Math.max(1, (performance.now() - start) / 50);
}

/**
 * Waits until `condition` holds. For what happens in another process, where no clock of ours reaches. The time limit names
 * what a test that hangs waits for, and says nothing of how long it should take.
 */
export async function until(condition: () => boolean, what: string, timeoutMs = 240_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isHost(commandLine: string): boolean {
  const [program, script] = commandLine.split("\0");
  return /node$/.test(program ?? "") && /cmd[/]dynamic-provider/.test(script ?? "");
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
