import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stackConfigOf } from "./broker-config";
import type { TestEmulator } from "./emulator";
import { pluginFolder, repositoryRoot } from "./paths";
import { createStack, type StackOptions, type TestStack } from "./stack";
import { yamlEnvironment } from "./yaml-language";

/** A stack whose program is in YAML: its resources are those of the provider plugin. */
export interface YamlStack extends TestStack {
  /** Sets the program: resources, variables and outputs as an object, or as text in YAML. */
  declare(program: object | string): void;
  /** Sets the whole file of the project. */
  write(text: string): void;
  /** Makes the program of an example the stack's own. */
  declareExample(example: string): void;
  run(operation: "up" | "preview" | "refresh" | "destroy", ...flags: string[]): ReturnType<TestStack["cli"]>;
}

interface YamlStackOptions extends Pick<StackOptions, "config" | "showsSecrets"> {
  /** Folders in which the CLI looks for programs before it looks on the PATH. */
  onPath?: string[];
}

/** Makes a stack whose program is in YAML; the caller ends with `remove()`. */
export async function createYamlStack(
  project: string,
  emulator: TestEmulator,
  { config, onPath = [], ...options }: YamlStackOptions = {},
): Promise<YamlStack> {
  const { PATH } = await yamlEnvironment();
  const stack = await createStack(project, async () => {}, {
    ...options,
    config: { ...stackConfigOf(emulator), ...config },
    env: { PATH: [...onPath, PATH].join(delimiter) },
    plugin: pluginFolder,
    project,
  });
  const { cwd } = stack.shell;
  const head = {
    name: project,
    runtime: "yaml",
    plugins: { providers: [{ name: "broker", path: pluginFolder }] },
  };
  const save = (text: string) => writeFileSync(join(cwd, "Pulumi.yaml"), text);
  // JSON is YAML, too.
  const lines = Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
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
    run(operation: string, ...flags: string[]) {
      const always = operation === "preview" ? [] : ["--yes", "--skip-preview"];
      return stack.cli([operation, ...always, ...flags, "--stack", stack.name]);
    },
  });
}

/** Makes a stack whose program is in YAML, passes it to `body`, and removes it. */
export async function withYamlStack<T>(
  project: string,
  emulator: TestEmulator,
  options: YamlStackOptions,
  body: (stack: YamlStack) => Promise<T>,
): Promise<T> {
  const stack = await createYamlStack(project, emulator, options);
  try {
    return await body(stack);
  } finally {
    await stack.remove();
  }
}
