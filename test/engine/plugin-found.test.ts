import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { repositoryRoot } from "../helpers/paths";
import { withStack } from "../helpers/stack";
import { yamlEnvironment, yamlLanguageMs } from "../helpers/yaml-language";

/**
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
const fromPath = "using pulumi-resource-broker from $PATH";

test(
  "the engine finds the plugin by `packages`, and by PATH among the commands of the installed packages",
  async () => {
    const { PATH } = await yamlEnvironment();
    await withEmulator(
      async (emulator) => {
        const options = { config: stackConfigOf(emulator), env: { PATH }, project: "found" };
        await withStack(
          "found",
          async () => {},
          options,
          async (stack) => {
            const { cwd, env } = stack.shell;
            const run = async (operation: string, project: object, ...flags: string[]) => {
              writeFileSync(join(cwd, "Pulumi.yaml"), JSON.stringify(project));
              const { stdout, stderr } = await stack.cli([operation, "--stack", stack.name, ...flags]);
              return stdout + stderr;
            };
            // npm makes these two links.
            mkdirSync(join(cwd, "node_modules", ".bin"), { recursive: true });
            symlinkSync(repositoryRoot, join(cwd, "node_modules", "pulumi-broker"));
            const command = join("..", "pulumi-broker", "dist", "plugin", "pulumi-resource-broker");
            symlinkSync(command, join(cwd, "node_modules", ".bin", "pulumi-resource-broker"));

            const folder = "./node_modules/pulumi-broker/dist/plugin";
            const made = await run("up", { ...program, packages: { broker: folder } }, "--yes", "--skip-preview");
            expect(made).not.toContain(fromPath);
            expect(emulator.state().vpcs.map(({ name }) => name)).toContain("network");

            env.PATH = [join(cwd, "node_modules", ".bin"), PATH].join(delimiter);
            expect(await run("refresh", program, "--yes", "--skip-preview", "--expect-no-changes")).toContain(fromPath);
            expect(await run("destroy", program, "--yes", "--skip-preview")).toContain(fromPath);
            expect(emulator.state().vpcs.map(({ name }) => name)).not.toContain("network");
          },
        );
      },
      { speed: 400 },
    );
  },
  yamlLanguageMs,
);
