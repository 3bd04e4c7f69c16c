import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { repositoryRoot } from "../helpers/paths";
import { scriptedServer } from "../helpers/scripted-server";
import { withStack } from "../helpers/stack";
import { yamlEnvironment, yamlLanguageMs } from "../helpers/yaml-language";
import { findCli, mustRun, run, temporaryFolder } from "./support";

/** The release archive of the provider plugin: made by its command, downloaded and installed by the CLI, and run. */

const folder = temporaryFolder();
const { version } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as { version: string };
const install = ["plugin", "install", "resource", "broker", `v${version}`];
let archive = "";

beforeAll(async () => {
  await mustRun(process.execPath, ["tools/release-plugin.mjs", folder], repositoryRoot);
  const made = readdirSync(folder);
  expect(made).toEqual([expect.stringMatching(/^pulumi-resource-broker-.*\.tar\.gz$/)]);
  archive = made[0] ?? "";
});
afterAll(() => rmSync(folder, { recursive: true }));

test("it holds the executable and the licences of everything in it", async () => {
  const files = await mustRun("tar", ["-tzf", archive], folder);
  expect(files.trim().split("\n")).toEqual(["pulumi-resource-broker", "LICENSE", "THIRD-PARTY-LICENSES"]);
  const licences = await mustRun("tar", ["-xzOf", archive, "THIRD-PARTY-LICENSES"], folder);
  for (const name of ["undici", "zod", "google-protobuf", "@grpc/grpc-js", "@pulumi/pulumi", "Node.js"]) {
    expect(licences).toMatch(new RegExp(`^${name} v?\\d+\\.`, "m"));
  }
});

test("a download finds it by its name", async () => {
  const server = await scriptedServer(({ path }, response) => {
    const file = join(folder, path.slice(1));
    response.statusCode = existsSync(file) ? 200 : 404;
    response.end(existsSync(file) ? readFileSync(file) : "");
  });
  try {
    const home = join(folder, "home");
    const env = { PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
    const { code, stderr } = await run(await findCli(), [...install, "--server", server.url], folder, env);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(readdirSync(join(home, "plugins", `resource-broker-v${version}`))).toContain("pulumi-resource-broker");
    expect(server.received.map(({ path }) => path)).toEqual([`/${archive}`]);
  } finally {
    await server.close();
  }
});

/** A program that needs schema, requests, secrets and a function; its project does not say where the plugin is. */
const program = `name: released
runtime: yaml
variables:
  plans:
    fn::invoke: { function: "broker:getPlans", arguments: { backend: clustered }, return: plans }
resources:
  shop:
    type: broker:Instance
    properties: { plan: clustered-medium-1, region: "provider-a::region-1", tags: [released] }
outputs:
  url: \${shop.url}
  plan: \${plans[0].name}
`;

test(
  "a program in YAML runs with the installed plugin on a machine without Node",
  async () => {
    const PATH = (await yamlEnvironment()).PATH.split(delimiter)[0] ?? "";
    expect(readdirSync(PATH)).not.toContain("node");
    await withEmulator(
      async (emulator) => {
        const options = { config: stackConfigOf(emulator), env: { PATH, NODE_OPTIONS: "" }, project: "released" };
        await withStack(
          "released",
          async () => {},
          options,
          async (stack) => {
            writeFileSync(join(stack.shell.cwd, "Pulumi.yaml"), program);
            const missing = await stack.cli(["preview", "--stack", stack.name], { exit: "failure" });
            expect(missing.stderr + missing.stdout).toMatch(/no resource plugin 'pulumi-resource-broker' found/);
            await stack.cli([...install, "--file", join(folder, archive)]);
            const schema = await stack.cli(["package", "get-schema", "broker"]);
            expect(JSON.parse(schema.stdout)).toMatchObject({ name: "broker", version });

            await stack.cli(["up", "--yes", "--skip-preview", "--stack", stack.name]);
            expect(emulator.state().instances.map(({ name, tags }) => [name, tags])).toContainEqual([
              "shop",
              ["released"],
            ]);
            const { stdout } = await stack.cli(["stack", "output", "--json", "--stack", stack.name]);
            expect(JSON.parse(stdout)).toEqual({ url: "[secret]", plan: expect.any(String) });
            await stack.cli(["preview", "--expect-no-changes", "--stack", stack.name]);
            await stack.cli(["destroy", "--yes", "--skip-preview", "--stack", stack.name]);
            expect(emulator.state().instances.map(({ name }) => name)).not.toContain("shop");
          },
        );
      },
      { speed: 400 },
    );
  },
  yamlLanguageMs,
);
