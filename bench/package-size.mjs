import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { row } from "./rows.mjs";

const plugin = "dist/plugin/";

/** B8: the size of the published package. Programs in TypeScript never load the plugin, so it also has a row of its own. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "size-"));
  try {
    const at = { cwd: folder, encoding: "utf8" };
    const answer = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { ...at, cwd: root });
    const [{ filename, size, files, entryCount }] = JSON.parse(answer);
    execFileSync("tar", ["-xzf", filename], at);
    execFileSync("tar", ["-czf", "rest.tgz", `--exclude=package/${plugin}*`, "package"], at);
    const sum = (isIn) => files.reduce((bytes, file) => bytes + (isIn(file.path) ? file.size : 0), 0);
    return [
      row("B8", "packed", size / 1000),
      row("B8", "packed, without the plugin", statSync(join(folder, "rest.tgz")).size / 1000),
      row("B8", "unpacked, the plugin", sum((path) => path.startsWith(plugin)) / 1000),
      row("B8", "unpacked, without the plugin", sum((path) => !path.startsWith(plugin)) / 1000),
      row("B8", "files", entryCount),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
