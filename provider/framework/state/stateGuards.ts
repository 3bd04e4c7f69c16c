// `operations.ts` calls `throwIfUnusable` and `explainBug`; `operations.ts`, `adoption.ts` and `plugin/kind.ts` call
// `nameIn`. Forms may be added to `hiddenForms`. A value of the right type must pass, because only a wrong type shows
// damage. Values must stay unquoted, because they may be secret.
import type { z } from "zod";
import type { Schema } from "../kind/definition";
import { nameOf } from "../kind/tokens";
import { isRecord, isUnknownAt } from "../kind/values";
import { type Bag, isOurs } from "./hidden";

/** The resource of a bag as messages name it: `Vpc "net"`. A damaged state may hold any URN. */
export const nameIn = (type: string, bag: Bag | undefined): string => `${type} ${nameOf(String(bag?.__urn ?? ""))}`;

/** Throws where another package wrote the state, or where the state was damaged. */
export function throwIfUnusable(
  { type, schema }: { type: string; schema: Schema },
  id: string,
  olds: Bag,
  news: Bag = olds,
): void {
  const subject = nameIn(type, news);
  // The properties of a foreign state, as with an alias of a foreign type, have other meanings: a comparison would show no
  // change, or a replacement that deletes the real object.
  if (!isOurs(olds) && Object.keys(olds).length > 0) {
    throw new Error(
      `${subject}: another provider wrote the state of this resource. In the program, replace the alias of this resource by { import: "${id}" }. Remove the old resource of the other provider from the state (use retainOnDelete, or pulumi state delete), but do not delete the object in the service`,
    );
  }
  const damage = explainDamage(schema, olds);
  if (damage === undefined) return;
  throw new Error(
    `${subject}: the Pulumi state of ${type} ${id} is damaged (${damage}). To correct the state, run pulumi stack export, edit the exported file, then run pulumi stack import. Or remove the resource from the state (pulumi state delete), then import the resource with { import: "${id}" }`,
  );
}

/** Turns an error of this package's own code, which an odd state can cause, into a line that names the resource. */
export function explainBug(error: unknown, subject: string): unknown {
  const isBug = [TypeError, RangeError, SyntaxError, ReferenceError].some((kind) => error instanceof kind);
  if (!isBug) return error;
  return new Error(
    `${subject}: the provider does not understand the state of this resource (${(error as Error).message}). Run pulumi stack export, and compare the exported state with an earlier state. If the state is damaged, edit the exported file, then run pulumi stack import. Otherwise, report this error`,
  );
}

const texts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === "string");

const hiddenForms: [keyof Bag, string, (value: unknown) => boolean][] = [
  ["__urn", "a text", (value) => typeof value === "string"],
  ["__pending", "a text", (value) => typeof value === "string"],
  ["__seenBy", "a text", (value) => typeof value === "string"],
  ["__declared", "a list of names", texts],
  ["__secrets", "a list of names", texts],
  ["__sent", "a list of texts", texts],
  ["__timeouts", "an object", isRecord],
];

/** Names the first property of another type in a state that somebody has edited. No value is quoted or judged. */
function explainDamage(schema: Schema, olds: Bag): string | undefined {
  for (const [name, form, fits] of hiddenForms) {
    const value = olds[name];
    if (value !== undefined && !fits(value)) return `${String(name)} is not ${form}`;
  }
  for (const [name, field] of Object.entries(schema.unwrap().shape)) {
    const value = olds[name];
    if (value === undefined) continue;
    const issues = (field as z.ZodType).safeParse(value).error?.issues ?? [];
    const issue = issues.find((each) => each.code === "invalid_type" && !isUnknownAt(value, each.path));
    if (issue?.code === "invalid_type") {
      const path = [name, ...issue.path].map(String).join(".");
      return `${path} is not of the type ${issue.expected}`;
    }
  }
  return undefined;
}
