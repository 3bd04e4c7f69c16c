import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./paths";

/** How long a `beforeAll` may take that asks for the language host, which may have to be built. */
export const yamlLanguageMs = 60 * 60_000;

/** The environment in which the CLI runs programs in YAML. The language host for it is built where there is none. */
export async function yamlEnvironment(): Promise<{ PATH: string }> {
  const script = join(repositoryRoot, "tools", "yaml-language.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return { PATH: [dirname(stdout.trim()), process.env.PATH].join(delimiter) };
}
