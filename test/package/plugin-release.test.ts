import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { read, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { scriptedServer } from "../helpers/scripted-server";
import { onStack } from "../helpers/shared-stack";
import { findCli, mustRun, run } from "../helpers/user-project";
import { yamlEnvironment, yamlLanguageMs } from "../helpers/yaml-language";
import { dueNotices, noticesIn } from "./notices";

/** The release archive of the provider plugin: made by its command, downloaded and installed by the CLI, and run. */

const folder = temporaryFolder("package");
const { version } = JSON.parse(read("package.json")) as { version: string };
const install = ["plugin", "install", "resource", "broker", `v${version}`];

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

let archive = "";
afterAll(() => rmSync(folder, { recursive: true }));

test("a Node that needs libraries beside it, as some distributions have it, is refused in one line", async () => {
  const preload = join(folder, "shared.cjs");
  const config = { variables: { node_shared_openssl: true } };
  writeFileSync(preload, `Object.defineProperty(process, "config", { value: ${JSON.stringify(config)} });`);
  const args = ["--require", preload, "tools/release-plugin.mjs", join(folder, "refused")];
  const refused = await run(process.execPath, args, repositoryRoot);
  const stderr = `${process.execPath} needs libraries beside it: run this with a Node from https://nodejs.org.\n`;
  expect(refused).toEqual({ code: 1, stdout: "", stderr });
});

// Such a Node can run everything else.
if (!Object.entries(process.config.variables).some(([name, value]) => /^node_shared/.test(name) && value))
  describe("the archive", () => {
    beforeAll(async () => {
      const release = join(folder, "release");
      await mustRun(process.execPath, ["tools/release-plugin.mjs", release], repositoryRoot);
      const made = readdirSync(release);
      expect(made).toEqual([expect.stringMatching(/^pulumi-resource-broker-.*\.tar\.gz$/)]);
      archive = join(release, made[0] ?? "");
    });

    test("it holds the plugin, Node, and the notices of everything in it", async () => {
      const files = (await mustRun("tar", ["-tzf", archive], folder)).trim().split("\n").sort();
      const papers = ["LICENSE", "THIRD-PARTY-NOTICES"];
      const programs = ["main.cjs", "node", "plugin.cache", "plugin.cjs", "pulumi-resource-broker"];
      expect(files).toEqual([...papers, ...programs, "schema.json"]);
      const notices = await mustRun("tar", ["-xzOf", archive, "THIRD-PARTY-NOTICES"], folder);
      const due = await dueNotices("archive");
      expect(due.length).toBeGreaterThan(5);
      expect(noticesIn(notices)).toEqual([...due.map(({ heading }) => heading), `Node.js ${process.version}`]);
      for (const { licence } of due) expect(notices).toContain(licence);
      // Node's own licence names what is in Node, too.
      expect(notices).toMatch(/The externally maintained libraries used by Node\.js are/);
    });

    test("a download finds it by its name", async () => {
      const server = await scriptedServer(({ path }, response) => {
        const file = join(dirname(archive), path);
        response.statusCode = existsSync(file) ? 200 : 404;
        response.end(existsSync(file) ? readFileSync(file) : "");
      });
      try {
        const home = join(folder, "home");
        const env = { PULUMI_HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
        const { code, stderr } = await run(await findCli(), [...install, "--server", server.url], folder, env);
        expect({ code, stderr }).toMatchObject({ code: 0 });
        expect(readdirSync(join(home, "plugins", `resource-broker-v${version}`))).toContain("pulumi-resource-broker");
        expect(server.received.map(({ path }) => path)).toEqual([`/${basename(archive)}`]);
      } finally {
        await server.close();
      }
    });

    test(
      "a program in YAML runs with the installed plugin on a machine without Node",
      async () => {
        const PATH = join(folder, "bin");
        mkdirSync(PATH);
        const [language = ""] = (await yamlEnvironment()).PATH.split(delimiter);
        symlinkSync(join(language, "pulumi-language-yaml"), join(PATH, "pulumi-language-yaml"));
        const options = { speed: 400, env: { PATH, NODE_OPTIONS: "" }, project: "released" };
        await onStack("released", options, async ({ emulator, stack }) => {
          writeFileSync(join(stack.shell.cwd, "Pulumi.yaml"), program);
          const missing = await stack.cli(["preview", "--stack", stack.name], { exit: "failure" });
          expect(missing.stderr + missing.stdout).toMatch(/no resource plugin 'pulumi-resource-broker' found/);
          await stack.cli([...install, "--file", archive]);
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
        });
      },
      yamlLanguageMs,
    );
  });
