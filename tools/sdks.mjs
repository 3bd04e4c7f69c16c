/**
 * `npm run sdks`: writes the SDKs for Node, Python, Go, .NET and Java into `sdk/`, as `pulumi package gen-sdk` makes them
 * from the schema of the provider plugin, in the forms in which each language publishes packages. The SDK for Node is
 * compiled, and so is the one for Go; the sources for .NET and Java are looked over by a parser. Names of languages as arguments make only theirs; `--out` names another folder.
 */
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { minuteMs, run } from "./cache.mjs";
import { languageHost, languages } from "./language-hosts.mjs";
import { parserOf } from "./parse.mjs";
import { cliVersion, findCli } from "./pulumi-cli.mjs";
import { main, root } from "./run.mjs";

/** What is done with an SDK after it is written. */
const finish = {
  async nodejs(folder) {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    // The compiler finds the SDK and the types of Node where the sources are.
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    await run(process.execPath, [tsc, "-p", folder], { timeout: 10 * minuteMs });
    rmSync(join(folder, "node_modules"));
    // What is published is the folder with the compiled files.
    for (const name of ["package.json", "README.md"]) copyFileSync(join(folder, name), join(folder, "bin", name));
  },
  async go(folder) {
    const module = join(folder, "broker");
    const sdk = `github.com/pulumi/pulumi/sdk/v3 v${cliVersion}`;
    const path = JSON.parse(readFileSync(schemaFile, "utf8")).language.go.importBasePath;
    // The sums of the module that builds the hosts, which has the SDK too.
    copyFileSync(join(root, "tools", "languages", "go", "go.sum"), join(module, "go.sum"));
    writeFileSync(join(module, "go.mod"), `module ${path}\n\ngo 1.23\n\nrequire ${sdk}\n`);
    await run("go", ["build", "-mod=mod", "./..."], { cwd: module, timeout: 30 * minuteMs });
  },
  dotnet: (folder) => lookOver(folder, "c-sharp", ".cs"),
  java: (folder) => lookOver(folder, "java", ".java"),
};

async function lookOver(folder, language, extension) {
  const errorIn = await parserOf(language);
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(extension));
  const wrong = files
    .map((name) => [name, errorIn(readFileSync(join(folder, name), "utf8"))])
    .filter(([, line]) => line !== undefined)
    .map(([name, line]) => `${name}: ${line.trim()}`);
  if (files.length === 0 || wrong.length > 0) throw new Error(`not a program in ${language}: ${wrong.join("; ")}`);
}

const schemaFile = join(root, "provider", "plugin", "schema.json");

await main(async () => {
  const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { out: { type: "string" } } });
  const out = resolve(values.out ?? join(root, "sdk"));
  const unknown = wanted.filter((name) => !languages.includes(name));
  if (unknown.length > 0)
    throw new Error(`there is no language ${unknown.join(", ")}: there are ${languages.join(", ")}`);
  const cli = await findCli();
  for (const language of wanted.length > 0 ? wanted : languages) {
    await makeSdk(language, { cli, out });
    console.error(join(out, language));
  }
});

async function makeSdk(language, { cli, out }) {
  const host = await languageHost(language);
  rmSync(join(out, language), { recursive: true, force: true });
  await withLogo(async (schema) => {
    const args = ["package", "gen-sdk", schema, "--language", language, "--out", out];
    const PATH = [dirname(host), dirname(cli), process.env.PATH].join(delimiter);
    await run(cli, args, { timeout: 10 * minuteMs, env: { PATH, PULUMI_SKIP_UPDATE_CHECK: "true" } });
  });
  await finish[language]?.(join(out, language));
}

/** Calls `work` with a schema whose logo is this repository's file: the generator for .NET downloads it into the package. */
async function withLogo(work) {
  const server = createServer((_, answer) => answer.end(readFileSync(join(root, "docs", "logo.png"))));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const folder = mkdtempSync(join(tmpdir(), "sdks-"));
  try {
    const schema = join(folder, "schema.json");
    const logoUrl = `http://127.0.0.1:${server.address().port}/logo.png`;
    writeFileSync(schema, JSON.stringify({ ...JSON.parse(readFileSync(schemaFile, "utf8")), logoUrl }));
    await work(schema);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
