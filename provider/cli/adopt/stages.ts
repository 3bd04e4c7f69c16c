import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { typeToken } from "../../framework/tokens";
import { CommandError } from "../command";
import type { Progress } from "../terminal";
import type { Choice } from "./account";
import { type Identities, identitiesIn } from "./identity";
import { entryOf } from "./importFile";
import { createNames } from "./names";
import { type Program, secretsOf } from "./parts";
import { appendImports, printPart } from "./program";
import { type Declarations, openProject, type Project, readDeclarations } from "./project";
import { readParts } from "./readParts";
import { openSession, readingOf, type Session } from "./session";
import {
  type Change,
  importResources,
  listStacks,
  namesByType,
  previewChanges,
  readAllResources,
  readConfig,
  readResources,
  recordOrder,
  requireCli,
  type StackResource,
  setSecret,
  urnIn,
} from "./stack";
import { plural, printEnd, printTable } from "./summary";
import { type Part, Reference } from "./thing";
import { type BatchSummary, openWork, type Work, writeWhole } from "./work";

/** What is taken over, and how far. */
export interface Adoption {
  stack: string | undefined;
  until: "read" | "written" | "imported";
  choice: Choice;
  progress: Progress;
}

/** Runs the stages one after another. Returns the exit code. */
export async function adoptAccount({ stack: given, until, choice, progress }: Adoption): Promise<number> {
  const say = (line: string) => {
    progress.end();
    console.error(line);
  };
  const project = openProject(process.cwd());
  progress.say("asking the Pulumi CLI…");
  if (until === "imported") await requireCli();
  const session = await openSession(given);
  const { stack } = session;
  try {
    const [resources, config, stacks] = await Promise.all([readResources(stack), readConfig(stack), listStacks()]);
    const isOther = (name: string) => name.split("/").at(-1) !== stack.split("/").at(-1);
    const others = await readAllResources(stacks.filter(isOther), progress);
    const work = openWork(project.folder, stack);
    const parts = await readAll({ session, project, work, resources, others, config, choice, progress, until, say });
    progress.end();
    if (until === "read") {
      console.log(printTable(parts));
      return 0;
    }
    if (work.batches.length === 0) {
      console.log(printEnd(stack, [], parts));
      return 0;
    }
    const files = writeProgram(project, work);
    say(`program: ${files.length === 0 ? "no new file" : files.join(", ")}`);
    if (until === "written") {
      const { path } = work.writeImportFile(() => true);
      say(`import file: ${path}, which holds secrets in plain text; the next run imports and deletes it`);
      console.log(printTable(parts));
      return 0;
    }
    await setSecrets({ stack, work, project, config, progress, say });
    await importAll({ stack, work, progress, say });
    progress.say("preview…");
    const changes = await previewChanges(stack);
    throwForChanges(changes, new Set(work.batches.flatMap(({ things }) => things.map(({ urn }) => urn))));
    // Where a person has other changes, only that person may carry them out.
    progress.say("recording the order…");
    if (changes.length === 0) await recordOrder(stack);
    else say(`order: ${plural(changes.length, "other change")} of the program wait; "pulumi up" records it with them`);
    const taken = work.batches.map(partOf);
    work.remove();
    progress.end();
    console.log(printEnd(stack, taken, parts));
    return 0;
  } finally {
    await session.client.close();
  }
}

/** A batch as a summary shows it. */
const partOf = ({ file, title, things }: BatchSummary): Part => ({
  ...{ file, title, leftOut: [] },
  things: things.map((thing) => ({ ...thing, args: {}, inputs: {}, outputs: {} })),
});

/** What reading needs to know. */
interface ReadingOrder {
  session: Session;
  project: Project;
  work: Work;
  resources: readonly StackResource[];
  /** What other stacks of the project manage, which two stacks must not. */
  others: readonly StackResource[];
  config: ReadonlyMap<string, string>;
  choice: Choice;
  progress: Progress;
  until: Adoption["until"];
  say(line: string): void;
}

/**
 * Reads what no stack manages yet, and keeps each part on disk as soon as it was read. Returns the parts without what
 * makes them large.
 */
async function readAll(order: ReadingOrder): Promise<Part[]> {
  const { session, project, work, resources, others, config, choice, progress, until, say } = order;
  const { run, client, stack } = session;
  const declared = readDeclarations(project);
  const planned = work.batches.flatMap(({ things }) => things);
  if (planned.length > 0) {
    const earlier = `${plural(planned.length, "resource")} of an earlier run`;
    say(
      until === "imported" ? `going on with ${earlier}` : `${earlier} wait for their import, and are not listed again`,
    );
  }
  const reading = readingOf(session, (type, id) => managed.has(identities.of({ type, id })));
  const identities = identitiesIn(await client.instances.list(reading.call));
  const managed = identities.managedBy([...resources, ...others, ...planned]);
  const variables = exportedVariables(resources, declared, identities);
  const program: Program = {
    run,
    names: createNames({
      logical: namesByType([...resources, ...planned], declared.names),
      variables: declared.taken,
      files: [...filesIn(project.sources), ...work.batches.map(({ file }) => file)],
      configKeys: [
        ...[...config.keys()].map((key) => key.replace(/^.*?:/, "")),
        ...work.batches.flatMap(({ keys }) => keys),
      ],
    }),
    urnOf: (definition, name) => urnIn({ stack, project: project.name, type: typeToken(definition), name }),
    nameOf: (type, id) => [...resources, ...planned].find((each) => each.type === type && each.id === id)?.name,
    variableOf: (type, id) => variables.get(identities.of({ type, id })),
  };
  const parts: Part[] = [];
  let count = 0;
  for await (const part of readParts(reading, program, choice, progress)) {
    for (const { type, id, variable, exported } of part.things) {
      managed.add(identities.of({ type, id }));
      if (variable !== undefined && exported)
        variables.set(identities.of({ type, id }), new Reference(variable, part.file));
    }
    count += part.things.length;
    parts.push({ ...part, things: part.things.map((thing) => ({ ...thing, args: {}, inputs: {}, outputs: {} })) });
    if (until === "read" || part.things.length === 0) continue;
    const secrets = secretsOf(part).map(({ key, value }) => ({ key, value }));
    const { file, title, leftOut } = part;
    work.add({ file, title, leftOut: [...leftOut], text: printPart(part), entries: part.things.map(entryOf), secrets });
  }
  const noun = planned.length > 0 ? "more resource" : "resource";
  const elsewhere = others.length > 0 ? `, ${others.length} in other stacks of the project` : "";
  say(`account: ${plural(count, noun)} to take over, ${resources.length} in the stack already${elsewhere}`);
  return parts;
}

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** The variables of the program's own files that hold resources of the stack. */
function exportedVariables(
  resources: readonly StackResource[],
  declared: Declarations,
  identities: Identities,
): Map<string, Reference> {
  return new Map(
    resources.flatMap((resource) => {
      const variable = declared.variables.get(`${resource.type} ${resource.name}`);
      return variable === undefined ? [] : [[identities.of(resource), variable] as const];
    }),
  );
}

/** Writes the files that no earlier run has written, and imports them in the program's first file. Returns their names. */
function writeProgram({ sources, entry }: Project, work: Work): string[] {
  const unwritten = work.batches.filter((batch) => !work.isWritten(batch));
  for (const batch of unwritten) {
    const path = join(sources, batch.file);
    if (!existsSync(path)) writeWhole(path, work.read(batch).text);
  }
  if (unwritten.length > 0) {
    const files = unwritten.map(({ file }) => file);
    const before = existsSync(entry) ? readFileSync(entry, "utf8") : undefined;
    const after = appendImports(before, files);
    if (after !== before) writeWhole(entry, after);
  }
  // From here on the files are a person's: they may be renamed and changed before the import.
  for (const batch of unwritten) work.markWritten(batch);
  return unwritten.map(({ file }) => file);
}

/** What the last stages need to know. */
interface Ending {
  stack: string;
  work: Work;
  progress: Progress;
  say(line: string): void;
}

/** Sets the secrets that the stack's configuration does not have yet. */
async function setSecrets({
  stack,
  work,
  progress,
  say,
  project,
  config,
}: Ending & { project: Project; config: ReadonlyMap<string, string> }): Promise<void> {
  const total = work.batches.flatMap(({ keys }) => keys).length;
  let done = 0;
  for (const batch of work.batches) {
    for (const { key, value } of work.read(batch).secrets) {
      done += 1;
      if (config.get(`${project.name}:${key}`) === value) continue;
      progress.say(`configuration: setting secret ${done} of ${total}…`);
      await setSecret(stack, key, value);
    }
  }
  say(`configuration: ${plural(total, "secret")} of stack ${stack}`);
}

/** Imports what the stack does not have yet. */
async function importAll({ stack, work, progress, say }: Ending): Promise<void> {
  const known = new Set((await readResources(stack)).map(({ urn }) => urn));
  const { path, count } = work.writeImportFile((urn) => !known.has(urn));
  try {
    if (count > 0) await importResources(stack, path, count, progress);
  } finally {
    work.removeImportFile();
  }
  say(`import: ${plural(count, "resource")} into stack ${stack}`);
}

/** Throws when the program does not say what was imported. What a person has changed besides is none of it. */
function throwForChanges(changes: readonly Change[], urns: ReadonlySet<string>): void {
  const own = changes.filter(({ urn }) => urns.has(urn));
  if (own.length === 0) return;
  const named = own.slice(0, 3).map(({ urn, op }) => `${op} of ${urn.split("::").at(-1)}`);
  const more = own.length > named.length ? ` and ${own.length - named.length} more` : "";
  throw new CommandError(
    `everything is imported, but the program differs from it: the preview shows ${named.join(", ")}${more}; "pulumi preview --diff" shows what differs`,
  );
}
