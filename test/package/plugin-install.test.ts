import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { withEmulator } from "../helpers/emulator";
import { temporaryFolder } from "../helpers/paths";
import { readSchema } from "../helpers/plugin-schema";
import { mustRun, pack, pulumiPackage } from "../helpers/user-project";
import { hostFolder, yamlLanguageMs } from "../helpers/yaml-language";
import { withYamlStack, type YamlStack } from "../helpers/yaml-stack";

/** The plugin from npm, in a fresh clone of a YAML project: each command finds it, and downloads nothing. */

const folder = temporaryFolder("package");
const path = "./node_modules/pulumi-broker/dist/plugin";
const project = "installed";
const head = `name: ${project}\nruntime: yaml\n`;
const program = `resources:
  network:
    type: broker:Vpc
    properties: { region: "provider-a::region-1", subnet: 10.56.72.0/24 }
`;

beforeAll(async () => {
  const { tarball } = await pack(folder);
  await mustRun("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball, pulumiPackage], folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Takes away what commands of Pulumi have made beside the program. */
const clean = ({ shell: { cwd } }: YamlStack) => rmSync(join(cwd, "sdks"), { recursive: true, force: true });

test(
  "install, package add, get-schema and up find the plugin in a fresh clone",
  async () => {
    const onPath = [await hostFolder("nodejs")];
    await withEmulator(
      (emulator) =>
        withYamlStack(project, emulator, { onPath }, async (stack) => {
          const { version } = readSchema();
          const { cwd, env } = stack.shell;
          // What these tests load into each Node does not suit npm.
          env.NODE_OPTIONS = "";
          const declared = `packages:\n  broker: ${path}\n`;
          stack.write(head + declared + program);
          symlinkSync(join(folder, "node_modules"), join(cwd, "node_modules"));
          const preview = await stack.run("preview");
          expect(preview.text).toMatch(/broker:index:Vpc network .*create/);

          await stack.cli(["install"]);
          const sdk = join(cwd, "sdks", "broker", `broker-${version}.yaml`);
          expect(existsSync(sdk)).toBe(true);
          await stack.run("up");
          // A script in package.json has the commands of the packages on PATH, and needs no section.
          stack.write(head + program);
          env.PATH = [join(cwd, "node_modules", ".bin"), env.PATH].join(delimiter);
          expect((await stack.run("preview", "--expect-no-changes")).text).toContain(
            "pulumi-resource-broker from $PATH",
          );
          await stack.run("destroy");

          clean(stack);
          const schema = await stack.cli(["package", "get-schema", path]);
          expect(JSON.parse(schema.stdout)).toMatchObject({ name: "broker", version });
          expect((await stack.cli(["package", "info", path])).stdout).toMatch(/^Name\S*: broker$/m);

          clean(stack);
          stack.write(head);
          await stack.cli(["package", "add", path]);
          expect(readFileSync(join(cwd, "Pulumi.yaml"), "utf8")).toBe(head + declared);
          expect(existsSync(sdk)).toBe(true);
          await stack.cli(["install"]);
        }),
      { speed: 400 },
    );
  },
  yamlLanguageMs,
);
