/**
 * Finds the programs with which the CLI runs and writes programs in other languages and SDKs, or builds them. The official
 * download of the CLI has them beside `pulumi`. Run as a script, this file prints the path of the host of the language that
 * is named on stdout, and its progress on stderr.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildGo, findInCache, isExecutable, makeInCache } from "./cache.mjs";
import { cliVersion, findCli } from "./pulumi-cli.mjs";
import { main, root, startedDirectly } from "./run.mjs";

/** What is built in `tools/languages/<folder>`, whose `go.mod` pins the versions. Ours is built anew when its source changes. */
const source = readFileSync(join(root, "tools", "languages", "go", "main.go"));
const digest = createHash("sha256").update(source).digest("hex").slice(0, 8);
const ours = { folder: "go", version: `${cliVersion}-${digest}`, goPackage: "." };
const yaml = { folder: "yaml", version: "1.38.1", goPackage: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml" };
const hosts = {
  nodejs: ours,
  python: ours,
  go: ours,
  dotnet: {
    folder: "dotnet",
    version: "3.100.0",
    goPackage: "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3",
  },
  java: {
    folder: "java",
    version: "1.22.0",
    goPackage: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
  },
  yaml,
  // What turns programs in YAML into Pulumi's own configuration language.
  converter: {
    ...yaml,
    program: "pulumi-converter-yaml",
    goPackage: "github.com/pulumi/pulumi-yaml/cmd/pulumi-converter-yaml",
  },
};

/** The languages that have an SDK. */
export const languages = ["nodejs", "python", "go", "dotnet", "java"];

const sayOnStderr = (line) => process.stderr.write(`${line}\n`);

/**
 * The absolute path of the host of a language: beside the CLI of the tests, from the cache of an earlier run, or built from
 * its Go module; in that order.
 */
export async function languageHost(language, say = sayOnStderr) {
  const { program = `pulumi-language-${language}`, folder, version, goPackage } = hosts[language];
  const beside = join(dirname(await realpath(await findCli(say))), program);
  if (await isExecutable(beside)) return beside;
  const name = `${language}-${version}`;
  const found = await findInCache(name, program);
  if (found !== undefined) return found;
  say(`${program}: building ${version} from its Go modules, about four minutes, once …`);
  try {
    return await makeInCache(name, program, (stage) => buildGo(`languages/${folder}`, goPackage, join(stage, program)));
  } catch (error) {
    throw new Error(
      `There is no ${program} on this machine, and building it failed (${error.message}): put one beside the CLI, as the official download has it`,
    );
  }
}

if (startedDirectly(import.meta.url)) await main(async () => console.log(await languageHost(process.argv[2])));
