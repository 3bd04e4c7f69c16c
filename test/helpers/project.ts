import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type CommandRun, type RunningCommand, startCommand, wrapCli } from "./command";
import { stackConfigOf, type TestEmulator } from "./emulator";
import type { ExpectedExit, Run } from "./engine-run";
import { languageHost } from "./paths";
import { cliPath, type StateResource, type TestStack, withStack } from "./stack";
import { compileIn, linkPackages, projectTemplate } from "./user-project";

/** A project of a user: a folder, as `pulumi new typescript` makes it, with a stack that leads to an emulator. */
export type Project = ReturnType<typeof projectOn>;

/** Makes a project, passes it to `body`, and removes it. */
export function withProject<T>(emulator: TestEmulator, body: (project: Project) => Promise<T>): Promise<T> {
  const config = stackConfigOf(emulator);
  return withStack("dev", { project: name, config, showsSecrets: true }, (stack) => body(projectOn(stack)));
}

/** The paths of all files below a folder. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

const name = "shop";

function projectOn(stack: TestStack) {
  const { cwd: folder, env } = stack.shell;
  const home = dirname(folder);
  const modules = join(folder, "node_modules");
  const [bin, log, temporary] = [join(home, "bin"), join(home, "calls"), join(home, "tmp")];
  for (const path of [modules, bin, temporary]) mkdirSync(path);
  const template = projectTemplate(name);
  for (const [file, text] of Object.entries(template)) writeFileSync(join(folder, file), text);
  linkPackages(modules);
  writeFileSync(log, "");
  env["TMPDIR"] = temporary;
  // A line for each call: what another user of the machine could have read in the list of processes.
  const path = wrapCli(bin, `echo "$*" >> "${log}"`, [languageHost, dirname(cliPath()), env["PATH"]].join(delimiter));
  env["PATH"] = path;

  const filesIn = (inside: string): string[] =>
    readdirSync(join(folder, inside), { withFileTypes: true }).flatMap((each) => {
      const path = join(inside, each.name);
      if (each.isDirectory()) return path === "node_modules" ? [] : filesIn(path);
      return path in template ? [] : [path];
    });

  /** Starts `pulumi-broker` in a process group of its own. */
  const start = (args: string[], execArgv?: string[]): RunningCommand =>
    startCommand(args, { ...stack.shell, detached: true, ...(execArgv && { execArgv }) });
  return {
    folder,
    /** The folder and the environment of a shell in the project. A `pulumi` in it notes its arguments. */
    shell: stack.shell,
    start,
    /** Runs `pulumi-broker`. The call throws where it ends otherwise than expected. */
    async run(
      args: string[],
      { exit = 0, execArgv }: { exit?: number; execArgv?: string[] } = {},
    ): Promise<CommandRun> {
      const ended = await start(args, execArgv).ended;
      if (ended.code === exit) return ended;
      throw new Error(`${args.join(" ")} ended with ${ended.code}, not ${exit}:\n${ended.stdout}\n${ended.stderr}`);
    },
    /** Runs the Pulumi CLI with the project's stack. */
    pulumi: (args: string[], exit?: ExpectedExit): Promise<Run> =>
      stack.cli([...args, "--stack", stack.name], exit === undefined ? {} : { exit }),
    /** Compiles the program with the compiler options of the template. */
    compile: () => compileIn(folder),
    /** The files of the program with their texts. */
    program: (): Record<string, string> => {
      const sources = filesIn("").filter((file) => file.endsWith(".ts"));
      return Object.fromEntries(sources.sort().map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    },
    /** The texts of all files in the folder and of temporary files, by their paths. */
    texts: (): Record<string, string> => {
      const paths = [...filesIn("").map((file) => join(folder, file)), ...listFiles(temporary)];
      return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
    },
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    removeFile: (file: string) => rmSync(join(folder, file)),
    /** The paths of all files in the folder, those of the template and the packages aside. */
    files: () => filesIn("").sort(),
    /** The paths of what lies in the folder for temporary files. */
    temporaryFiles: () => listFiles(temporary),
    /** The arguments of each call of the CLI so far. */
    calls: () => readFileSync(log, "utf8").split("\n"),
    /** The state file, with secrets encrypted. */
    checkpointFile: stack.checkpointFile,
    /** The resources of this package in the state file. */
    resources: (): (StateResource & { protect?: boolean })[] =>
      (stack.exportState().deployment.resources ?? []).filter(({ type }) =>
        type.startsWith("pulumi-nodejs:dynamic/broker:"),
      ),
  };
}
