import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The repository's root: where `node_modules` lies, and so the folder in which the dynamic-provider host must run. */
export const repositoryRoot = dirname(dirname(__dirname));

/** What a Node process of the SDK loads first, so that it starts faster. */
export const lazySdk = join(__dirname, "lazy-sdk.cjs");

/** The folder of the CLI's language host for tests, which belongs on PATH. */
export const languageHost = join(repositoryRoot, "tools", "language-host");

/** What a Node process loads first whose memory is measured. */
export const peakMemory = join(__dirname, "peak-memory.cjs");

/** The folder with the executable of the provider plugin. */
export const pluginFolder = join(repositoryRoot, "dist", "plugin");

/** The text of every file below a folder, by its path there. */
export function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}
