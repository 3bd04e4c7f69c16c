import { failureAt } from "./check";
import type { Failure } from "./definition";
import type { Differences } from "./diff";
import { defaultOf, type FieldMarks, isUnquotable } from "./marks";
import { hasUnknown } from "./unknowns";
import { canonical } from "./values";

/**
 * Each input in which the object named by `opts.import` is not what the program declares: what a diff between the two
 * would change or replace. A field that the service does not return, or that is not known before `up`, is no difference.
 */
export function adoptionFailures(
  marks: Record<string, FieldMarks>,
  what: string,
  declared: Record<string, unknown>,
  seen: Record<string, unknown>,
  found: Differences,
): Failure[] {
  return [...found.changed, ...found.replaced]
    .filter((name) => seen[name] !== undefined && !hasUnknown(declared[name]))
    .map((name) => {
      const mark = marks[name] ?? {};
      const values = `is ${canonical(declared[name] ?? defaultOf(mark, declared))}, the imported ${what} has ${canonical(seen[name])}`;
      const text = isUnquotable(mark) ? `differs from the imported ${what}` : values;
      return failureAt(marks, [name], `${text}: declare it as it is there, and change it after the import`);
    });
}
