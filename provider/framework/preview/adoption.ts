import type { Differences, Failure } from "../kind/definition";
import { defaultOf, isUnquotable, type Marks } from "../kind/marks";
import { hasOwnNumber } from "../kind/tokens";
import { canonical, hasUnknown, type Values } from "../kind/values";
import type { Knowledge } from "../run/knowledge";
import { nameIn } from "../state/stateGuards";
import { failureAt } from "./check";
import { differingParts } from "./diff";

/** The advice for an object that differs from its declaration: before the import, and after it. */
const advice = {
  first: "declare the value that the service has now, and change it after the import",
  again: "take the import option out of the program, then this change replaces it",
};

/** The name under which a run knows which resource has an object. */
export const objectClaim = (type: string, id: string): string => `${type} ${id}`;

/**
 * Claims an object for the resource that has it in state or imports it; the reason where another one has it. A run of
 * `pulumi import` knows of no other resource, so that the state may hold both.
 */
export function explainSecond(knowledge: Pick<Knowledge, "claim">, type: string, id: string, urn: string | undefined) {
  const holder = hasOwnNumber(id) ? knowledge.claim(objectClaim(type, id), urn) : undefined;
  return (
    holder &&
    `${type} ${id} is managed by ${nameIn(type, { __urn: holder })} already: keep one of the two declarations; the object stays when you take the other out of the program`
  );
}

/** The inputs that would change or replace an imported object. What is not shown, or not known yet, is none. */
export function adoptionFailures(
  marks: Marks,
  what: string,
  declared: Values,
  seen: Values,
  found: Differences,
  when: keyof typeof advice,
): Failure[] {
  return [...found.changed, ...found.replaced]
    .filter((name) => seen[name] !== undefined && !hasUnknown(declared[name]))
    .map((name) => {
      const mark = marks[name] ?? {};
      const values = `is ${canonical(declared[name] ?? defaultOf(mark, declared))}, the imported ${what} has ${canonical(seen[name])}`;
      const parts = differingParts(mark, seen[name], declared[name]);
      const where = parts.length === 0 ? "" : ` in ${parts.join(", ")}`;
      const text = isUnquotable(mark) ? `differs from the imported ${what}${where}` : values;
      return failureAt(marks, [name], `${text}: ${advice[when]}`);
    });
}
