/**
 * Finds the language hosts with which the CLI writes SDKs and programs, or builds them. The official download of the CLI has
 * them beside `pulumi`. Run as a script, this file prints the path of the host of the language that is named.
 */
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildGo, findInCache, isExecutable, makeInCache } from "./cache.mjs";
import { cliVersion, findCli } from "./pulumi-cli.mjs";
import { main, startedDirectly } from "./run.mjs";

/** The versions that `tools/languages/<folder>/go.mod` pins, and what is built there. */
const ours = { folder: "go", version: cliVersion, goPackage: "." };
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
};

/** The languages that have an SDK. */
export const languages = Object.keys(hosts);

/** What turns programs in YAML into Pulumi's own configuration language. */
const converter = {
  program: "pulumi-converter-yaml",
  folder: "../yaml-language",
  version: "1.38.1",
  goPackage: "github.com/pulumi/pulumi-yaml/cmd/pulumi-converter-yaml",
};

/**
 * The absolute path of the host of a language: beside the CLI of the tests, from the cache of an earlier run, or built from
 * its Go module; in that order. A host on PATH may only run programs.
 */
export async function languageHost(language, say) {
  const made = language === "converter" ? converter : hosts[language];
  const { program = `pulumi-language-${language}`, folder, version, goPackage } = made;
  const beside = join(dirname(await realpath(await findCli(say))), program);
  if (await isExecutable(beside)) return beside;
  const name = `language-${language}-${version}`;
  const found = await findInCache(name, program);
  if (found !== undefined) return found;
  say(`${program}: building ${version} from its Go modules, some minutes, once …`);
  return makeInCache(name, program, (stage) => buildGo(`languages/${folder}`, goPackage, join(stage, program)));
}

if (startedDirectly(import.meta.url)) {
  await main(async () => console.log(await languageHost(process.argv[2], (line) => process.stderr.write(`${line}\n`))));
}
