import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { RunningOperation } from "./stack";

/** What a process printed and how it ended. */
export interface ProcessRun {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Collects what a process prints. The process has ended at the event "close": output can still arrive after "exit". */
export function watch(child: ChildProcess): {
  printed: Pick<ProcessRun, "stdout" | "stderr">;
  ended: Promise<ProcessRun>;
} {
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.setEncoding("utf8").on("data", (text: string) => {
      printed[stream] += text;
    });
  }
  const ended = new Promise<ProcessRun>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...printed }));
  });
  return { printed, ended };
}

/**
 * The process ids of the provider hosts, and of the provider plugins, that have `mark` in their environment. A host outlives a killed CLI and then
 * has no parent, but keeps its environment. This function reads `/proc`, so it works on Linux only.
 */
export function hostsMarked(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isHost(read(pid, "cmdline")) && read(pid, "environ").includes(mark));
}

/** Tells whether a process still runs. A zombie, which its parent has not collected yet, does not run. */
export const isAlive = (pid: number): boolean => /^State:\s+[^ZX]/m.test(read(pid, "status"));

/**
 * How many milliseconds to allow a process for work that takes `ms` on an idle machine, on this machine as busy as it
 * is now. The start of Node is the measure: on an idle machine Node starts and ends in less than 50 ms.
 */
export async function allowance(ms: number): Promise<number> {
  const start = performance.now();
  await new Promise((resolve) => spawn(process.execPath, ["-e", ""]).once("exit", resolve));
  return ms * Math.max(1, (performance.now() - start) / 50);
}

/**
 * Waits until `condition` is true. This wait is for events in another process, for which no clock of the tests counts.
 * The time limit only names what a hanging test waits for; it does not say how long the event may take.
 */
export async function waitUntil(condition: () => boolean, what: string, timeoutMs = 240_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`gave up waiting for ${what} after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isHost(commandLine: string): boolean {
  const [program, script] = commandLine.split("\0");
  return /node$/.test(program ?? "") && /cmd[/]dynamic-provider|pulumi-resource-broker$/.test(script ?? "");
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Interrupts a run of the CLI, and once more when the CLI has heard it: the second interrupt ends the run at once. */
export async function interruptTwice(running: RunningOperation): Promise<void> {
  running.kill("SIGINT");
  const isHeard = () => running.events().some(({ stdoutEvent }) => stdoutEvent?.message.includes("^C received"));
  await waitUntil(isHeard, "the first interrupt to be heard");
  running.kill("SIGINT");
}
