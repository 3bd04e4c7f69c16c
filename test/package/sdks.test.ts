import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { runOnStack } from "../helpers/command";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import { pluginFolder, read, repositoryRoot, temporaryFolder } from "../helpers/paths";
import { readSchema } from "../helpers/plugin-schema";
import { cliPath } from "../helpers/stack";
import { hostFolder, yamlLanguageMs } from "../helpers/yaml-language";
import { withYamlStack, type YamlStack } from "../helpers/yaml-stack";

/** Needs the engine: its CLI writes the SDKs, as `npm run sdks` does, and runs a program in Go. */

const out = temporaryFolder("sdks");
const env = { ...process.env, PULUMI_CLI: cliPath() };

beforeAll(() => {
  execFileSync(process.execPath, [join(repositoryRoot, "tools", "sdks.mjs"), "--out", out], { stdio: "pipe", env });
  // The SDK for Node finds there what it needs.
  fs.symlinkSync(join(repositoryRoot, "node_modules"), join(out, "node_modules"));
}, yamlLanguageMs);
afterAll(() => fs.rmSync(out, { recursive: true, force: true }));

const sdk = "github.com/pulumi-broker/pulumi-broker/sdk/go/broker";

/** Makes a folder the module of a program in Go that uses the SDK. */
function makeModule(folder: string): void {
  const from = join(out, "go", "broker");
  const needs = `require ${sdk} v0.0.0\n\nreplace ${sdk} => ${from}\n`;
  fs.writeFileSync(join(folder, "go.mod"), `module program\n\ngo 1.23\n\n${needs}`);
  fs.copyFileSync(join(from, "go.sum"), join(folder, "go.sum"));
}

/** Makes a folder such a module, and builds it, which completes `go.mod`. */
function buildModule(cwd: string): void {
  makeModule(cwd);
  execFileSync("go", ["build", "-mod=mod", "-o", join(cwd, "program"), "."], { cwd, stdio: "pipe" });
}

const { version, pluginDownloadURL, resources, functions } = readSchema();
const kindsAndFunctions = [...Object.keys(resources), ...Object.keys(functions)].map((token) =>
  token.replace(/.*:/, ""),
);

test("the SDK for Node is a package with declarations for every kind and function", () => {
  const folder = join(out, "nodejs", "bin");
  const about = JSON.parse(fs.readFileSync(join(folder, "package.json"), "utf8"));
  expect(about).toMatchObject({ name: "@pulumi-broker/broker", version, pulumi: { server: pluginDownloadURL } });
  const index = fs.readFileSync(join(folder, "index.d.ts"), "utf8");
  expect(kindsAndFunctions.filter((name) => !new RegExp(`\\b${name}\\b`).test(index))).toEqual([]);
});

test("the SDK for Python compiles and says its types", () => {
  const folder = join(out, "python", "pulumi_broker");
  execFileSync("python3", ["-m", "compileall", "-q", folder], { stdio: "pipe" });
  expect(fs.readdirSync(folder)).toEqual(expect.arrayContaining(["py.typed", "__init__.py", "pulumi-plugin.json"]));
  expect(JSON.parse(fs.readFileSync(join(folder, "pulumi-plugin.json"), "utf8"))).toMatchObject({ version });
});

test("the SDKs for .NET and Java have every kind and function", () => {
  const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const inDotnet = fs.readdirSync(join(out, "dotnet"));
  expect(kindsAndFunctions.filter((name) => !inDotnet.includes(`${capital(name)}.cs`))).toEqual([]);
  const java = join(out, "java", "src", "main", "java", "io", "github", "pulumibroker", "broker");
  const inJava = fs.readdirSync(java).join() + fs.readFileSync(join(java, "BrokerFunctions.java"), "utf8");
  expect(kindsAndFunctions.filter((name) => !new RegExp(`\\b${name}(\\.java|\\()`).test(inJava))).toEqual([]);
});

test(
  "the examples in every language are as they are made: npm run examples renews them",
  () => {
    execFileSync(process.execPath, [join(repositoryRoot, "tools", "examples.mjs"), "--check"], { stdio: "pipe", env });
  },
  yamlLanguageMs,
);

const examples: Record<string, Record<"go" | "typescript", string>> = JSON.parse(read("tools/schema/examples.json"));

/** Writes the examples of a language into a folder beside the SDKs, each into a file of its own. */
function writeExamples(language: "go" | "typescript", fileOf: (name: string) => string): string {
  const folder = join(out, `examples-${language}`);
  for (const [name, programs] of Object.entries(examples)) {
    const path = join(folder, fileOf(name));
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, programs[language]);
  }
  return folder;
}

test("every example and the program of the page compile in Go", () => {
  const cwd = writeExamples("go", (name) => `${name}/main.go`);
  const [, quick = ""] = /^```go\n([\s\S]*?)^```$/m.exec(read("docs/languages.md")) ?? [];
  fs.mkdirSync(join(cwd, "page"));
  fs.writeFileSync(join(cwd, "page", "main.go"), quick);
  makeModule(cwd);
  execFileSync("go", ["vet", "-mod=mod", "./..."], { cwd, stdio: "pipe" });
}, 600_000);

test("every example compiles in TypeScript", () => {
  const cwd = writeExamples("typescript", (name) => `${name}.ts`);
  const modules = join(repositoryRoot, "node_modules");
  fs.mkdirSync(join(cwd, "node_modules", "@pulumi-broker"), { recursive: true });
  fs.symlinkSync(join(out, "nodejs", "bin"), join(cwd, "node_modules", "@pulumi-broker", "broker"));
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  const files = Object.keys(examples).map((name) => `${name}.ts`);
  execFileSync(process.execPath, [join(modules, "typescript", "bin", "tsc"), ...options, ...files], {
    cwd,
    stdio: "pipe",
  });
}, 600_000);

test(
  "in Go, the example of the component goes up, previews empty, and is destroyed",
  async () => {
    const options = { onPath: [await hostFolder("go")], config: { "quick:metricsKey": "key-7f3a" } };
    await withEmulator((emulator) => withYamlStack("quick", emulator, options, (stack) => live(emulator, stack)), {
      speed: 400,
    });
  },
  yamlLanguageMs,
);

async function live(emulator: TestEmulator, stack: YamlStack): Promise<void> {
  const { cwd } = stack.shell;
  fs.writeFileSync(join(cwd, "main.go"), examples["MonitoredInstance"]?.go ?? "");
  buildModule(cwd);
  stack.write(`name: quick\nruntime: go\npackages:\n  broker: ${pluginFolder}\n`);
  const names = () => emulator.state().instances.map(({ name }) => name);
  await stack.run("up");
  expect(names()).toContain("shop");
  const types = stack.exportState().deployment.resources?.map(({ type }) => type);
  expect(types?.filter((type) => /broker:index:[A-Z]/.test(type))).toHaveLength(9);
  await stack.run("preview", "--expect-no-changes");
  await stack.run("refresh", "--expect-no-changes");
  await stack.run("destroy");
  expect(names()).not.toContain("shop");
}

test(
  "the program in Go that takes over a whole account changes nothing",
  async () => {
    const onPath = [await hostFolder("go")];
    const body = (emulator: TestEmulator) =>
      withYamlStack("account", emulator, { onPath }, async (stack) => {
        const { cwd } = stack.shell;
        stack.write(`name: account\nruntime: go\nmain: .\npackages:\n  broker: ${pluginFolder}\n`);
        await runOnStack(stack, ["adopt", "--import-file", "all.json", "--stack", stack.name]);
        const flags = ["--yes", "--skip-preview", "--stack", stack.name];
        await stack.cli(["import", "--file", "all.json", "--out", "main.go", ...flags]);
        buildModule(cwd);
        expect((await stack.run("preview", "--expect-no-changes")).text).toMatch(/1\d unchanged/);
        expect(emulator.writes()).toEqual([]);
      });
    await withEmulator(body, { speed: 400 });
  },
  yamlLanguageMs,
);
