// The functions refuse an import that changes its object, and a second resource for one object. `operations.ts`,
// `checkInputs.ts` and `plugin/kind.ts` call `explainSecond`, `checkInputs.ts` also `adoptionFailures`, and
// `resources/shared/marker.ts` `objectClaim`; `plugin/kind.ts` quotes `beforeImport`. Texts may change; no secret may be
// quoted: the engine prints failures.
import type { Differences, Failure } from "../kind/definition";
import { defaultOf, isUnquotable, type Marks } from "../kind/marks";
import { hasOwnNumber } from "../kind/tokens";
import { canonical, hasUnknown, type Values } from "../kind/values";
import type { Knowledge } from "../run/knowledge";
import { nameIn } from "../state/stateGuards";
import { failureAt } from "./check";
import { differingParts } from "./diff";

/** The advice for an object that differs from its declaration: before the import, and after it. */
export const beforeImport =
  "first write the value of the existing object into the program, and change the value after the import";
const afterImport =
  "to keep the object, write the value of the imported object into the program. To replace the object, remove the import option, then run pulumi up";

/** The name under which a run knows which resource has an object. */
export const objectClaim = (type: string, id: string): string => `${type} ${id}`;

/** Claims an object for a resource. Returns why another resource has it: `pulumi import` may leave both in state. */
export function explainSecond(knowledge: Pick<Knowledge, "claim">, type: string, id: string, urn: string | undefined) {
  const holder = hasOwnNumber(id) ? knowledge.claim(objectClaim(type, id), urn) : undefined;
  if (holder === undefined) return undefined;
  return `this resource and the resource ${nameIn(type, { __urn: holder })} manage the same object ${type} ${id}: remove one of the two resources from the program, and run pulumi up without --target. The object then stays`;
}

/** A failure for each input that would change or replace an imported object, where its values are shown and known. */
export function adoptionFailures(
  marks: Marks,
  what: string,
  declared: Values,
  seen: Values,
  found: Differences,
  when: "first" | "again",
): Failure[] {
  return [...found.changed, ...found.replaced]
    .filter((name) => seen[name] !== undefined && !hasUnknown(declared[name]))
    .map((name) => {
      const mark = marks[name] ?? {};
      const values = `is ${canonical(declared[name] ?? defaultOf(mark, declared))} in the program, but ${canonical(seen[name])} in the imported ${what}`;
      const parts = differingParts(mark, seen[name], declared[name]);
      const where = parts.length === 0 ? "" : ` in ${parts.join(", ")}`;
      const text = isUnquotable(mark) ? `differs${where} between the program and the imported ${what}` : values;
      return failureAt(marks, [name], `${text}: ${when === "first" ? beforeImport : afterImport}`);
    });
}
