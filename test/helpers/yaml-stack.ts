import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stackConfigOf, type TestEmulator, withEmulator } from "./emulator";
import type { ExpectedExit, Run } from "./engine-run";
import { pluginFolder, repositoryRoot } from "./paths";
import { type Operation, type StackOptions, type TestStack, withStack } from "./stack";
import { yamlEnvironment, yamlLanguageMs } from "./yaml-language";

/** A stack whose program is in YAML: its resources are those of the provider plugin. */
export interface YamlStack extends TestStack {
  /** Sets the program: resources, variables and outputs as an object, or as text in YAML. */
  declare(program: object | string): void;
  /** Sets the whole file of the project. */
  write(text: string): void;
  /** Makes the program of an example the stack's own. */
  declareExample(example: string): void;
  /** Runs an operation, which must end well. */
  run(operation: Operation, ...flags: string[]): Promise<Run>;
  /** Runs an operation, which must fail. */
  fail(operation: Operation, ...flags: string[]): Promise<Run>;
}

interface YamlStackOptions extends Pick<StackOptions, "config" | "showsSecrets"> {
  /** Folders in which the CLI looks for programs before it looks on the PATH. */
  onPath?: string[];
}

/** Makes a stack whose program is in YAML, passes it to `body`, and removes it. */
export async function withYamlStack<T>(
  project: string,
  emulator: TestEmulator,
  { config, onPath = [], ...options }: YamlStackOptions,
  body: (stack: YamlStack) => Promise<T>,
): Promise<T> {
  const { PATH } = await yamlEnvironment();
  const all: StackOptions = {
    ...options,
    config: { ...stackConfigOf(emulator), ...config },
    env: { PATH: [...onPath, PATH].join(delimiter) },
    plugin: pluginFolder,
    project,
  };
  return withStack(project, all, (stack) => body(inYaml(stack, project)));
}

function inYaml(stack: TestStack, project: string): YamlStack {
  const { cwd } = stack.shell;
  const head = { name: project, runtime: "yaml", packages: { broker: pluginFolder } };
  const save = (text: string) => writeFileSync(join(cwd, "Pulumi.yaml"), text);
  // JSON is YAML, too.
  const lines = Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const ending =
    (exit: ExpectedExit) =>
    (operation: Operation, ...flags: string[]) => {
      const always = operation === "preview" ? [] : ["--yes", "--skip-preview"];
      return stack.cli([operation, ...always, ...flags, "--stack", stack.name], { exit });
    };
  return Object.assign(stack, {
    declare(program: object | string) {
      save(typeof program === "string" ? [...lines, program].join("\n") : JSON.stringify({ ...head, ...program }));
    },
    write: save,
    declareExample(example: string) {
      mkdirSync(join(cwd, "node_modules"), { recursive: true });
      symlinkSync(repositoryRoot, join(cwd, "node_modules", "pulumi-broker"));
      save(readFileSync(join(repositoryRoot, "examples", "yaml", example, "Pulumi.yaml"), "utf8"));
    },
    run: ending(0),
    fail: ending("failure"),
  });
}

interface YamlScene {
  emulator: TestEmulator;
  stack: YamlStack;
}

/** A test with a service of its own, and a stack whose program is in YAML. */
export const testYaml = (
  title: string,
  { project, ...options }: YamlStackOptions & { project: string },
  body: (scene: YamlScene) => Promise<void>,
): void =>
  test(
    title,
    () =>
      withEmulator((emulator) => withYamlStack(project, emulator, options, (stack) => body({ emulator, stack })), {
        speed: 400,
      }),
    yamlLanguageMs,
  );
