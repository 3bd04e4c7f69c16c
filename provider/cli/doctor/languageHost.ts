// `doctor.ts` calls `checkLanguageHost`, which looks for the part of the Pulumi CLI that runs Node programs. Texts may
// change. A CLI that is a script must give a note and no fault, because the script does not tell where the real CLI is.
import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { findProject } from "../pulumi";
import { type Check, checksOf } from "./checks";

/** The part of the Pulumi CLI that runs programs for Node. The CLI brings this part along, and never downloads it. */
const host = "pulumi-language-nodejs";

/**
 * Tells where the CLI lacks the part that runs the project's program: `pulumi up` and `adopt` fail then. The CLI looks
 * for this part on PATH, in its own folder and among its plugins.
 */
export function checkLanguageHost(env: NodeJS.ProcessEnv): Check[] {
  const project = findProject(process.cwd());
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const cli = onPath.flatMap((folder) => programsIn(folder, "pulumi"))[0];
  if (project === undefined || (project.runtime ?? "nodejs") !== "nodejs" || cli === undefined) return [];
  const real = realpathSync(cli);
  if ([...onPath, dirname(real)].some((folder) => programsIn(folder, host).length > 0)) return [];
  const plugins = join(env["PULUMI_HOME"] ?? join(homedir(), ".pulumi"), "plugins");
  if (namesIn(plugins).some((name) => name.startsWith("language-nodejs-"))) return [];
  const { fault, note } = checksOf("Language host");
  const lack = `Pulumi needs ${host} to run the program, but this file is neither on PATH nor in the folder of the Pulumi CLI`;
  const way = "install all files of the CLI (https://www.pulumi.com/docs/install/)";
  return [isScript(real) ? note(`${lack}: if a run finds no language plugin, ${way}`) : fault(`${lack}: ${way}`)];
}

const programsIn = (folder: string, name: string): string[] =>
  ["", ".exe", ".cmd", ".bat"].map((ending) => join(folder, name + ending)).filter((path) => existsSync(path));

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** True for a script, and for a file that cannot be read. */
function isScript(path: string): boolean {
  try {
    const file = openSync(path, "r");
    const start = Buffer.alloc(2);
    readSync(file, start);
    closeSync(file);
    return start.toString() === "#!" || /\.(cmd|bat)$/.test(path);
  } catch {
    return true;
  }
}
