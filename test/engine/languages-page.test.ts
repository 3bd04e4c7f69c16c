import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { runOnStack } from "../helpers/command";
import { pluginFolder, read, repositoryRoot } from "../helpers/paths";
import { kindInSchema, readSchema } from "../helpers/plugin-schema";
import { placePackage } from "../helpers/user-project";
import { hostFolder } from "../helpers/yaml-language";
import { testYaml } from "../helpers/yaml-stack";

/** Needs the engine: the page on other languages, in order, where its programs and commands run here. */

const page = read("docs/languages.md");
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text);

test("the page has the blocks that this test knows", () => {
  const languages = [...page.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  expect(languages).toEqual(["sh", "yaml", "sh", "sh", "sh", "typescript", "yaml", "python", "go", "sh", "sh", "sh"]);
  // `plugin-moved` runs what the last block says; the package tier installs the package, and the plugin from a server of
  // its own.
  expect(blocksOf("sh").join("")).toBe(`npm install pulumi-broker @pulumi/pulumi
pulumi plugin install resource broker --server ${readSchema().pluginDownloadURL}
pulumi package gen-sdk ./node_modules/pulumi-broker/dist/plugin --language python --out sdk
pulumi new https://github.com/pulumi-broker/pulumi-broker/tree/main/examples/templates/yaml
pulumi import broker:index:Vpc network 5001
npx pulumi-broker adopt --import-file account.json
pulumi import --file account.json --out program.yaml
pulumi preview --expect-no-changes
pulumi up
`);
});

test("the program in Python uses kinds and arguments that the schema has", () => {
  const [program = ""] = blocksOf("python");
  const schema = readSchema();
  const calls = [...program.matchAll(/broker\.([A-Z]\w*)\(([\s\S]*?)\)$/gm)];
  expect(calls.map(([, kind]) => kind)).toEqual(["Vpc", "Instance", "Recipient", "Alarm"]);
  for (const [, kind = "", text = ""] of calls) {
    const names = [...text.matchAll(/\b([a-z_]+)=/g)].map(([, name = ""]) =>
      name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    );
    const { inputProperties, requiredInputs = [] } = kindInSchema(schema, kind);
    expect(Object.keys(inputProperties)).toEqual(expect.arrayContaining(names));
    expect(names).toEqual(expect.arrayContaining(requiredInputs));
  }
});

testYaml(
  "the program in YAML goes up, and the commands of the page do what it says",
  { project: "languages", showsSecrets: true },
  async ({ emulator, stack }) => {
    const { cwd, env } = stack.shell;
    const modules = join(cwd, "node_modules");
    mkdirSync(modules);
    await placePackage(modules);
    const [setup = "", program = ""] = blocksOf("yaml");
    stack.write(`name: languages\nruntime: yaml\n${setup}${program}`);
    await stack.run("up");
    await stack.run("preview", "--expect-no-changes");
    const shop = emulator.state().instances.find(({ name }) => name === "shop");
    expect((await stack.cli(["stack", "output", "host", "--stack", stack.name])).stdout.trim()).toMatch(/\w\.\w/);
    expect(
      emulator.state().alarms.filter(({ type, instance_id: id }) => type === "queue" && id === shop?.id),
    ).toMatchObject([{ queue_regex: "^orders$", value_threshold: 10_000 }]);
    const [, , sdk = ""] = blocksOf("sh");
    const hosts = [await hostFolder("nodejs"), await hostFolder("python")];
    env.PATH = [...hosts, env.PATH].join(delimiter);
    await stack.cli(sdk.trim().split(" ").slice(1));
    expect(readdirSync(join(cwd, "sdk"), { recursive: true })).toContain(join("python", "pulumi_broker", "vpc.py"));

    const fields = { name: "later", region: "provider-a::region-1", subnet: "10.99.0.0/24", tags: [] };
    const id = `${emulator.patch({ op: "add", in: "vpcs", fields })[0]}`;
    const flags = ["--yes", "--skip-preview", "--stack", stack.name];
    const imported = await stack.cli(["import", "broker:index:Vpc", "later", id, ...flags]);
    expect(imported.stdout).toMatch(/later:\s+type: broker:(index:)?Vpc/);
    const adopted = await runOnStack(stack, ["adopt", "--import-file", "account.json", "--stack", stack.name]);
    expect(adopted).toMatchObject({ code: 0, stdout: expect.not.stringContaining("later") });
    await stack.cli(["import", "--file", "account.json", "--out", "program.yaml", ...flags]);
    const taken = parse(readFileSync(join(cwd, "program.yaml"), "utf8")).resources;
    expect(taken).toMatchObject({ "seeded-clustered": { type: "broker:Instance", options: { protect: true } } });
    const { tags: _none, ...properties } = fields;
    const later = { type: "broker:Vpc", properties, options: { protect: true } };
    const { resources, ...rest } = parse(setup + program);
    const all = { name: "languages", runtime: "yaml", ...rest, resources: { ...resources, ...taken, later } };
    stack.write(JSON.stringify(all));
    await stack.run("preview", "--expect-no-changes");
  },
);

testYaml(
  "`pulumi new` makes a project of each template, with the program of the page",
  { project: "new" },
  async ({ stack }) => {
    const { cwd, env } = stack.shell;
    const hosts = await Promise.all(["nodejs", "go", "python"].map(hostFolder));
    env.PATH = [...hosts, env.PATH].join(delimiter);
    await stack.cli(["plugin", "install", "resource", "broker", `v${readSchema().version}`, "--file", pluginFolder]);
    const programs = { typescript: "index.ts", yaml: "Pulumi.yaml", python: "__main__.py", go: "main.go" };
    for (const [language, file] of Object.entries(programs)) {
      const [template, made] = [join(repositoryRoot, "examples", "templates", language), join(cwd, language)];
      await stack.cli(["new", template, "--generate-only", "--yes", "--name", "mine", "--dir", made]);
      expect(readdirSync(made).sort()).toEqual(readdirSync(template).sort());
      const texts = readdirSync(made).map((name) => readFileSync(join(made, name), "utf8"));
      expect(texts.join("")).not.toMatch(/\$\{(PROJECT|DESCRIPTION)/);
      expect(readFileSync(join(template, file), "utf8").endsWith(blocksOf(language).at(-1) ?? "")).toBe(true);
    }
  },
);
