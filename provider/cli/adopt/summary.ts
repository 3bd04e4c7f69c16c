// `stages.ts` prints the tables and the last lines with this file; `map/draw.tsx` and `map/svg.tsx` use `plural`. Texts
// may change. Every foreign text must pass `cleanLine`, because the text can have control characters. No line may show
// the value of a resource's input, because the value can be a secret.
import { cleanLine } from "../../api";
import { nameInUrn } from "../../framework/kind/tokens";
import { CommandError } from "../command";
import type { StepMetadata } from "../drift/events";
import { firstOf, table } from "../terminal";
import type { Session } from "./session";
import type { PartSummary } from "./thing";

/** Tables of the things that are taken over and of the things that are left out, with their numbers. */
export function printTable(parts: readonly PartSummary[]): string {
  const taken = parts.flatMap(({ file, things }) =>
    things.map(({ type, name, id }) => [file, type, cleanLine(name), cleanLine(id)]),
  );
  const leftOut = leftOutOf(parts);
  const sum = taken.length === 0 ? "There is nothing to take over" : `${countAll(parts)} to take over`;
  return [
    ...table(["FILE", "TYPE", "NAME", "ID"], taken),
    ...table(["FILE", "LEFT OUT", "WHY"], leftOut),
    `${sum}${leftOut.length > 0 ? `; ${plural(leftOut.length, "thing")} left out` : ""}.`,
  ].join("\n");
}

/** A row for each thing that is left out: its file, what it is, and why. */
const leftOutOf = (parts: readonly PartSummary[]): string[][] =>
  parts.flatMap(({ file, leftOut }) =>
    leftOut.map(({ what, why }) => [file, what, why].map((text) => cleanLine(text))),
  );

/** How many resources there are, and how many of each type. */
function countAll(parts: readonly Pick<PartSummary, "things">[]): string {
  const types = parts.flatMap(({ things }) => things.map(({ type }) => type));
  const each = [...new Set(types)].sort().map((type) => `${types.filter((one) => one === type).length} ${type}`);
  return `${plural(types.length, "resource")} (${each.join(", ")})`;
}

/** What was taken over into a stack, and what was left out and why. */
export function printEnd(stack: string, taken: readonly Pick<PartSummary, "things">[], read: readonly PartSummary[]) {
  const leftOut = leftOutOf(read).map(([, ...texts]) => texts);
  const sum =
    taken.length === 0
      ? `There is nothing more to take over into stack ${cleanLine(stack)}.`
      : `Taken over into stack ${cleanLine(stack)}: ${countAll(taken)}. The preview shows no change to them.`;
  return [...table(["LEFT OUT", "WHY"], leftOut), sum].join("\n");
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Throws when the program differs from the imported objects. Changes of other resources do not count. */
export function throwForChanges(changes: readonly StepMetadata[], urns: readonly string[]): void {
  const own = changes.filter(({ urn }) => urns.includes(urn));
  if (own.length === 0) return;
  throw new CommandError(
    `everything is imported, but the program differs from the imported objects: the preview shows ${listed(own)}; run "pulumi preview --diff" to see the differences`,
  );
}

/** Tells a person what waits for the next `up` of this stack, and what an `up` of another stack would do. */
export function sayWhatWaits({ stack, otherStacks, progress }: Session, changes: readonly StepMetadata[]): void {
  const say = (line: string) => progress.note(cleanLine(line));
  if (changes.length > 0) {
    say(
      `the program also has ${plural(changes.length, "other change")} (${listed(changes)}). Look at "pulumi preview", then run "pulumi up", which makes the other changes. The run also stores the order in which a later "pulumi destroy" must delete the imported objects`,
    );
  }
  if (otherStacks.length > 0) {
    say(
      `stack ${otherStacks.join(", ")} of this project runs the same program. A pulumi up of stack ${otherStacks.join(", ")} would make a second copy of each object that stack ${stack} now manages. In the program, load the new files only if pulumi.getStack() is "${stack}", or give stack ${stack} a project of its own`,
    );
  }
}

/** The first changes, and the number of the others. */
const listed = (changes: readonly StepMetadata[]): string =>
  firstOf(changes.map(({ urn, op }) => `${op} of ${nameInUrn(urn)}`));
