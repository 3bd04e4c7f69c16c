import { cleanLine } from "../../api";
import { explainLeftOver } from "../../framework/run/leftOver";
import { leftOversOf } from "../../resources/shared/leftOver";
import { CommandError } from "../command";
import { alignColumns, type Progress } from "../terminal";
import { type Choice, findNetworks, findOnBroker, findTeam, type Reading } from "./account";
import { type Found, isCandidate } from "./candidate";
import { identitiesIn } from "./identity";
import { listChosen } from "./readParts";
import { openSession, readingOf } from "./session";
import { listStacks, readAllResources } from "./stack";

/** The exit code for an account that holds something that no stack has, as `drift` ends where it finds any. */
const outsideCode = 7;

/** How the account is compared with the stacks. */
interface CheckOptions {
  /** The stack whose configuration has the key. */
  stack: string | undefined;
  choice: Choice;
  json: boolean;
  progress: Progress;
}

/** Something that the account holds and no stack has. */
interface Outside {
  type: string;
  id: string;
  /** What the service calls it; foreign text. */
  name: string;
  /** Why `adopt` does not take it over, where it does not. */
  withheld?: string;
}

/**
 * Prints what the account holds and no stack of this project has, and returns the exit code. The stacks are read before
 * the account, so that what a run makes in between is at worst named once too often, and never missed.
 */
export async function checkAccount({ stack, choice, json, progress }: CheckOptions): Promise<number> {
  progress.say("asking the Pulumi CLI for the stacks…");
  const session = await openSession(stack);
  try {
    const stacks = await listStacks();
    const resources = await readAllResources(stacks, progress);
    const reading = readingOf(session, () => false);
    const identities = identitiesIn(await session.client.instances.list(reading.call));
    const managed = identities.managedBy(resources);
    const left = await leftOversOf(session.client, reading.call, resources);
    const outside: Outside[] = [];
    const unread: string[] = [];
    for await (const found of findAll(reading, choice, progress)) {
      if (!isCandidate(found)) {
        const line = cleanLine(`${found.what}: ${found.why}`);
        if (found.unread === "refused") unread.push(line);
        if (found.unread === "role") {
          progress.end();
          console.error(`not compared: ${line}`);
        }
        continue;
      }
      const own = left.find(({ type, id }) => type === found.definition.type && id === found.id);
      const withheld = own === undefined ? found.withheld : explainLeftOver(own.type, own);
      const thing = { type: found.definition.type, id: found.id, name: found.label, ...(withheld && { withheld }) };
      if (found.isOfService || managed.has(identities.of(thing))) continue;
      outside.push(thing);
      managed.add(identities.of(thing));
    }
    progress.end();
    // What was not looked at must not count as nothing.
    const says = json || outside.length > 0 || unread.length === 0;
    if (says) console.log(json ? printJson(outside, unread, stacks) : printTable(outside, stacks));
    if (unread.length > 0) throw new CommandError(`not everything could be looked at: ${unread.join("; ")}`);
    return outside.length > 0 ? outsideCode : 0;
  } finally {
    await session.client.close();
  }
}

/** All that the chosen part of the account holds. */
async function* findAll(reading: Reading, choice: Choice, progress: Progress): AsyncGenerator<Found> {
  const listing = await listChosen(reading, choice, progress);
  yield* findNetworks(listing);
  if (listing.isWhole) yield* await findTeam(reading);
  for (const [index, instance] of listing.instances.entries()) {
    progress.say(`looking at broker ${index + 1} of ${listing.instances.length}: ${cleanLine(instance.name)}`);
    yield* await findOnBroker(reading, instance, listing);
  }
}

function printJson(outside: readonly Outside[], unread: readonly string[], stacks: readonly string[]): string {
  const things = outside.map((each) => ({ ...each, id: cleanLine(each.id), name: cleanLine(each.name) }));
  const others = unread.length === 0 ? {} : { unread };
  return JSON.stringify({ outside: things, ...others, stacks }, undefined, 2);
}

function printTable(outside: readonly Outside[], stacks: readonly string[]): string {
  const compared =
    stacks.length === 0 ? "this project, which has none" : `this project (${cleanLine(stacks.join(", "))})`;
  if (outside.length === 0) return `Everything that the account holds is in a stack of ${compared}.`;
  const rows = outside.map(({ type, id, name }) => [type, cleanLine(id), cleanLine(name)]);
  const count = outside.length === 1 ? "1 thing is" : `${outside.length} things are`;
  return [
    ...alignColumns([["TYPE", "ID", "NAME"], ...rows]),
    "",
    `${count} in no stack of ${compared}; "pulumi-broker adopt --stack NAME" takes over what is not.`,
    ...explainWithheld(outside),
  ].join("\n");
}

/** A line for each reason why something is not taken over. */
function explainWithheld(outside: readonly Outside[]): string[] {
  const reasons = new Map<string, string>();
  for (const { type, id, withheld } of outside) {
    if (withheld !== undefined && !reasons.has(withheld)) reasons.set(withheld, `${type} ${id}`);
  }
  return [...reasons].map(([why, what]) => cleanLine(`${what} is not taken over: ${why}`));
}
