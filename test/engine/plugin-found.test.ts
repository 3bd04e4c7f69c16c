import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repositoryRoot } from "../helpers/paths";
import { testYaml, type YamlStack } from "../helpers/yaml-stack";

/**
 * Needs the engine: it looks for the plugin.
 * The ways in which the engine finds the plugin of an installed package. That by `plugins.providers` is the way of all other
 * tests, and the released archive has a test in the package tier.
 */

const program = {
  name: "found",
  runtime: "yaml",
  resources: {
    network: { type: "broker:Vpc", properties: { region: "provider-a::region-1", subnet: "10.56.72.0/24" } },
  },
};
const inPackages = { ...program, packages: { broker: "./node_modules/pulumi-broker/dist/plugin" } };

/** Installs the package as npm does, by two links, and answers the folder of the commands. */
function installIn(folder: string): string {
  const commands = join(folder, "node_modules", ".bin");
  mkdirSync(commands, { recursive: true });
  symlinkSync(repositoryRoot, join(folder, "node_modules", "pulumi-broker"));
  const plugin = join("..", "pulumi-broker", "dist", "plugin", "pulumi-resource-broker");
  symlinkSync(plugin, join(commands, "pulumi-resource-broker"));
  return commands;
}

/** Runs the operation, and tells whether the engine took the plugin from PATH. */
async function takesFromPath(stack: YamlStack, project: object, ...run: Parameters<YamlStack["run"]>) {
  stack.write(JSON.stringify(project));
  const { stdout, stderr } = await stack.run(...run);
  return (stdout + stderr).includes("using pulumi-resource-broker from $PATH");
}

testYaml(
  "the engine finds the plugin by `packages`, and by PATH among the commands of the installed packages",
  { project: "found" },
  async ({ emulator, stack }) => {
    const names = () => emulator.state().vpcs.map(({ name }) => name);
    const { cwd, env } = stack.shell;
    const commands = installIn(cwd);
    expect(await takesFromPath(stack, inPackages, "up")).toBe(false);
    expect(names()).toContain("network");

    env.PATH = [commands, env.PATH].join(delimiter);
    expect(await takesFromPath(stack, program, "refresh", "--expect-no-changes")).toBe(true);
    expect(await takesFromPath(stack, program, "destroy")).toBe(true);
    expect(names()).not.toContain("network");
  },
);
