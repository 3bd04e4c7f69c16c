import { existsSync } from "node:fs";
import { CommandError } from "../command";
import { createNames } from "./names";
import { projectNameOf } from "./project";
import { readParts } from "./readParts";
import { type Order, withSession } from "./session";
import { plural, printTable } from "./summary";
import type { ImportEntry } from "./take";
import type { PartSummary } from "./thing";
import { writeWhole } from "./work";

/**
 * Writes the file with which `pulumi import --file` takes over, through the provider plugin, what the account holds and
 * no stack of this project has. Returns the exit code. The program may be in any language.
 */
export async function writePluginFile(order: Order, path: string): Promise<number> {
  if (existsSync(path)) throw new CommandError(`${path} exists already: delete it, or name another file`);
  const project = projectNameOf(process.cwd());
  return withSession(order, async (session) => {
    const known = [...session.own, ...session.others];
    // An import under a name that the stack has would take that resource for the new one.
    const names = createNames({ logical: known });
    const program = { session, project, isOfPlugin: true, names, known, variableOf: () => undefined };
    const entries: ImportEntry[] = [];
    const parts: PartSummary[] = [];
    for await (const part of readParts(program)) {
      entries.push(...part.entries);
      parts.push({ ...part, file: path });
    }
    session.progress.end();
    console.log(printTable(parts));
    if (entries.length === 0) return 0;
    writeWhole(path, `${JSON.stringify({ resources: entries }, undefined, 2)}\n`, 0o600);
    console.error(
      `${path} takes over ${plural(entries.length, "resource")}: run "pulumi import --file ${path} --stack ${session.stack}", and delete the file, which holds secrets in plain text`,
    );
    return 0;
  });
}
