import { existsSync } from "node:fs";
import { pluginToken } from "../../framework/kind/tokens";
import { CommandError } from "../command";
import type { Progress } from "../terminal";
import type { Choice } from "./account";
import { identitiesIn } from "./identity";
import { type ImportEntry, pluginEntryOf } from "./importFile";
import { createNames } from "./names";
import { projectNameOf } from "./project";
import { readParts } from "./readParts";
import { openSession, readingOf } from "./session";
import { listStacks, namesByType, readAllResources, urnIn } from "./stack";
import { plural, printTable } from "./summary";
import type { Part } from "./thing";
import { writeWhole } from "./work";

/** What is written, and where. */
interface PluginFile {
  /** The stack whose configuration has the key. */
  stack: string | undefined;
  path: string;
  choice: Choice;
  progress: Progress;
}

/**
 * Writes the file with which `pulumi import --file` takes over, through the provider plugin, what the account holds and
 * no stack of this project has. Returns the exit code. The program may be in any language.
 */
export async function writePluginFile({ stack: given, path, choice, progress }: PluginFile): Promise<number> {
  if (existsSync(path)) throw new CommandError(`${path} exists already: delete it, or name another file`);
  const project = projectNameOf(process.cwd());
  progress.say("asking the Pulumi CLI…");
  const session = await openSession(given);
  const { stack, run, client } = session;
  try {
    const resources = await readAllResources(await listStacks(), progress);
    const reading = readingOf(session, (type, id) => managed.has(identities.of({ type, id })));
    const identities = identitiesIn(await client.instances.list(reading.call));
    const managed = identities.managedBy(resources);
    const program = {
      run,
      // An import under a name that the stack has would take that resource for the new one.
      names: createNames({ logical: namesByType(resources) }),
      urnOf: (definition: { type: string }, name: string) =>
        urnIn({ stack, project, type: pluginToken(definition), name }),
      nameOf: (type: string, id: string) => resources.find((each) => each.type === type && each.id === id)?.name,
      variableOf: () => undefined,
    };
    const entries: ImportEntry[] = [];
    const parts: Part[] = [];
    for await (const part of readParts(reading, program, choice, progress)) {
      entries.push(...part.things.map(pluginEntryOf));
      parts.push({ ...part, file: path });
    }
    progress.end();
    console.log(printTable(parts));
    if (entries.length === 0) return 0;
    writeWhole(path, `${JSON.stringify({ resources: entries }, undefined, 2)}\n`, 0o600);
    console.error(
      `${path} takes over ${plural(entries.length, "resource")}: run "pulumi import --file ${path} --stack ${stack}", and delete the file, which holds secrets in plain text`,
    );
    return 0;
  } finally {
    await client.close();
  }
}
