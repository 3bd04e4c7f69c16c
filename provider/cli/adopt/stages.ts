// `cli/adopt.ts` calls `adoptAccount`, or `writePluginFile` for `--import-file`. The stages are: read, write, set
// secrets, import, preview, record. Notes may change. The program must import new files only after the stack has their
// resources, because an `up` before the import would make every broker twice.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { cleanLine } from "../../api";
import { nameInUrn } from "../../framework/kind/tokens";
import { CommandError } from "../command";
import { firstOf } from "../terminal";
import { createNames } from "./names";
import { readParts } from "./parts";
import { printPart, valuesIn } from "./program";
import { findAnyProject, openProject, type Project, readDeclarations } from "./project";
import { type Order, type Session, withSession } from "./session";
import * as stacks from "./stack";
import { plural, printEnd, printTable, sayWhatWaits, throwForChanges } from "./summary";
import type { ImportEntry } from "./take";
import { type PartSummary, Reference, Secret } from "./thing";
import { openWork, type Work, writeWhole } from "./work";

/** How far the stages go. */
type Until = "read" | "written" | "imported";

interface Stage {
  session: Session;
  project: Project;
  work: Work;
  config: ReadonlyMap<string, string>;
}

/** Runs the stages one after another. Returns the exit code. */
export async function adoptAccount(order: Order, until: Until): Promise<number> {
  const { progress } = order;
  const project = openProject(process.cwd());
  progress.say("asking the Pulumi CLI…");
  if (until === "imported") await stacks.requireCli();
  return withSession(order, async (session) => {
    const { stack } = session;
    await refuseSharedProgram(session, project);
    const work = openWork(project.folder, stack);
    const stage = { session, project, work, config: await stacks.readConfig(stack) };
    const parts = await readAll(stage, until);
    if (until === "read" || work.batches.length === 0) {
      progress.print(until === "read" ? printTable(parts) : printEnd(stack, [], parts));
      return 0;
    }
    const files = work.writeFiles(project);
    progress.note(`program: ${files.length === 0 ? "no new file" : files.join(", ")}`);
    if (until === "written") {
      const { path } = work.writeImportFile(() => true);
      progress.note(
        `wrote the import file ${path}, which holds secrets in plain text. The next run without --write-only imports this file, and deletes it`,
      );
      progress.note(
        "the program does not load the new files yet. The next run without --write-only imports the resources into the stack, and then adds to the program the lines that load the new files",
      );
      progress.print(printTable(parts));
      return 0;
    }
    await resumable(async () => {
      await setMissing(stage);
      await importAll(stage);
    });
    for (const file of work.linkFiles(project))
      progress.note(
        `${file} does not exist. If another file now declares the resources of ${file}, import that other file in ${project.entry}`,
      );
    progress.say("preview…");
    const changes = await stacks.previewSteps(stack, "everything is imported, but ");
    throwForChanges(
      changes,
      work.batches.flatMap(({ things }) => things.map(({ urn }) => urn)),
    );
    // If the program has other changes, only a person may carry out the changes.
    progress.say("recording the order…");
    if (changes.length === 0) await resumable(() => stacks.recordOrder(stack));
    work.remove();
    progress.print(printEnd(stack, work.batches, parts));
    sayWhatWaits(session, changes);
    return 0;
  });
}

/**
 * Throws when an `up` of the stack would make what another stack of the project has: then both share the program. A
 * stack whose program tells the stacks apart passes, because an `up` of such a stack makes nothing twice.
 */
async function refuseSharedProgram({ stack, others, progress }: Session, project: Project): Promise<void> {
  if (others.length === 0) return;
  progress.say("running a preview to see whether the program declares objects of other stacks…");
  const { twice, failure } = await findTwice(stack, others, project);
  if (twice.length === 0) return;
  const owners = [...new Set(twice.map(({ urn }) => urn.split(":")[2] ?? ""))].join(", ");
  const names = firstOf(twice.map(({ urn }) => nameInUrn(urn)));
  throw new CommandError(
    cleanLine(
      `the program of this project declares resources (${names}) that stack ${owners} already has. A pulumi up of stack ${stack} would make these resources a second time. Run "pulumi new typescript" in a new folder, then run "npx pulumi-broker adopt" in the new folder. Or let the program declare these resources only in stack ${owners} (pulumi.getStack() gives the stack)${failure}`,
    ),
  );
}

/** The resources of others that the program declares in this stack, too. If the preview fails, the text decides. */
async function findTwice(stack: string, others: readonly stacks.StackResource[], project: Project) {
  const keyOf = (urn: string) => urn.split("::").slice(2).join("::");
  try {
    const steps = await stacks.previewSteps(stack);
    const made = new Set(steps.filter(({ op }) => op === "create").map(({ urn }) => keyOf(urn)));
    return { twice: others.filter(({ urn }) => made.has(keyOf(urn))), failure: "" };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { names } = readDeclarations(project);
    const isDeclared = ({ type, name }: stacks.StackResource) =>
      names.some((each) => each.type === type && each.name === name);
    return { twice: others.filter(isDeclared), failure: `; ${error.message}` };
  }
}

/** Does `work` after all files are written. A failure says that the next run goes on where this run stopped. */
async function resumable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CommandError) || error.message.endsWith("again")) throw error;
    throw new CommandError(
      `${error.message}; correct the cause and run the same command again. The command then continues where the earlier run stopped`,
    );
  }
}

/** Reads the things that no stack manages yet. Keeps each part on disk after its read, unless `until` is `read`. */
async function readAll({ session, project, work, config }: Stage, until: Until): Promise<PartSummary[]> {
  const { own, others, read, managed, progress } = session;
  const declared = readDeclarations(project);
  const planned = work.batches.flatMap(({ things }) => things);
  if (planned.length > 0) {
    const earlier = `${plural(planned.length, "resource")} of an earlier run`;
    progress.note(
      until === "imported"
        ? `going on with ${earlier}`
        : `the list leaves out ${earlier}, whose import is still to come`,
    );
  }
  managed.add(planned);
  /** The variables that hold resources: at first those of the program's own files. */
  const variables = new Map(
    own.flatMap((resource) => {
      const variable = declared.exported.get(`${resource.type} ${resource.name}`);
      return variable === undefined ? [] : [[managed.keyOf(resource), variable] as const];
    }),
  );
  const held = [...own, ...planned];
  const known = [...held, ...read];
  const sources = existsSync(project.sources) ? readdirSync(project.sources) : [];
  const configured = [...config.keys()].map((key) => key.replace(/^.*?:/, ""));
  const names = createNames({
    logical: [...known, ...declared.names],
    variables: declared.variables,
    files: [...sources, ...work.batches.map(({ file }) => file)],
    configKeys: [...configured, ...work.batches.flatMap(({ keys }) => keys)],
  });
  const variableOf = (type: string, id: string) => variables.get(managed.keyOf({ type, id }));
  const program = { session, project: project.name, isOfPlugin: false, names, known, held, variableOf };
  const parts: PartSummary[] = [];
  let count = 0;
  for await (const part of readParts(program)) {
    const { file, things, leftOut, entries } = part;
    for (const { variable, exported, ...thing } of things) {
      if (variable !== undefined && exported) variables.set(managed.keyOf(thing), new Reference(variable, file));
    }
    count += things.length;
    parts.push({ file, leftOut, things: things.map(({ type, id, name }) => ({ type, id, name })) });
    if (until === "read" || things.length === 0) continue;
    const secrets = things.flatMap(({ args }) => valuesIn(args)).filter((value) => value instanceof Secret);
    work.add({ file, text: printPart(part), entries, secrets });
  }
  const noun = planned.length > 0 ? "more resource" : "resource";
  const elsewhere = others.length > 0 ? `; in other stacks of the project: ${others.length}` : "";
  progress.note(`account: found ${plural(count, noun)} to take over; already in this stack: ${own.length}${elsewhere}`);
  return parts;
}

/** Sets the secrets that the stack's configuration lacks, or has with another value. */
async function setMissing({ session: { stack, progress }, work, project, config }: Stage): Promise<void> {
  const secrets = work.batches.flatMap((batch) => work.read(batch).secrets);
  const missing = secrets.filter(({ key, value }) => config.get(`${project.name}:${key}`) !== value);
  let done = secrets.length - missing.length;
  for (const part of stacks.splitSecrets(missing)) {
    progress.say(`configuration: ${done} of ${secrets.length} secrets are set so far`);
    await stacks.setSecrets(stack, part);
    done += part.length;
  }
  progress.note(`configuration: ${plural(secrets.length, "secret")} of stack ${stack}`);
}

/** Imports what the stack does not have yet. */
async function importAll({ session: { stack, progress }, work }: Stage): Promise<void> {
  const known = new Set((await stacks.readResources(stack)).map(({ urn }) => urn));
  const { path, count } = work.writeImportFile((urn) => !known.has(urn));
  try {
    if (count > 0) await stacks.importResources(stack, path, count, progress);
  } finally {
    rmSync(path, { force: true });
  }
  progress.note(`import: ${plural(count, "resource")} into stack ${stack}`);
}

/** Writes the file with which `pulumi import --file` takes over through the plugin, for a program in any language. */
export async function writePluginFile(order: Order, path: string): Promise<number> {
  if (existsSync(path))
    throw new CommandError(`the file ${path} already exists: delete this file, or give the path of another file`);
  const { name: project } = findAnyProject(process.cwd());
  return withSession(order, async (session) => {
    const { own: held, others, read } = session;
    const known = [...held, ...others, ...read];
    // An import under a name that the stack has would take the old resource for the new one.
    const names = createNames({ logical: known });
    const program = { session, project, isOfPlugin: true, names, known, held, variableOf: () => undefined };
    const entries: ImportEntry[] = [];
    const parts: PartSummary[] = [];
    for await (const part of readParts(program)) {
      entries.push(...part.entries);
      parts.push({ ...part, file: path });
    }
    order.progress.print(printTable(parts));
    if (entries.length === 0) return 0;
    writeWhole(path, `${JSON.stringify({ resources: entries }, undefined, 2)}\n`, 0o600);
    order.progress.note(
      `the file ${path} lists ${plural(entries.length, "resource")} that you can take over: run "pulumi import --file ${path} --stack ${session.stack}", then delete the file, which holds secrets in plain text`,
    );
    return 0;
  });
}
