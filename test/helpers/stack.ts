import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineEvent, PulumiFn } from "@pulumi/pulumi/automation";
import { readEvents } from "./engine-events";
import { type ExpectedExit, expectExit, type Run, toRun } from "./engine-run";
import { serveProgram } from "./inline-program";
import { createLeftovers } from "./leftovers";
import { decrypted, type StackConfig, writeProject, writeSettings, writeStack, writeState } from "./new-stack";
import { lazySdk, repositoryRoot, temporaryFolder } from "./paths";
import { hostsMarked, isAlive, watch } from "./processes";

export interface StackOptions {
  /** The program of the first runs. Default: one that declares nothing. */
  program?: PulumiFn;
  config?: StackConfig;
  /** Environment variables of every CLI call, and so of the hosts. */
  env?: Record<string, string>;
  project?: string;
  /** The folder in which the host looks for packages. Default: the repository's root. */
  main?: string;
  /** The folder of the provider plugin that serves `broker:index:` types; left out: none. */
  plugin?: string;
  /** Serves the program to the CLI, in place of one in this process. */
  serve?: typeof serveProgram;
  /** True when the test itself shows secrets, so that `remove()` does not search for them. */
  showsSecrets?: boolean;
}

export interface RunOptions {
  /** More flags of the CLI, for example `["--diff"]`. */
  flags?: string[];
  /** The expected exit code; the call throws for any other code. Default: 0. */
  exit?: ExpectedExit;
}

/** An operation under way: the CLI is a process of its own and can be killed. */
export interface RunningOperation {
  pid: number;
  done: Promise<Run>;
  /** Sends a signal to the CLI alone, as `kill` does; the hosts are in other process groups. */
  kill(signal: NodeJS.Signals): void;
  /** The events so far. */
  events(): EngineEvent[];
  /** The provider hosts of this operation that are alive, also after the end of the CLI. */
  hosts(): number[];
}

export type Operation = "up" | "preview" | "refresh" | "destroy";

/** A stack on the real engine, with a backend, a home and a passphrase of its own. */
export interface TestStack {
  /** The name of the stack; a test that renames the stack assigns the new one. */
  name: string;
  /** The program that `up` and `preview` run; a test may assign another one. */
  program: PulumiFn;
  /** The folder and the environment of every CLI call, for another command that is run beside it. */
  readonly shell: { cwd: string; env: Record<string, string> };
  up(options?: RunOptions): Promise<Run>;
  preview(options?: RunOptions): Promise<Run>;
  /** Refreshes; useful flags are `--preview-only`, `--expect-no-changes` (exit code 7 on drift) and `--run-program`. */
  refresh(options?: RunOptions): Promise<Run>;
  destroy(options?: RunOptions): Promise<Run>;
  /** Starts an operation and returns its process. */
  start(operation: Operation, flags?: string[]): Promise<RunningOperation>;
  /** Runs any other command, such as `cli(["state", "unprotect", "--all"])`. */
  cli(args: string[], options?: { input?: string; exit?: ExpectedExit }): Promise<Run>;
  /** Writes a setting, in place of `pulumi config set`, which takes a third of the time of a run. */
  setConfig(key: string, value: string, options?: { secret?: boolean }): Promise<void>;
  removeConfig(key: string): Promise<void>;
  /** Releases what a killed run has locked, as `pulumi cancel` does. */
  unlock(): void;
  /** The stack's outputs, with secrets in plain text. */
  outputs(): Promise<Record<string, unknown>>;
  urn(type: string, name: string): string;
  /** The text of the state file on disk, with secrets encrypted. */
  checkpointFile(): string;
  /** What `pulumi stack export` would show, taken from the state file. */
  exportState(): Deployment;
  /** Replaces the state, as `pulumi stack import` does. */
  importState(deployment: Deployment): Promise<void>;
  /** Kills the stack's processes, deletes its folders. Throws where a run printed a secret or left one in state. */
  remove(): Promise<void>;
}

/** The part of an exported state that tests read. */
export interface Deployment {
  version: number;
  deployment: { resources?: StateResource[]; pending_operations?: unknown[] };
}

/** The state file. */
interface Checkpoint {
  version: number;
  checkpoint: { latest: Deployment["deployment"] | null };
}

export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  initErrors?: string[];
}

const atOnce = ["--yes", "--skip-preview"];
const fixedFlags: Record<Operation, string[]> = { up: atOnce, preview: [], refresh: atOnce, destroy: atOnce };

/** Makes a stack, passes it to `body`, and removes it with its processes even if `body` fails. */
export async function withStack<T>(name: string, options: StackOptions, body: (stack: TestStack) => Promise<T>) {
  const stack = await createStack(name, options);
  const result = await body(stack).catch(async (error: unknown) => {
    // The test reports the first failure, so a failure of the removal is dropped.
    await stack.remove().catch(() => {});
    throw error;
  });
  await stack.remove();
  return result;
}

/** Makes a stack; the caller ends with `remove()`. */
export async function createStack(name: string, options: StackOptions = {}): Promise<TestStack> {
  const project = options.project ?? "broker-tests";
  const folder = temporaryFolder("stack");
  const work = join(folder, "work");
  const backend = join(folder, "backend");
  mkdirSync(work);
  mkdirSync(backend);
  writeProject(work, { name: project, main: options.main ?? repositoryRoot, plugin: options.plugin });
  const mark = `PULUMI_BROKER_STACK=${randomUUID()}`;
  const env = { ...offlineEnv(folder, backend), ...options.env, PULUMI_BROKER_STACK: mark.split("=")[1] ?? "" };
  const children = new Set<number>();
  const leftovers = createLeftovers();
  const config = { ...options.config };
  let runs = 0;

  const stateFile = () => join(backend, ".pulumi", "stacks", project, `${stack.name}.json`);

  async function launch(args: string[], inline: PulumiFn | undefined, input = ""): Promise<RunningOperation> {
    const served = inline && (await (options.serve ?? serveProgram)(inline));
    runs += 1;
    const eventFile = join(folder, `events-${runs}.json`);
    const runMark = `PULUMI_BROKER_RUN=${randomUUID()}`;
    const eventFlags = args[0] && args[0] in fixedFlags ? ["--event-log", eventFile] : [];
    const clientFlags = served ? [`--client=${served.address}`, "--exec-kind", "auto.inline"] : [];
    // These flags come before the arguments, because everything after a bare `--` is a value.
    const all = ["--non-interactive", "--color", "never", ...args, ...eventFlags, ...clientFlags];
    const child = spawn(cliPath(), all, { cwd: work, env: { ...env, PULUMI_BROKER_RUN: runMark.split("=")[1] } });
    const pid = child.pid as number;
    children.add(pid);
    child.stdin.on("error", () => {}).end(input);
    const { ended } = watch(child);
    const finish = async (): Promise<Run> => {
      const run = toRun(await ended, readEvents(eventFile));
      children.delete(pid);
      served?.end(run.code !== 0);
      const searched = args.includes("--show-secrets") ? [] : [run.stdout, run.stderr];
      leftovers.keep(args.join(" "), searched, existsSync(stateFile()) ? stack.checkpointFile() : "");
      return run;
    };
    return {
      pid,
      done: finish(),
      kill: (signal) => child.kill(signal),
      events: () => readEvents(eventFile),
      hosts: () => hostsMarked(runMark).filter(isAlive),
    };
  }

  const start = (operation: Operation, flags: string[] = []) => {
    // Only `up` and `preview` always run the program; a refresh or destroy runs it only with a flag.
    const runsProgram = operation === "up" || operation === "preview" || flags.includes("--run-program");
    const fixed = flags.includes("--preview-only") ? [] : fixedFlags[operation];
    return launch([operation, "--stack", stack.name, ...fixed, ...flags], runsProgram ? stack.program : undefined);
  };
  const run =
    (operation: Operation) =>
    async (options: RunOptions = {}) => {
      const running = await start(operation, options.flags);
      return expectExit(await running.done, operation, options.exit);
    };
  const cli: TestStack["cli"] = async (args, { input, exit } = {}) => {
    const running = await launch(args, undefined, input);
    return expectExit(await running.done, args.join(" "), exit);
  };

  const stack: TestStack = {
    name,
    program: options.program ?? (async () => {}),
    shell: { cwd: work, env },
    up: run("up"),
    preview: run("preview"),
    refresh: run("refresh"),
    destroy: run("destroy"),
    start,
    cli,
    async setConfig(key, value, { secret = false } = {}) {
      if (secret) leftovers.addSecret(key, value);
      config[key] = secret ? { secret: value } : value;
      writeSettings(work, { project, name: stack.name, config });
    },
    async removeConfig(key) {
      delete config[key];
      writeSettings(work, { project, name: stack.name, config });
    },
    unlock: () => rmSync(join(backend, ".pulumi", "locks"), { recursive: true, force: true }),
    async outputs() {
      const { resources = [] } = stack.exportState().deployment;
      const found = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
      return decrypted(found?.outputs ?? {}) as Record<string, unknown>;
    },
    urn: (type, resource) => `urn:pulumi:${stack.name}::${project}::${type}::${resource}`,
    checkpointFile: () => readFileSync(stateFile(), "utf8"),
    exportState() {
      const { version, checkpoint } = JSON.parse(stack.checkpointFile()) as Checkpoint;
      return { version, deployment: checkpoint.latest ?? {} };
    },
    async importState({ version, deployment }) {
      writeState(backend, { project, name: stack.name, version, latest: deployment });
    },
    async remove() {
      for (const pid of [...children, ...hostsMarked(mark)].filter(isAlive)) process.kill(pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      if (!options.showsSecrets) leftovers.search();
    },
  };
  for (const [key, value] of Object.entries(config))
    if (typeof value !== "string") leftovers.addSecret(key, value.secret);
  writeStack(backend, work, { project, name, config });
  return stack;
}

/** The environment of an engine that works offline, without anything of the caller's own Pulumi set-up. */
export function offlineEnv(folder: string, backend: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? folder,
    TMPDIR: tmpdir(),
    NODE_OPTIONS: `--require "${lazySdk}"`,
    // The CLI clears its memory only when much of it is in use: a short run ends before, and takes a fifth less CPU time.
    ...{ GOGC: "off", GOMEMLIMIT: "512MiB" },
    // The CLI replaces the state in one piece, but not the attributes beside it: killed between, it cannot read them.
    PULUMI_BACKEND_URL: `file://${backend}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DISABLE_REGISTRY_RESOLVE: "true",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    // The flags --client and --event-log need this variable.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}

let foundCli = "";

/** The path of the CLI: `npm test` sets it, and a file that jest runs alone searches for it once. */
export function cliPath(): string {
  foundCli ||=
    process.env.PULUMI_CLI ||
    execFileSync(process.execPath, [join(repositoryRoot, "tools", "pulumi-cli.mjs")], { encoding: "utf8" }).trim();
  return foundCli;
}
