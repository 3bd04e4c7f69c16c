/** Writes files that other processes may be loading. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Puts files in place below a folder: a map of texts by path. Files that are not in it are removed, except declarations and
 * hidden ones, which the compiler writes. A process that loads a file meanwhile gets the old text or the new one, and never
 * a part; a file that has its text already is left alone.
 */
export function putFiles(folder, files) {
  for (const [name, text] of files) putFile(join(folder, name), text);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    // A name that ends with a number is that of a file which another build is writing.
    const isOthers = name.startsWith(".") || /\.d\.ts$|\.\d+$/.test(name);
    if (!isOthers && !files.has(name) && statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      rmSync(join(folder, name));
  }
}

function putFile(path, text) {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
