import { execFileSync } from "node:child_process";
import { root } from "../tools/run.mjs";
import { row } from "./rows.mjs";

/** B8: the size of the published package. */
export async function measure() {
  const answer = execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" });
  const [{ size, unpackedSize, entryCount }] = JSON.parse(answer);
  return [row("B8", "packed", size / 1000), row("B8", "unpacked", unpackedSize / 1000), row("B8", "files", entryCount)];
}
