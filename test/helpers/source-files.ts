import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./paths";

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

/** The files under a folder of the repository, as paths from its root. */
export function filesUnder(folder: string, extension: RegExp): string[] {
  const found = readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" });
  return found.filter((path) => extension.test(path) && !/node_modules/.test(path)).map((path) => join(folder, path));
}
