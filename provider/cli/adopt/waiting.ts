import { cleanLine } from "../../api";
import { CommandError } from "../command";
import type { Change, StackResource } from "./stack";
import { plural } from "./summary";

/** Throws when the program does not say what was imported. What a person has changed besides is none of it. */
export function throwForChanges(changes: readonly Change[], urns: ReadonlySet<string>): void {
  const own = changes.filter(({ urn }) => urns.has(urn));
  if (own.length === 0) return;
  throw new CommandError(
    `everything is imported, but the program differs from it: the preview shows ${listed(own)}; "pulumi preview --diff" shows what differs`,
  );
}

/**
 * What a person has to know before the next `pulumi up`: the changes of the program that wait, and the other stacks of
 * the project, which run the same program. An `up` is not safe when it would make what another stack has already.
 */
export function explainWaiting({
  stack,
  stacks,
  changes,
  others,
}: {
  stack: string;
  stacks: readonly string[];
  changes: readonly Change[];
  others: readonly StackResource[];
}): { lines: string[]; isSafe: boolean } {
  const keyOf = (urn: string) => urn.split("::").slice(2).join("::");
  const known = new Map(others.map(({ urn }) => [keyOf(urn), urn.split(":")[2] ?? ""]));
  const twice = changes.filter(({ op, urn }) => op === "create" && known.has(keyOf(urn)));
  const lines: string[] = [];
  if (twice.length > 0) {
    const owners = [...new Set(twice.map(({ urn }) => known.get(keyOf(urn)) ?? ""))].join(", ");
    lines.push(
      `do not run "pulumi up" in stack ${stack}: the program also declares what stack ${owners} of this project has, and would make it a second time (${listed(twice)}); give each of these stacks a project of its own`,
    );
  } else if (changes.length > 0) {
    lines.push(
      `order: ${plural(changes.length, "other change")} of the program wait (${listed(changes)}); "pulumi up" carries them out and records it with them: look at "pulumi preview" first`,
    );
  }
  if (stacks.length > 0) {
    lines.push(
      `stack ${stacks.join(", ")} of this project runs the same program: an "up" there would make a second time what was taken over here; give stack ${stack} a project of its own`,
    );
  }
  return { lines: lines.map((line) => cleanLine(line)), isSafe: twice.length === 0 };
}

/** The first changes, and how many there are besides. */
function listed(changes: readonly Change[]): string {
  const named = changes.slice(0, 3).map(({ urn, op }) => `${op} of ${urn.split("::").at(-1)}`);
  return `${named.join(", ")}${changes.length > 3 ? ` and ${changes.length - 3} more` : ""}`;
}
