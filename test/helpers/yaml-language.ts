import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./paths";

/** How long a `beforeAll` may take that asks for the language host, which may have to be built. */
export const yamlLanguageMs = 60 * 60_000;

/** The folder of the CLI's host for a language, which is built where there is none. */
export async function hostFolder(language: string): Promise<string> {
  const script = join(repositoryRoot, "tools", "language-hosts.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script, language]);
  return dirname(stdout.trim());
}

/** The environment in which the CLI runs programs in YAML. */
export async function yamlEnvironment(): Promise<{ PATH: string }> {
  return { PATH: [await hostFolder("yaml"), process.env.PATH].join(delimiter) };
}
