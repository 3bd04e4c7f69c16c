import { randomUUID } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stackConfigOf } from "./broker-config";
import { type CommandRun, type RunningCommand, startCommand } from "./command";
import type { TestEmulator } from "./emulator";
import { readEvents } from "./engine-events";
import { type ExpectedExit, expectExit, type Run, toRun } from "./engine-run";
import { writeStack } from "./new-stack";
import { languageHost, repositoryRoot } from "./paths";
import { hostsMarked, isAlive } from "./processes";
import { cliPath, offlineEnv, type StateResource } from "./stack";
import { linkPackages, mustRun, projectTemplate, run as runToEnd } from "./user-project";

/** A project of a user: a folder, as `pulumi new typescript` makes it, with a stack that leads to an emulator. */
export interface Project {
  readonly folder: string;
  /** The folder and the environment of a shell in the project. A `pulumi` in it notes its arguments. */
  readonly shell: { cwd: string; env: Record<string, string> };
  /** Starts `pulumi-broker` in a process group of its own. */
  start(args: string[], execArgv?: string[]): RunningCommand;
  /** Runs `pulumi-broker`. The call throws where it ends otherwise than expected. */
  run(args: string[], options?: { exit?: number; execArgv?: string[] }): Promise<CommandRun>;
  /** Runs the Pulumi CLI with the project's stack. */
  pulumi(args: string[], exit?: ExpectedExit): Promise<Run>;
  /** Compiles the program with the compiler options of the template. The declarations of the packages are not checked. */
  compile(): Promise<void>;
  /** The files of the program with their texts. */
  program(): Record<string, string>;
  /** The texts of all files in the folder and of temporary files, by their paths. */
  texts(): Record<string, string>;
  write(file: string, text: string): void;
  removeFile(file: string): void;
  /** The paths of all files in the folder, those of the template and the packages aside. */
  files(): string[];
  /** The paths of what lies in the folder for temporary files. */
  temporaryFiles(): string[];
  /** The arguments of each call of the CLI so far. */
  calls(): string[];
  /** The state file, with secrets encrypted. */
  checkpointFile(): string;
  /** The resources of this package in the state file. */
  resources(): (StateResource & { protect?: boolean })[];
  /** The processes that the project has started and that still run. */
  hosts(): number[];
  /** Ends what still runs, and removes the folders. */
  remove(): void;
}

/** Makes a project, passes it to `body`, and removes it. */
export async function withProject<T>(emulator: TestEmulator, body: (project: Project) => Promise<T>): Promise<T> {
  const project = await createProject(emulator);
  try {
    return await body(project);
  } finally {
    project.remove();
  }
}

/** The paths of all files below a folder. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

const name = "shop";
const stack = "dev";

/** Makes a project; the caller ends with `remove()`. */
export async function createProject(emulator: TestEmulator): Promise<Project> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "project-")));
  const folder = join(home, name);
  const modules = join(folder, "node_modules");
  const [backend, bin, log] = [join(home, "backend"), join(home, "bin"), join(home, "calls")];
  const temporary = join(home, "tmp");
  for (const path of [modules, backend, bin, temporary]) mkdirSync(path, { recursive: true });
  const template = projectTemplate(name);
  for (const [file, text] of Object.entries(template)) writeFileSync(join(folder, file), text);
  linkPackages(modules);
  // One line for each call: what another user of the machine could have read in the list of processes.
  const script = `#!/bin/sh\necho "$*" >> "${log}"\nexec "${cliPath()}" "$@"\n`;
  writeFileSync(join(bin, "pulumi"), script);
  chmodSync(join(bin, "pulumi"), 0o755);
  writeFileSync(log, "");

  const mark = randomUUID();
  const env: Record<string, string> = {
    ...offlineEnv(home, backend),
    PULUMI_BROKER_STACK: mark,
    TMPDIR: temporary,
  };
  env["PATH"] = [bin, languageHost, join(cliPath(), ".."), env["PATH"]].join(delimiter);
  const shell = { cwd: folder, env };
  const stateFile = join(backend, ".pulumi", "stacks", name, `${stack}.json`);
  let runs = 0;

  const pulumi: Project["pulumi"] = async (args, exit) => {
    runs += 1;
    const events = join(home, `events-${runs}`);
    const isRun = ["preview", "up", "refresh", "destroy", "import"].includes(args[0] ?? "");
    const all = ["--non-interactive", "--color", "never", ...args, "--stack", stack];
    if (isRun) all.push("--event-log", events);
    const { code, stdout, stderr } = await runToEnd(cliPath(), all, folder, env);
    const ended = toRun(code, null, stdout, stderr, isRun ? readEvents(events) : []);
    return expectExit(ended, args.join(" "), exit);
  };

  const filesIn = (inside: string): string[] =>
    readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((each) => {
      const path = join(inside, each.name);
      if (each.isDirectory()) return path === "node_modules" ? [] : filesIn(path);
      return path in template ? [] : [path];
    });

  const start: Project["start"] = (args, execArgv) =>
    startCommand(args, { ...shell, detached: true, ...(execArgv && { execArgv }) });
  const project: Project = {
    folder,
    shell,
    start,
    async run(args, { exit = 0, execArgv } = {}) {
      const ended = await start(args, execArgv).ended;
      if (ended.code === exit) return ended;
      throw new Error(`${args.join(" ")} ended with ${ended.code}, not ${exit}:\n${ended.stdout}\n${ended.stderr}`);
    },
    pulumi,
    compile: async () => {
      const tsc = join(repositoryRoot, "node_modules", "typescript", "bin", "tsc");
      await mustRun(process.execPath, [tsc, "--noEmit", "--skipLibCheck", "-p", "."], folder);
    },
    program: () => {
      const sources = filesIn("").filter((file) => file.endsWith(".ts"));
      return Object.fromEntries(sources.sort().map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    },
    texts: () => {
      const paths = [...filesIn("").map((file) => join(folder, file)), ...listFiles(temporary)];
      return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
    },
    write: (file, text) => writeFileSync(join(folder, file), text),
    removeFile: (file) => rmSync(join(folder, file)),
    files: () => filesIn("").sort(),
    temporaryFiles: () => listFiles(temporary),
    calls: () => readFileSync(log, "utf8").split("\n"),
    checkpointFile: () => readFileSync(stateFile, "utf8"),
    resources: () => {
      const { checkpoint } = JSON.parse(readFileSync(stateFile, "utf8")) as {
        checkpoint: { latest?: { resources?: StateResource[] } | null };
      };
      return (checkpoint.latest?.resources ?? []).filter(({ type }) =>
        type.startsWith("pulumi-nodejs:dynamic/broker:"),
      );
    },
    hosts: () => hostsMarked(`PULUMI_BROKER_STACK=${mark}`).filter(isAlive),
    remove() {
      for (const pid of project.hosts()) process.kill(pid, "SIGKILL");
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
  writeStack(backend, folder, { project: name, name: stack, config: stackConfigOf(emulator) });
  return project;
}
