// The functions find what is wrong with inputs. `checkInputs.ts`, `adoption.ts`, `operations.ts`, `cli/adopt/take.ts`,
// `dynamic/handler.ts` and `plugin/service.ts` call them. Texts may change. Unknown values must pass, because only `up`
// knows them. A secret input must leave `property` empty, because the engine prints the value of a named input.
import { z } from "zod";
import type { Failure, Rule, Schema } from "../kind/definition";
import { isUnquotable, type Marks, marksOf } from "../kind/marks";
import { hasUnknown, isRecord, isUnknownAt, unknownString, type Values, valueAt } from "../kind/values";
import { type Bag, visible } from "../state/hidden";
import { mistakenTextsIn } from "./mistakenTexts";
import { nearest } from "./nearest";

type Issue = z.core.$ZodIssue;

const missing = "is required: give this input a value";

/**
 * Returns all failures of the inputs at once, but for values that are not known before `up`. Unknown inputs are let
 * through, because a program may hold classes of two versions of the package, and one host serves both.
 */
export function validate<Args>(schema: Schema, rules: readonly Rule<Args>[], given: Values): Failure[] {
  const marks = marksOf(schema);
  const mistaken = mistakenTextsIn(given);
  const inputs = withUnknownAt(given, mistaken);
  const issues = schema.safeParse(inputs).error?.issues ?? [];
  const failures = [
    ...mistaken.map(({ path, why }) => failureAt(marks, path, why)),
    ...issues.flatMap((issue) => {
      const text = describe(issue, inputs);
      return text === undefined ? [] : [failureAt(marks, issue.path, text)];
    }),
  ];
  const blamed = new Set(issues.map((issue) => issue.path[0]));
  for (const rule of rules) {
    // A rule about the names in an object needs that object alone, whatever its values.
    const isOpen = rule.ofNames
      ? (name: string) => inputs[name] !== undefined && !isRecord(inputs[name])
      : (name: string) => blamed.has(name) || hasUnknown(inputs[name]);
    if (rule.needs.some(isOpen)) continue;
    const reason = rule.refuses(inputs as Args);
    if (reason !== undefined) failures.push(failureAt(marks, [rule.needs[0] ?? ""], reason));
  }
  return failures;
}

/** The inputs with "not known" in place of what is refused, so that `claims` and `offered` can judge the rest. */
export const knownAmong = (schema: Schema, inputs: Values): Values =>
  withUnknownAt(inputs, [...mistakenTextsIn(inputs), ...(schema.safeParse(inputs).error?.issues ?? [])]);

function withUnknownAt(inputs: Values, places: readonly { path: PropertyKey[] }[]): Values {
  const known = structuredClone(inputs);
  for (const { path } of places) {
    const parent = valueAt(known, path.slice(0, -1));
    if (parent !== null && typeof parent === "object") Reflect.set(parent, path.at(-1) ?? "", unknownString);
  }
  return known;
}

/**
 * Makes the failure of one input. The engine prints the value of the named property, secrets in clear, and a missing
 * one as `{<nil>}`. For such an input the property stays empty, and the reason names the input.
 */
export function failureAt(marks: Marks, path: readonly PropertyKey[], text: string): Failure {
  const property = String(path[0] ?? "");
  if (path.length === 1 && text === missing) return { property: "", reason: `${property} ${text}` };
  if (property === "") return { property, reason: text };
  if (isUnquotable(marks[property])) return { property: "", reason: `${pathText(path)}: ${text}` };
  return { property, reason: path.length > 1 ? `${pathText(path)}: ${text}` : text };
}

/** Empties `property` for all `secrets`, as {@link failureAt} does for inputs that are secret by the kind's marks. */
export const withoutValues = (failures: readonly Failure[], secrets: ReadonlySet<string>): Failure[] =>
  failures.map(({ property, reason }) => {
    if (!secrets.has(property)) return { property, reason };
    return { property: "", reason: reason.startsWith(property) ? reason : `${property}: ${reason}` };
  });

/** Says in words what is wrong, or returns undefined where the value is not known yet. */
function describe(issue: Issue, inputs: unknown): string | undefined {
  if (isUnknownAt(inputs, issue.path)) return undefined;
  const value = valueAt(inputs, issue.path);
  if (issue.code === "invalid_union") return describeUnion(issue, value);
  if (issue.code === "custom" && hasUnknown(value)) return undefined;
  if (issue.code === "invalid_type") {
    if (issue.expected === "int" && typeof value === "number") return "must be a whole number";
    if (value === undefined) return missing;
    return `must be ${article(issue.expected)}, but the given value is ${article(kindOf(value))}`;
  }
  if (issue.code === "invalid_value") return `must be one of the values ${issue.values.map(String).join(", ")}`;
  return issue.message;
}

function describeUnion(issue: Issue & { code: "invalid_union" }, value: unknown): string | undefined {
  const branches = issue.errors.map((issues) =>
    issues.map((inner) => {
      const text = describe(inner as Issue, value);
      return text !== undefined && inner.path.length > 0 ? `${pathText(inner.path)} ${text}` : text;
    }),
  );
  if (branches.some((texts) => texts.every((text) => text === undefined))) return undefined;
  const said = branches.map((texts) => texts.filter((text) => text !== undefined));
  said.sort((a, b) => a.length - b.length);
  return said[0]?.join(", ") ?? issue.message;
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : `${i === 0 ? "" : "."}${String(step)}`)).join("");

function kindOf(value: unknown): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return String(value);
  return Array.isArray(value) ? "array" : typeof value;
}

function article(kind: string): string {
  if (["null", "undefined", "NaN", "Infinity", "-Infinity"].includes(kind)) return kind;
  const word = kind === "record" ? "object" : kind;
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

/** A line for each name that no field has, with the nearest field. In a list, the first such element stands for all. */
export function explainUnknownInputs(schema: Schema, news: Bag): string[] {
  const unknown = unknownNamesIn(schema.unwrap(), visible(news), []);
  const places = unknown.map(({ path }) => path.filter((step) => typeof step !== "number").join("."));
  const first = unknown.filter((_each, index) => places.indexOf(places[index] ?? "") === index);
  return first.map(({ path, known }) => {
    const meant = nearest(String(path.at(-1)), known, 1)[0];
    const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
    return `ignores the input "${pathText(path)}", which this version does not know${hint}`;
  });
}

type Unknown = { path: PropertyKey[]; known: string[] };

/** The names that no field has, each with those `known` there. A schema with `catchall` lets every name through. */
function unknownNamesIn(type: z.ZodType, value: unknown, path: PropertyKey[]): Unknown[] {
  if (type instanceof z.ZodOptional) return unknownNamesIn(type.unwrap() as z.ZodType, value, path);
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((each, index) => unknownNamesIn(type.element as z.ZodType, each, [...path, index]));
  if (!(type instanceof z.ZodObject) || !isRecord(value)) return [];
  const fields = new Map(Object.entries(type.shape as Record<string, z.ZodType>));
  return Object.entries(value).flatMap(([name, each]) => {
    const field = fields.get(name);
    if (field !== undefined) return unknownNamesIn(field, each, [...path, name]);
    return type.def.catchall === undefined ? [{ path: [...path, name], known: [...fields.keys()] }] : [];
  });
}
