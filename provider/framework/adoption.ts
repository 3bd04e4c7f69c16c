import { failureAt } from "./check";
import type { Failure } from "./definition";
import type { FieldMarks } from "./marks";
import { hasUnknown } from "./unknowns";
import { canonical, sameValue } from "./values";

/**
 * Each input in which the object named by `opts.import` is not what the program declares. A field that the service does
 * not return, or that a missing declaration leaves as it is, is no difference.
 */
export function adoptionFailures(
  marks: Record<string, FieldMarks>,
  what: string,
  declared: Record<string, unknown>,
  seen: Record<string, unknown>,
): Failure[] {
  return Object.entries(marks).flatMap(([name, mark]) => {
    const has = seen[name];
    const wants = declared[name];
    const notCompared = has === undefined || mark.local || mark.createOnly || hasUnknown(wants);
    const leftOut = wants === undefined && (mark.keep || mark.replace);
    if (notCompared || leftOut || sameValue(mark, has ?? mark.default, wants ?? mark.default)) return [];
    const values = `is ${canonical(wants ?? mark.default)}, the imported ${what} has ${canonical(has)}`;
    const text = `${mark.secret ? `differs from the imported ${what}` : values}: declare it as it is there, and change it after the import`;
    return [failureAt(marks, [name], text)];
  });
}
