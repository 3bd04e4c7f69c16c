import { execFileSync } from "node:child_process";
import { root } from "../tools/run.mjs";
import { row } from "./rows.mjs";

const isOfPlugin = ({ path }) => path.startsWith("dist/plugin/");

/** B8: the size of the published package. Programs in TypeScript never load the plugin, so it also has a row of its own. */
export async function measure() {
  const answer = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" });
  const [{ size, unpackedSize, files, entryCount }] = JSON.parse(answer);
  const plugin = files.filter(isOfPlugin).reduce((bytes, file) => bytes + file.size, 0);
  return [
    row("B8", "packed", size / 1000),
    row("B8", "unpacked, the plugin", plugin / 1000),
    row("B8", "unpacked, without the plugin", (unpackedSize - plugin) / 1000),
    row("B8", "files", entryCount),
  ];
}
