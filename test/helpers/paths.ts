import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
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

export const read = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

/** The files under a folder of the repository, as paths from its root. */
export function filesUnder(folder: string, extension: RegExp): string[] {
  const found = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" });
  return found.filter((path) => extension.test(path) && !/node_modules/.test(path)).map((path) => join(folder, path));
}

/** A new folder outside the repository, from which nothing of the repository is found. */
export const temporaryFolder = (name: string): string => realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
