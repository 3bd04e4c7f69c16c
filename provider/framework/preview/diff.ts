// `checkInputs.ts` and `plugin/kind.ts` call `differences`, `adoption.ts` and `previewLines.ts` call `differingParts`,
// `cli/adopt/take.ts` and `plugin/kind.ts` `importInputs`, and `plugin/kind.ts` `sameInput`. A rule for a new mark goes
// into `differences`. What `importInputs` gives must be no difference, because the first `up` would otherwise change an
// imported object.
import type { AnyDefinition, Differences, Schema } from "../kind/definition";
import { defaultOf, type FieldMarks, marksOf } from "../kind/marks";
import { hasUnknown, isUnknown, sameValue, type Values } from "../kind/values";

/** Compares the declaration with what state last saw, or with the default: the engine hands over no old inputs. */
export function differences(schema: Schema, state: Values, args: Values): Differences {
  const found: Differences = { changed: [], replaced: [], unknown: [], local: [], ignored: [] };
  for (const [name, marks] of Object.entries(marksOf(schema))) {
    const declared = args[name];
    if (declared === undefined && marks.keep === "forget" && state[name] !== undefined) found.local.push(name);
    if (declared === undefined && (marks.replace || marks.keep || marks.createOnly)) continue;
    if (!hasUnknown(declared) && sameInput(marks, name, state, args)) continue;
    if (marks.createOnly) {
      if (!hasUnknown(declared)) found.ignored.push(name);
    } else if (marks.local) found.local.push(name);
    else if (marks.replace) {
      found.replaced.push(name);
      if (hasUnknown(declared)) found.unknown.push(name);
    } else found.changed.push(name);
  }
  return found;
}

/** True when an input means the same in both bags; where a bag lacks the input, the default counts. */
export const sameInput = (mark: FieldMarks, name: string, before: Values, now: Values): boolean =>
  sameValue(mark, before[name] ?? defaultOf(mark, before), now[name] ?? defaultOf(mark, now));

/** The names of the parts in which two values differ; empty when a value has no parts, or is not known before `up`. */
export const differingParts = (mark: FieldMarks | undefined, before: unknown, now: unknown): string[] =>
  mark?.parts === undefined || isUnknown(now) ? [] : mark.parts(before, now);

/** The inputs that a program must declare so that an object stays as it was seen. `given` has inputs that no answer tells. */
export function importInputs({ schema }: Pick<AnyDefinition, "schema">, seen: Values, given: Values = {}): Values {
  const inputs: Values = {};
  for (const [name, mark] of Object.entries(marksOf(schema))) {
    const value = given[name] ?? seen[name] ?? undefined;
    const isTold = !mark.local && !mark.createOnly;
    if (value === undefined || mark.notImported || !(isTold || name in given)) continue;
    if (!sameValue(mark, value, defaultOf(mark, seen))) inputs[name] = value;
  }
  return inputs;
}
