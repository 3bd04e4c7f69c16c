import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../tools/run.mjs";
import { row } from "./rows.mjs";

const plugin = "package/dist/plugin";
/** The two parts of the package, by the arguments with which `tar` packs them. Programs in TypeScript load no plugin. */
const parts = {
  "without the plugin": [`--exclude=${plugin}`, "package"],
  "the plugin": [plugin],
};

/** B8: the size of the published package. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "size-"));
  const at = { cwd: folder, encoding: "utf8" };
  try {
    const answer = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { ...at, cwd: root });
    const [{ filename, files, entryCount }] = JSON.parse(answer);
    execFileSync("tar", ["-xzf", filename], at);
    const rows = Object.entries(parts).flatMap(([name, args]) => {
      execFileSync("tar", ["-czf", "part.tgz", ...args], at);
      const isPlugin = name === "the plugin";
      const inPart = files.filter(({ path }) => `package/${path}`.startsWith(`${plugin}/`) === isPlugin);
      const unpacked = inPart.reduce((sum, { size }) => sum + size, 0);
      const packed = statSync(join(folder, "part.tgz")).size;
      return [row("B8", `packed, ${name}`, packed / 1000), row("B8", `unpacked, ${name}`, unpacked / 1000)];
    });
    return [...rows, row("B8", "files", entryCount)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
