import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serveProgram } from "./inline-program";
import { lazySdk, repositoryRoot, temporaryFolder } from "./paths";
import { type ProcessRun, watch } from "./processes";
import { cliPath, type TestStack } from "./stack";

/** What a command printed and how it ended. */
export type CommandRun = Omit<ProcessRun, "signal">;

/** The folder and the environment of a command. By default those of the tests. */
interface Shell {
  cwd?: string;
  env?: Record<string, string>;
  /** Makes it the leader of a process group, which a signal can reach as a whole. */
  detached?: boolean;
  /** Options of Node itself. Default: the SDK loads what it hardly needs when that is used. */
  execArgv?: string[];
}

export interface RunningCommand {
  child: ChildProcess;
  ended: Promise<CommandRun>;
  /** Resolves with all of stdout when it holds this text; rejects when the command ends without it. */
  printed(text: string): Promise<string>;
}

/** Starts the compiled `pulumi-broker`, as a pipeline does: its output is no terminal. */
export function startCommand(
  args: string[],
  { execArgv = ["--require", lazySdk], ...shell }: Shell = {},
): RunningCommand {
  const main = join(repositoryRoot, "dist", "cli", "main.js");
  const child = spawn(process.execPath, [...execArgv, main, ...args], { ...shell, stdio: ["ignore", "pipe", "pipe"] });
  const watched = watch(child);
  const ended = watched.ended.then(({ code, stdout, stderr }): CommandRun => ({ code, stdout, stderr }));
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => watched.printed.stdout.includes(text) && resolve(watched.printed.stdout);
      child.stdout.on("data", look);
      void ended.then(({ stderr }) => reject(new Error(`It ended without "${text}": ${stderr}`)));
      look();
    });
  return { child, ended, printed };
}

/** Runs the compiled `pulumi-broker` to its end. */
export const runCommand = (args: string[], shell?: Shell): Promise<CommandRun> => startCommand(args, shell).ended;

/** Runs the compiled `pulumi-broker` in the folder of a stack, with more in its environment. */
export const runOnStack = ({ shell }: TestStack, args: string[], env: Record<string, string> = {}) =>
  runCommand(args, { ...shell, env: withCli({ ...shell.env, ...env }) });

/** Runs `pulumi-broker` where a stack runs the program, with a `pulumi` in front that has a language host. */
export async function runServed(stack: TestStack, args: string[]): Promise<CommandRun> {
  const bin = temporaryFolder("served");
  const served = await serveProgram(stack.program);
  const { env } = stack.shell;
  const flags = `--client=${served.address} --exec-kind auto.inline`;
  const first = `case " $* " in *" preview "*|*" refresh "*) set -- "$@" ${flags};; esac`;
  try {
    return await runCommand(args, { ...stack.shell, env: { ...env, PATH: wrapCli(bin, first, env["PATH"]) } });
  } finally {
    served.end(false);
    rmSync(bin, { recursive: true });
  }
}

/** Expects one line on stderr, nothing on stdout, and exit code 1. */
export const expectLine = (run: CommandRun, line: unknown) =>
  expect({ ...run, stderr: run.stderr.split("\n") }).toEqual({ code: 1, stdout: "", stderr: [line, ""] });

/** Puts a `pulumi` into a folder that does `first`, and then what the real one does; answers a PATH with the folder. */
export function wrapCli(folder: string, first: string, path = ""): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\n${first}\nexec "${cliPath()}" "$@"\n`, { mode: 0o755 });
  return `${folder}:${path}`;
}

/** An environment whose PATH leads to the Pulumi CLI of the tests. */
export const withCli = (env: Record<string, string>): Record<string, string> => ({
  ...env,
  PATH: `${dirname(cliPath())}:${env["PATH"] ?? ""}`,
});
