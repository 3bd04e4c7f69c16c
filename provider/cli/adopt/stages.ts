import { existsSync, readdirSync } from "node:fs";
import { typeToken } from "../../framework/kind/tokens";
import type { Progress } from "../terminal";
import type { Choice } from "./account";
import { linkFiles, writeFiles } from "./files";
import { type Identities, identitiesIn } from "./identity";
import { entryOf } from "./importFile";
import { createNames } from "./names";
import { type Program, secretsOf } from "./parts";
import { printPart } from "./program";
import { type Declarations, openProject, type Project, readDeclarations } from "./project";
import { readParts } from "./readParts";
import { openSession, readingOf, type Session } from "./session";
import {
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
  setSecrets,
  splitSecrets,
  urnIn,
} from "./stack";
import { plural, printEnd, printTable } from "./summary";
import { type Part, Reference } from "./thing";
import { explainWaiting, throwForChanges } from "./waiting";
import { type BatchSummary, openWork, type Work } from "./work";

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
    const files = writeFiles(project, work);
    say(`program: ${files.length === 0 ? "no new file" : files.join(", ")}`);
    if (until === "written") {
      const { path } = work.writeImportFile(() => true);
      say(`import file: ${path}, which holds secrets in plain text; the next run imports and deletes it`);
      say("the program has no import of the new files yet: the next run adds it once the stack has what they declare");
      console.log(printTable(parts));
      return 0;
    }
    await setMissing({ stack, work, project, config, progress, say });
    await importAll({ stack, work, progress, say });
    for (const file of linkFiles(project, work)) {
      say(`${file} is not there any more: import the file that has its resources in ${project.entry}`);
    }
    progress.say("preview…");
    const changes = await previewChanges(stack);
    throwForChanges(changes, new Set(work.batches.flatMap(({ things }) => things.map(({ urn }) => urn))));
    // Where a person has other changes, only that person may carry them out.
    progress.say("recording the order…");
    if (changes.length === 0) await recordOrder(stack);
    const taken = work.batches.map(partOf);
    work.remove();
    progress.end();
    console.log(printEnd(stack, taken, parts));
    const { lines, isSafe } = explainWaiting({ stack, stacks: stacks.filter(isOther), changes, others });
    for (const line of lines) console.error(line);
    return isSafe ? 0 : 1;
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

/** What the last stages need to know. */
interface Ending {
  stack: string;
  work: Work;
  progress: Progress;
  say(line: string): void;
}

/** Sets the secrets that the stack's configuration does not have yet. */
async function setMissing({
  stack,
  work,
  progress,
  say,
  project,
  config,
}: Ending & { project: Project; config: ReadonlyMap<string, string> }): Promise<void> {
  const total = work.batches.flatMap(({ keys }) => keys).length;
  const isSet = ({ key, value }: { key: string; value: string }) => config.get(`${project.name}:${key}`) === value;
  const missing = work.batches.flatMap((batch) => work.read(batch).secrets).filter((each) => !isSet(each));
  let done = total - missing.length;
  for (const part of splitSecrets(missing)) {
    progress.say(`configuration: setting the secrets… ${done} of ${total} done`);
    await setSecrets(stack, part);
    done += part.length;
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
