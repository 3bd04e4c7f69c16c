import { cleanLine } from "../../api";
import { CommandError } from "../command";
import { explainPulumiFailure, runPulumi } from "../pulumi";
import { alignColumns, type Progress } from "../terminal";

/** The exit code for an account that holds something that no stack has, as `drift` ends where it finds any. */
const outsideCode = 7;

/** Something that the account holds and that a program can declare. */
export interface Found {
  /** The name of the class. */
  type: string;
  /** The Pulumi id. */
  id: string;
  /** What the service calls the thing; foreign text. */
  name: string;
  /** What it is, in a few words. */
  what: string;
  /** The other ids under which a stack may have the same thing: a peering has one through each instance in its VPC. */
  otherIds?: readonly string[];
}

/** How the account is compared with the stacks. */
interface CheckOptions {
  json?: boolean | undefined;
  progress: Progress;
}

/**
 * Prints what the account holds and no stack of this project has, and returns the exit code. The stacks are read before
 * the account, so that what a run makes in between is at worst named once too often, and never missed.
 */
export async function checkAccount(
  readAccount: () => AsyncIterable<Found> | Iterable<Found>,
  { json, progress }: CheckOptions,
): Promise<number> {
  const stacks = await listStacks(progress);
  const managed = new Set<string>();
  for (const [index, stack] of stacks.entries()) {
    progress.say(`reading stack ${stack}… ${index + 1} of ${stacks.length}`);
    for (const key of keysIn(await exportStack(stack))) managed.add(key);
  }
  const outside: Found[] = [];
  for await (const found of readAccount()) {
    const isManaged = [found.id, ...(found.otherIds ?? [])].some((id) => managed.has(keyOf(found.type, id)));
    if (!isManaged) outside.push(found);
  }
  progress.end();
  console.log(json ? printJson(outside, stacks) : printTable(outside, stacks));
  return outside.length > 0 ? outsideCode : 0;
}

/** The stacks of this project in the backend. */
async function listStacks(progress: Progress): Promise<string[]> {
  progress.say("asking the Pulumi CLI for the stacks…");
  const run = await runPulumi(["stack", "ls", "--json"]);
  if (run.code !== 0) throw new CommandError(explainPulumiFailure(run));
  const listed = tryParse(run.stdout);
  if (!Array.isArray(listed)) throw new CommandError("the Pulumi CLI does not tell the stacks of this project as JSON");
  return listed.flatMap((stack: { name?: unknown }) => (typeof stack?.name === "string" ? [stack.name] : []));
}

/** The state of a stack, with its secrets encrypted: neither a lock nor a missing passphrase keeps it from being read. */
async function exportStack(stack: string): Promise<Exported> {
  const run = await runPulumi(["stack", "export", "--stack", stack]);
  if (run.code !== 0) throw new CommandError(cleanLine(`stack ${stack} cannot be read: ${explainPulumiFailure(run)}`));
  const exported = tryParse(run.stdout);
  if (isExported(exported)) return exported;
  throw new CommandError(cleanLine(`stack ${stack} cannot be read: this version does not understand its state`));
}

/** What an exported stack holds, as far as it is read. */
interface Exported {
  deployment?: { resources?: readonly unknown[] | null } | null;
}

/** Tells a state whose resources this version finds from one in another form, which must not count as empty. */
function isExported(value: unknown): value is Exported {
  if (typeof value !== "object" || value === null || !("deployment" in value)) return false;
  const { deployment } = value as Exported;
  if (deployment === null) return true;
  return typeof deployment === "object" && (deployment.resources == null || Array.isArray(deployment.resources));
}

/** A resource of a state, as far as it is read. */
interface StateEntry {
  type?: string;
  id?: string;
  external?: boolean;
  inputs?: { vpc?: unknown };
  outputs?: { vpc?: unknown };
}

const ownToken = /^pulumi-nodejs:dynamic\/broker:(\w+)$/;

/** What the stack manages: not what it only reads. */
function* keysIn({ deployment }: Exported): Generator<string> {
  for (const entry of (deployment?.resources ?? []) as StateEntry[]) {
    const type = ownToken.exec(entry.type ?? "")?.[1];
    if (type === undefined || entry.id === undefined || entry.external === true) continue;
    yield keyOf(type, entry.id);
    // The service made this network for the instance: by `vpcSubnet`, or for its private connectivity.
    const network = entry.outputs?.vpc;
    if (type === "Instance" && entry.inputs?.vpc === undefined && typeof network === "string")
      yield keyOf("Vpc", network);
  }
}

const keyOf = (type: string, id: string) => `${type} ${id}`;

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printJson(outside: readonly Found[], stacks: readonly string[]): string {
  const things = outside.map(({ type, id, name, what }) => ({
    ...{ type, id: cleanLine(id), name: cleanLine(name), what: cleanLine(what) },
  }));
  return JSON.stringify({ outside: things, stacks }, undefined, 2);
}

function printTable(outside: readonly Found[], stacks: readonly string[]): string {
  const compared =
    stacks.length === 0 ? "this project, which has none" : `this project (${cleanLine(stacks.join(", "))})`;
  if (outside.length === 0) return `Everything that the account holds is in a stack of ${compared}.`;
  const rows = outside.map(({ type, id, what }) => [type, cleanLine(id), cleanLine(what)]);
  const count = outside.length === 1 ? "1 thing is" : `${outside.length} things are`;
  return [
    ...alignColumns([["TYPE", "ID", "WHAT"], ...rows]),
    "",
    `${count} in no stack of ${compared}; "pulumi-broker adopt --stack NAME" takes over what is not.`,
  ].join("\n");
}
