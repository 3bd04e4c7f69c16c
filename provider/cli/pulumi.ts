// Every command but `emulator` runs the Pulumi CLI through this file; `doctor/` and `adopt/` find the project with
// `findProject`. Texts may change. Secrets must go through `input` or `json`, never through arguments, because other
// users of the machine can read arguments.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { cleanLine, tryParse } from "../api";
import { CommandError } from "./command";
import { type ProjectFields, readProjectFile } from "./projectFile";

/** The oldest Pulumi CLI that does what the documents say: `refresh --expect-no-changes` ends with exit code 7. */
export const oldestCli = "3.227.0";

/** How a run of the Pulumi CLI ended, and what it printed. */
export interface PulumiRun {
  /** The command without its options and values, such as "pulumi stack ls". */
  command: string;
  /** The exit code; null where the CLI was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** True where the CLI was ended because it took longer than allowed. */
  isTooSlow: boolean;
}

/** The variables that would change what a command means, with their values in a run; `undefined` removes one. */
const fixedVariables: Record<string, string | undefined> = {
  // Stderr must have the CLI's reason for a failure, and no hint at a newer version.
  PULUMI_SKIP_UPDATE_CHECK: "true",
  // Without this variable, the CLI prints one text at the end of a preview, without the values that were seen.
  PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
  // `--preview-only` excludes the `--yes` that this variable stands for. A run that writes says `--yes` itself.
  PULUMI_SKIP_CONFIRMATIONS: undefined,
  // Only `--run-program` of the command decides whether a refresh runs the program.
  PULUMI_RUN_PROGRAM: undefined,
  // The older comparisons miss differences from the program's own inputs.
  PULUMI_ENABLE_LEGACY_DIFF: undefined,
  PULUMI_ENABLE_LEGACY_REFRESH_DIFF: undefined,
  // A killed import must not lose the resources that it has imported.
  PULUMI_SKIP_CHECKPOINTS: undefined,
};

/** A variable can set any flag of the CLI. A run gets no such variable, except these two. */
const keptOptions = ["PULUMI_OPTION_STACK", "PULUMI_OPTION_CONFIG_FILE"];

export function cliEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("PULUMI_OPTION_") || keptOptions.includes(name));
  return { ...Object.fromEntries(kept), ...fixedVariables };
}

interface RunOptions {
  /** Ends the CLI when it takes longer. Without a limit the run takes as long as it takes. */
  timeoutMs?: number;
  /** The text that the CLI reads from stdin. A secret goes this way, because other users can read arguments. */
  input?: string;
  /** The value of the flag `--json` where it is secret: other users can read arguments, and no variables. */
  json?: string;
  /** Takes stdout as it comes; the result then holds none of it. */
  onText?: (text: string) => void;
  /** Keeps the signals of the terminal away from the CLI, and passes none on: nothing may cut the run. */
  isShielded?: boolean;
}

/** Runs the Pulumi CLI on PATH in the current folder to its end. Throws a {@link CommandError} where there is none. */
export async function runPulumi(args: readonly string[], options: RunOptions = {}): Promise<PulumiRun> {
  // The handlers come before the spawn: a signal right after the spawn must reach the CLI, or the CLI lives on alone.
  const release = options.isShielded ? () => {} : passSignals((signal) => child.kill(signal), kill);
  const child = spawn("pulumi", ["--non-interactive", "--color", "never", ...args], {
    env: { ...cliEnvironment(process.env), ...(options.json !== undefined && { PULUMI_OPTION_JSON: options.json }) },
    stdio: ["pipe", "pipe", "pipe"],
    detached: options.isShielded ?? false,
  });
  // A CLI that ends without reading breaks the pipe; its exit code tells why.
  child.stdin.on("error", () => {}).end(options.input ?? "");
  function kill() {
    child.kill("SIGKILL");
    // Processes that the CLI has started may live on and hold the pipes open.
    child.stdout.destroy();
    child.stderr.destroy();
  }
  let stdout = "";
  let stderr = "";
  let isTooSlow = false;
  const giveUp = () => {
    isTooSlow = true;
    kill();
  };
  const timer = options.timeoutMs === undefined ? undefined : setTimeout(giveUp, options.timeoutMs);
  child.stdout.setEncoding("utf8").on("data", options.onText ?? ((text: string) => (stdout += text)));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return { command: commandIn(args), code, stdout, stderr, isTooSlow };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === "ENOENT" ? "there is no Pulumi CLI on PATH" : `this machine cannot run the Pulumi CLI (${message})`;
    const way =
      "install the Pulumi CLI (https://www.pulumi.com/docs/install/), or add the folder of the Pulumi CLI to PATH";
    throw new CommandError(cleanLine(`${why}: ${way}`));
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** The first two words of a command, such as `stack export`; options and values are left out, which may be secret. */
const commandIn = (args: readonly string[]) =>
  ["pulumi", ...args.slice(0, 2).filter((word) => /^[a-z]+$/.test(word))].join(" ");

/** Runs the CLI as {@link runPulumi} does. All runs together may take `limitMs`. */
export function runsWithin(limitMs: number): (...args: string[]) => Promise<PulumiRun> {
  const ends = Date.now() + limitMs;
  return (...args) => runPulumi(args, { timeoutMs: Math.max(1, ends - Date.now()) });
}

/** How long the CLI may take to end in its own way. Many pipelines kill a job this long after they have told it to end. */
const endsWithinMs = 10_000;

/**
 * Lets the CLI end in its own way when a signal ends this process, and calls `kill` after `endsWithinMs`. A Ctrl-C on a
 * terminal reaches the CLI directly; any other signal is passed on. The returned function ends this process then.
 */
function passSignals(pass: (signal: NodeJS.Signals) => void, kill: () => void): () => void {
  let received: NodeJS.Signals | undefined;
  let timer: NodeJS.Timeout | undefined;
  const note = (signal: NodeJS.Signals) => {
    received = signal;
    timer ??= setTimeout(kill, endsWithinMs);
    if (signal === "SIGTERM" || !process.stdin.isTTY) pass(signal);
  };
  process.on("SIGINT", note).on("SIGTERM", note);
  return () => {
    clearTimeout(timer);
    process.off("SIGINT", note).off("SIGTERM", note);
    if (received !== undefined) process.kill(process.pid, received);
  };
}

/** Says in one line why a run of the CLI failed, and what to do. */
export function explainPulumiFailure({ command, code, stderr, isTooSlow }: PulumiRun): string {
  if (isTooSlow)
    return 'the Pulumi CLI gave no answer in time: run "pulumi whoami" to check that the CLI reaches its backend';
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const said = (lines.find((line) => /^error: ./.test(line)) ?? lines.at(-1) ?? "").replace(/^error: /, "");
  if (/no Pulumi.*project file found/.test(said)) return noProject;
  if (/no stack selected/.test(said)) return noStack;
  if (/no stack named/.test(said))
    return cleanLine(`${said}: run "pulumi stack ls" to list the stacks of this project`);
  if (/passphrase must be set|incorrect passphrase/.test(said))
    return "the passphrase of the stack is missing or wrong: set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE";
  if (/PULUMI_ACCESS_TOKEN must be set|not logged in/.test(said))
    return 'nobody is logged in to Pulumi: run "pulumi login", or "pulumi login --local" to keep the state on this machine';
  if (/unknown flag/.test(said))
    return cleanLine(`this Pulumi CLI is too old (${said}): install version ${oldestCli} or later`);
  const host = /no language plugin '([^']+)'/.exec(said)?.[1];
  if (host !== undefined)
    return cleanLine(
      `this Pulumi CLI lacks ${host}, the part that runs the program: install the CLI with all its files (https://www.pulumi.com/docs/install/)`,
    );
  if (said !== "") return cleanLine(`the Pulumi CLI failed and says: ${said}`);
  return `the Pulumi CLI ended with ${code === null ? "a signal" : `exit code ${code}`} and no message: run "${command}" by hand`;
}

/** Runs the CLI as {@link runPulumi} does, and returns its stdout. Throws the reason of a run that failed. */
export async function outputOf(args: readonly string[], options?: RunOptions): Promise<string> {
  const run = await runPulumi(args, options);
  if (run.code === 0) return run.stdout;
  if (/currently locked/.test(run.stderr)) {
    throw new CommandError(
      'another run has locked the stack: wait until that run ends; if that run was interrupted, run "pulumi cancel" and then this command again',
    );
  }
  throw new CommandError(explainPulumiFailure(run));
}

/** The stacks of this project in the backend. */
export async function listStacks(limit?: { timeoutMs: number }): Promise<string[]> {
  const listed = tryParse(await outputOf(["stack", "ls", "--json"], limit));
  if (!Array.isArray(listed))
    throw new CommandError('"pulumi stack ls --json" printed no list of stacks: install a newer Pulumi CLI');
  return listed.flatMap((stack: { name?: unknown }) => (typeof stack?.name === "string" ? [stack.name] : []));
}

export const noStack =
  'no stack is selected. Do one of these: run "pulumi stack select"; name a stack with --stack; or make a stack with "pulumi stack init"';

export const noProject =
  "there is no Pulumi.yaml in this folder or a folder above it: change to the folder of your Pulumi program";

interface FoundProject extends ProjectFields {
  file: string;
  /** The folder from which the project finds its packages. */
  packages: string;
}

/** The project of a folder, whatever its language; undefined where there is none. */
export function findProject(from: string): FoundProject | undefined {
  const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].map((name) => join(from, name)).find(isFile);
  if (file === undefined) return dirname(from) === from ? undefined : findProject(dirname(from));
  const fields = readProjectFile(file);
  const folder = resolve(from, fields.main ?? ".");
  return { ...fields, file, packages: /\.[cm]?[jt]s$/.test(basename(folder)) ? dirname(folder) : folder };
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
