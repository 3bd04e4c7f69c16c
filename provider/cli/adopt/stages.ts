import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanLine, type InstanceItem, systemClock } from "../../api";
import { connectHost, readSettings } from "../../config";
import { noEngine } from "../../framework/engine";
import { createRun } from "../../framework/run";
import { CommandError } from "../command";
import { askPulumi } from "../doctor/machine";
import type { Progress } from "../terminal";
import { type Choice, type Findings, listAccount, type Reading, readBroker, readNetworks, readTeam } from "./account";
import { entryOf } from "./importFile";
import { createNames, type Wish } from "./names";
import { type Heading, makePart, type Program, secretsOf } from "./parts";
import { appendImports, printPart } from "./program";
import { type Declarations, openProject, type Project, readDeclarations } from "./project";
import { explainChanges, importResources, readConfig, readResources, requireCli, setSecret } from "./stack";
import { type Part, Reference } from "./thing";
import { openWork, type Work, writeWhole } from "./work";

/** How long the Pulumi CLI may take for its first answers. */
const limitMs = 60_000;
/** How long a request may take. */
const callMs = 10 * 60_000;

/** What is taken over, and how far. */
export interface Adoption {
  stack: string | undefined;
  until: "read" | "written" | "imported";
  choice: Choice;
  progress: Progress;
}

/** Runs the stages one after another. Returns the exit code. */
export async function adoptAccount({ stack: given, until, choice, progress }: Adoption): Promise<number> {
  const project = openProject(process.cwd());
  progress.say("asking the Pulumi CLI…");
  if (until === "imported") await requireCli();
  const { stack, run, client } = await connectStack(given);
  const [resources, config] = await Promise.all([readResources(stack), readConfig(stack)]);
  const work = openWork(project.folder, stack);
  const declared = readDeclarations(project);
  const planned = work.batches.flatMap(({ things }) => things);
  const managed = new Set([...resources, ...planned].map(({ type, id }) => `${type} ${id}`));
  const reading: Reading = {
    run,
    client,
    get call() {
      return { deadline: systemClock.now() + callMs };
    },
    isManaged: (type, id) => managed.has(`${type} ${id}`),
  };
  const program: Program = {
    run,
    names: createNames({
      logical: namesByType([...resources, ...planned], declared),
      variables: [...declared.taken],
      files: [
        ...(existsSync(project.sources) ? readdirSync(project.sources) : []),
        ...work.batches.map(({ file }) => file),
      ],
      configKeys: [
        ...[...config.keys()].map((key) => key.replace(/^.*?:/, "")),
        ...work.batches.flatMap(({ keys }) => keys),
      ],
    }),
    urnPrefix: `urn:pulumi:${stack.split("/").at(-1)}::${project.name}::`,
    nameOf: (type, id) => [...resources, ...planned].find((each) => each.type === type && each.id === id)?.name,
    variableOf: (type, id) => variables.get(`${type} ${id}`),
  };
  const variables = new Map<string, Reference>();
  for (const { type, id, name } of resources) {
    const variable = declared.variables.get(`${type} ${name}`);
    if (variable !== undefined) variables.set(`${type} ${id}`, variable);
  }

  const parts: Part[] = [];
  try {
    for await (const part of readParts(reading, program, choice, progress)) {
      for (const { type, id, variable, exported } of part.things) {
        if (variable !== undefined && exported) variables.set(`${type} ${id}`, new Reference(variable, part.file));
      }
      parts.push({ ...part, things: until === "read" ? part.things : [] });
      if (until === "read" || part.things.length === 0) continue;
      const secrets = secretsOf(part).map(({ key, value }) => ({ key, value }));
      const { file, title, leftOut } = part;
      work.add({
        file,
        title,
        leftOut: [...leftOut],
        text: printPart(part),
        entries: part.things.map(entryOf),
        secrets,
      });
    }
  } finally {
    await client.close();
  }
  if (until === "read") {
    for (const { things, title, file, leftOut } of parts) {
      console.log(`${file}: ${title}: ${things.length}`);
      for (const { what, why } of leftOut) console.log(`  left out: ${what}: ${why}`);
    }
    return 0;
  }
  writeProgram(project, work);
  if (until === "written") {
    const { path } = work.writeImportFile(() => true);
    console.log(`written; import file ${path}`);
    return 0;
  }
  return finish({ stack, work, project, config, progress, parts });
}

/** Sets the secrets, imports, and previews. Returns the exit code. */
async function finish({
  stack,
  work,
  project,
  config,
  progress,
  parts,
}: {
  stack: string;
  work: Work;
  project: Project;
  config: ReadonlyMap<string, string>;
  progress: Progress;
  parts: readonly Part[];
}): Promise<number> {
  for (const summary of work.batches) {
    for (const { key, value } of work.read(summary).secrets) {
      if (config.get(`${project.name}:${key}`) === value) continue;
      progress.say(`setting secret ${key}…`);
      await setSecret(stack, key, value);
    }
  }
  const known = new Set((await readResources(stack)).map(({ urn }) => urn));
  const { path, count } = work.writeImportFile((urn) => !known.has(urn));
  try {
    if (count > 0) await importResources(stack, path, count, progress);
  } finally {
    work.removeImportFile();
  }
  progress.say("previewing…");
  const changes = await explainChanges(stack);
  progress.end();
  const total = work.batches.flatMap(({ things }) => things).length;
  const left = parts.flatMap(({ leftOut }) => leftOut);
  if (changes !== undefined) throw new CommandError(`everything is imported, and the preview is not empty: ${changes}`);
  work.remove();
  console.log(`taken over: ${total}; left out: ${left.length}`);
  for (const { what, why } of left) console.log(`  ${what}: ${why}`);
  return 0;
}

/** Writes the files that are not there yet, and imports them in the program's first file. */
function writeProgram({ sources, entry }: Project, work: Work): void {
  for (const summary of work.batches) {
    const path = join(sources, summary.file);
    if (!existsSync(path)) writeWhole(path, work.read(summary).text);
  }
  if (work.batches.length === 0) return;
  const before = existsSync(entry) ? readFileSync(entry, "utf8") : undefined;
  const after = appendImports(
    before,
    work.batches.map(({ file }) => file),
  );
  if (after !== before) writeWhole(entry, after);
}

/** Reads the account part by part: the networks, the team, then each broker. */
async function* readParts(
  reading: Reading,
  program: Program,
  choice: Choice,
  progress: Progress,
): AsyncGenerator<Part> {
  progress.say("listing the account…");
  const listing = await listAccount(reading, choice);
  if (listing.unknown.length > 0) {
    throw new CommandError(cleanLine(`the account has no ${listing.unknown.join(", no ")}`));
  }
  const { names } = program;
  const wishOf = ({ id, name }: InstanceItem): Wish => ({
    type: "Instance",
    id,
    wished: name,
    fallback: `broker-${id}`,
  });
  const part = (heading: Omit<Heading, "file">, file: Wish, findings: Findings) =>
    findings.taken.length > 0
      ? makePart(program, { ...heading, file: names.files.take(file) }, findings)
      : { file: "", title: heading.title, things: [], leftOut: findings.leftOut };
  yield part({ title: "networks" }, sharedFile("networks"), await readNetworks(reading, listing));
  if (listing.isWhole) yield part({ title: "team" }, sharedFile("team"), await readTeam(reading));
  const isNew = ({ id }: InstanceItem) => program.nameOf("Instance", id) === undefined;
  // All names are decided before the first is used, so that they do not depend on the order of the list.
  for (const instance of listing.instances) names.files.announce(wishOf(instance));
  for (const instance of listing.instances.filter(isNew)) names.logical.announce(wishOf(instance));
  for (const [index, instance] of listing.instances.entries()) {
    progress.say(`reading broker ${index + 1} of ${listing.instances.length}: ${cleanLine(instance.name)}`);
    const prefix = program.nameOf("Instance", instance.id) ?? names.logical.take(wishOf(instance));
    const title = `broker "${cleanLine(instance.name)}" (${instance.id})`;
    yield part({ title, prefix }, wishOf(instance), await readBroker(reading, instance));
  }
}

const sharedFile = (wished: string): Wish => ({ type: "", id: "2", wished, fallback: wished });

function namesByType(
  resources: readonly { type: string; name: string }[],
  { names }: Declarations,
): Record<string, string[]> {
  const all: Record<string, string[]> = structuredClone(names);
  for (const { type, name } of resources) all[type] = [...(all[type] ?? []), name];
  return all;
}

/** Opens the service with the settings of a stack. */
async function connectStack(given: string | undefined) {
  const { config, stack, checks, unread } = await askPulumi(process.cwd(), {
    ...(given !== undefined && { stack: given }),
    timeoutMs: limitMs,
  });
  const fault = checks.find(({ state }) => state === "fault");
  if (stack === undefined || fault !== undefined) throw new CommandError(fault?.text ?? "no stack is selected");
  if (unread !== undefined) throw new CommandError(unread);
  const read = (key: string) => config[key]?.value;
  const { problems, missing } = readSettings(read, process.env);
  const run = createRun(systemClock, noEngine, connectHost);
  run.configure(read);
  const connection = run.connection();
  if (!("client" in connection)) throw new CommandError([...problems, ...missing].join("; "));
  const lacks = connection.client.lacksKey();
  if (lacks !== undefined) throw new CommandError(lacks);
  return { stack, run, client: connection.client };
}
