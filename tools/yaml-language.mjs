/**
 * Finds `pulumi-language-yaml`, with which the CLI runs programs in YAML, or builds it. The official download of the CLI
 * has it beside `pulumi`. Run as a script, this file prints the path on stdout and its progress on stderr.
 */
import { realpath } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { buildGo, findInCache, isExecutable, makeInCache } from "./cache.mjs";
import { findCli } from "./pulumi-cli.mjs";
import { main, startedDirectly } from "./run.mjs";

/** The version that is built when the machine has none; `tools/yaml-language/go.mod` pins the same one. */
const version = "1.38.1";

const program = "pulumi-language-yaml";
const goPackage = `github.com/pulumi/pulumi-yaml/cmd/${program}`;

/**
 * The absolute path of `pulumi-language-yaml`: beside the CLI of the tests, from PATH, from the cache of an earlier run,
 * or built from its Go module; in that order. The CLI finds it when its folder is on PATH.
 *
 * @param {(line: string) => void} say receives lines about the progress
 * @returns {Promise<string>}
 */
export async function yamlLanguage(say = (line) => process.stderr.write(`${line}\n`)) {
  const cli = await findCli(say);
  const folders = [dirname(await realpath(cli)), ...(process.env.PATH ?? "").split(delimiter).filter(Boolean)];
  for (const folder of folders) {
    if (await isExecutable(join(folder, program))) return join(folder, program);
  }
  const name = `yaml-${version}`;
  return (await findInCache(name, program)) ?? (await make(name, say));
}

async function make(name, say) {
  say(`Pulumi's YAML: building ${version} from its Go modules, about four minutes, once …`);
  try {
    return await makeInCache(name, program, (stage) => buildGo("yaml-language", goPackage, join(stage, program)));
  } catch (error) {
    throw new Error(
      `There is no ${program} on this machine, and building it failed (${error.message}): put one beside the CLI, as the official download has it, or on PATH`,
    );
  }
}

if (startedDirectly(import.meta.url)) await main(async () => console.log(await yamlLanguage()));
