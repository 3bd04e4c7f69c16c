import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { pluginFolder, repositoryRoot } from "../helpers/paths";
import { readSchema } from "../helpers/plugin-schema";
import { cliPath } from "../helpers/stack";
import { yamlLanguageMs } from "../helpers/yaml-language";
import { withYamlStack, type YamlStack } from "../helpers/yaml-stack";

/**
 * Needs the engine: its CLI writes the SDKs, and runs a program in Go.
 * The SDKs of other languages, as `npm run sdks` makes them.
 */

const out = mkdtempSync(join(tmpdir(), "sdks-"));
const runTool = (name: string, ...args: string[]) =>
  execFileSync(process.execPath, [join(repositoryRoot, "tools", name), ...args], {
    encoding: "utf8",
    stdio: "pipe",
    env: { ...process.env, PULUMI_CLI: cliPath() },
  });

beforeAll(() => {
  runTool("sdks.mjs", "--out", out, "nodejs", "python", "go");
}, yamlLanguageMs);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const { version, pluginDownloadURL, resources, functions } = readSchema();

test("the SDK for Node is a package with declarations for every kind and function", () => {
  const folder = join(out, "nodejs", "bin");
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  expect(about).toMatchObject({ name: "@pulumi-broker/broker", version, pulumi: { server: pluginDownloadURL } });
  const index = readFileSync(join(folder, "index.d.ts"), "utf8");
  const names = [...Object.keys(resources), ...Object.keys(functions)].map((token) => token.replace(/.*:/, ""));
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(index))).toEqual([]);
});

test("the SDK for Python compiles and says its types", () => {
  const folder = join(out, "python", "pulumi_broker");
  execFileSync("python3", ["-m", "compileall", "-q", folder], { stdio: "pipe" });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(["py.typed", "__init__.py", "pulumi-plugin.json"]));
  expect(JSON.parse(readFileSync(join(folder, "pulumi-plugin.json"), "utf8"))).toMatchObject({ version });
});

const page = readFileSync(join(repositoryRoot, "docs", "languages.md"), "utf8");
const [, program = ""] = /^```go\n([\s\S]*?)^```$/m.exec(page) ?? [];

test(
  "the program in Go of the page goes up, previews empty, and is destroyed",
  async () => {
    const onPath = [dirname(runTool("language-hosts.mjs", "go").trim())];
    await withEmulator((emulator) => withYamlStack("quick", emulator, { onPath }, (stack) => live(emulator, stack)), {
      speed: 400,
    });
  },
  yamlLanguageMs,
);

async function live(emulator: TestEmulator, stack: YamlStack): Promise<void> {
  const { cwd } = stack.shell;
  const sdk = "github.com/pulumi-broker/pulumi-broker/sdk/go/broker";
  const needs = `require ${sdk} v${version}\n\nreplace ${sdk} => ${join(out, "go", "broker")}\n`;
  writeFileSync(join(cwd, "go.mod"), `module quick\n\ngo 1.23\n\n${needs}`);
  writeFileSync(join(cwd, "main.go"), program);
  execFileSync("go", ["build", "-mod=mod", "-o", join(cwd, "quick"), "."], { cwd, stdio: "pipe" });
  stack.write(`name: quick\nruntime: go\nplugins:\n  providers:\n    - name: broker\n      path: ${pluginFolder}\n`);
  const names = () => emulator.state().instances.map(({ name }) => name);
  await stack.run("up");
  expect(names()).toContain("shop");
  await stack.run("preview", "--expect-no-changes");
  await stack.run("refresh", "--expect-no-changes");
  await stack.run("destroy");
  expect(names()).not.toContain("shop");
}
