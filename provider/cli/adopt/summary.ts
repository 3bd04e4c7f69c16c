import { cleanLine } from "../../api";
import { alignColumns } from "../terminal";
import type { Part } from "./thing";

/** What a program takes over, as JSON. Everything in it is printable, and no value of an argument is in it. */
export interface Summary {
  resources: { file: string; type: string; name: string; id: string }[];
  /** What is on the service and in no file, with the reason. */
  leftOut: { file: string; what: string; why: string }[];
  /** How many resources there are of each type, in the order of the types' names. */
  counts: Record<string, number>;
}

/** Says what the files of a program take over and what they leave out, in the order of the files. */
export function toJson(parts: readonly Part[]): Summary {
  const resources = parts.flatMap(({ file, things }) =>
    things.map(({ type, name, id }) => ({ file, type, name: cleanLine(name), id: cleanLine(id) })),
  );
  const leftOut = parts.flatMap((part) =>
    part.leftOut.map(({ what, why }) => ({ file: part.file, what: cleanLine(what), why: cleanLine(why) })),
  );
  const types = resources.map(({ type }) => type);
  const counts = [...new Set(types)].sort().map((type) => [type, types.filter((each) => each === type).length]);
  return { resources, leftOut, counts: Object.fromEntries(counts) };
}

/** Tables of what the files of a program take over and of what they leave out, with the numbers below them. */
export function printTable(parts: readonly Part[]): string {
  const { resources, leftOut, counts } = toJson(parts);
  const taken = alignColumns([
    ["FILE", "TYPE", "NAME", "ID"],
    ...resources.map(({ file, type, name, id }) => [file, type, name, id]),
  ]);
  const others = alignColumns([
    ["FILE", "LEFT OUT", "WHY"],
    ...leftOut.map(({ file, what, why }) => [file, what, why]),
  ]);
  const sum = [
    resources.length === 0 ? "There is nothing to take over" : `${countAll(resources, counts)} to take over`,
    ...(leftOut.length > 0 ? [`${plural(leftOut.length, "thing")} left out`] : []),
  ];
  return [
    ...(resources.length > 0 ? [...taken, ""] : []),
    ...(leftOut.length > 0 ? [...others, ""] : []),
    `${sum.join("; ")}.`,
  ].join("\n");
}

const countAll = (resources: readonly unknown[], counts: Readonly<Record<string, number>>) =>
  `${plural(resources.length, "resource")} (${Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(", ")})`;

/** What was taken over into a stack, and what was left out and why. */
export function printEnd(stack: string, taken: readonly Part[], read: readonly Part[]): string {
  const { resources, counts } = toJson(taken);
  const { leftOut } = toJson(read);
  const rows = leftOut.map(({ what, why }) => [what, why]);
  const others = leftOut.length === 0 ? [] : [...alignColumns([["LEFT OUT", "WHY"], ...rows]), ""];
  const sum =
    resources.length === 0
      ? `Stack ${cleanLine(stack)} has everything that can be taken over.`
      : `Taken over into stack ${cleanLine(stack)}: ${countAll(resources, counts)}. The preview shows no change to them.`;
  return [...others, sum].join("\n");
}

/** A number with its noun. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
