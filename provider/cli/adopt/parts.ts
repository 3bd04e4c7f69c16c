import type { Client } from "../../api";
import { marksOf } from "../../framework/kind/marks";
import { sameValue } from "../../framework/kind/values";
import type { Run } from "../../framework/run/run";
import type { Findings } from "./account";
import type { Values } from "./candidate";
import { type Names, type Wish, wishedKey } from "./names";
import { addedByClass, stateOf, type Taken } from "./take";
import { type ArgumentValue, type LeftOut, type Part, Reference, Secret, type Thing } from "./thing";

/** What the parts of one program have in common. */
export interface Program {
  run: Run<Client>;
  names: Names;
  /** The URN in the stack of a resource of this kind and name. */
  urnOf(definition: { type: string }, name: string): string;
  /** The logical name of a resource that the stack has already. */
  nameOf(type: string, id: string): string | undefined;
  /** The variable that holds a resource of another file, by its type and id; undefined where no file exports one. */
  variableOf(type: string, id: string): Reference | undefined;
}

/** Where a part of the program goes, and what its summary calls it. */
export interface Heading {
  file: string;
  title: string;
  /** The logical name of the broker, with which the names of all that stands on it begin. */
  prefix?: string;
}

/** The classes whose resources other files refer to. */
const exported = ["Instance", "Vpc"];

const keyOf = (type: string, id: string) => `${type} ${id}`;

/** Makes the resources of one file. What cannot be declared is left out, with the reason. */
export function makePart(program: Program, heading: Heading, { taken, leftOut }: Findings): Part {
  const { logical } = program.names;
  const isBroker = ({ candidate }: Taken) => candidate.definition.type === "Instance";
  const wishes = new Map(taken.filter((each) => !isBroker(each)).map((each) => [each, wishOf(each, heading.prefix)]));
  for (const wish of wishes.values()) logical.announce(wish);
  const named = taken.map((each) => {
    const wish = wishes.get(each);
    return { each, name: wish === undefined ? (heading.prefix ?? "") : logical.take(wish) };
  });
  const imported = named.map(({ each, name }) => {
    const { definition } = each.candidate;
    const urn = program.urnOf(definition, name);
    return { each, name, state: stateOf(program.run, each, name, urn) };
  });
  const refused = imported.flatMap(({ each, state }): LeftOut[] =>
    state.refusals.length === 0
      ? []
      : [{ what: describe(each), why: `it cannot be declared as it is: ${state.refusals.join("; ")}` }],
  );
  const declared = imported.filter(({ state }) => state.refusals.length === 0);
  const variables = variablesOf(program, heading, declared);
  const things = declared.map(({ each, name, state }): Thing => {
    const { definition, id } = each.candidate;
    const variable = variables.get(keyOf(definition.type, id));
    return {
      type: definition.type,
      id,
      name,
      ...(variable !== undefined && { variable, exported: exported.includes(definition.type) }),
      args: argumentsOf(each, { name, program, variables }),
      inputs: state.inputs,
      outputs: state.outputs,
    };
  });
  return { file: heading.file, title: heading.title, things, leftOut: [...leftOut, ...refused] };
}

const describe = ({ candidate: { definition, id } }: Taken) => `${definition.type} ${id}`;

/** The name that a resource should have: what the service calls it, after the name of its broker. */
function wishOf({ candidate }: Taken, prefix: string | undefined): Wish {
  const { definition, id, label } = candidate;
  const { type } = definition;
  const last = id.split("/").at(-1) ?? id;
  const prefixed = (text: string) => (prefix === undefined || text === "" ? text : `${prefix}-${text}`);
  return { type, id: last, wished: prefixed(label), fallback: prefixed(`${type.toLowerCase()}-${last}`) };
}

type Declared = { each: Taken; name: string };

/** The variables of the resources to which others refer, by type and id. */
function variablesOf({ names }: Program, { prefix = "" }: Heading, declared: readonly Declared[]): Map<string, string> {
  const recipients = new Set(
    declared.flatMap(({ each }) => {
      const { instance, recipients = [] } = each.inputs as { instance?: string; recipients?: readonly number[] };
      return recipients.map((number) => keyOf("Recipient", `${instance}/recipients/${number}`));
    }),
  );
  const isNeeded = ({ each: { candidate } }: Declared) =>
    exported.includes(candidate.definition.type) || recipients.has(keyOf(candidate.definition.type, candidate.id));
  return new Map(
    declared.filter(isNeeded).map(({ each: { candidate }, name }) => {
      const { type } = candidate.definition;
      const fallback = `${prefix} ${type}-${candidate.id.split("/").at(-1)}`;
      // A network is often named as the broker in it.
      const wished = type === "Vpc" && !/(net|network|vpc)$/i.test(name) ? `${name}-network` : name;
      return [keyOf(type, candidate.id), names.variables.take({ type, id: candidate.id, wished, fallback })];
    }),
  );
}

/** The arguments of a resource as the program writes them. */
function argumentsOf(
  taken: Taken,
  { name, program, variables }: { name: string; program: Program; variables: ReadonlyMap<string, string> },
): Record<string, ArgumentValue> {
  const { definition } = taken.candidate;
  const marks = marksOf(definition.schema);
  const added = addedByClass(taken, name);
  const refer = (type: string, id: string): ArgumentValue | undefined => {
    const own = variables.get(keyOf(type, id));
    return own === undefined ? program.variableOf(type, id) : new Reference(own);
  };
  const keyFor = (path: readonly string[]) =>
    program.names.configKeys.take({
      type: "",
      id: taken.candidate.id,
      wished: wishedKey(name, path),
      fallback: `secret ${path.at(-1)}`,
    });
  const written = Object.entries(taken.inputs)
    .filter(([field, value]) => !sameValue(marks[field] ?? {}, value, added[field]))
    .map(([field, value]): [string, ArgumentValue] => {
      const mark = marks[field] ?? {};
      if (mark.refersTo !== undefined) return [field, refer(mark.refersTo, String(value)) ?? String(value)];
      if (field === "recipients") {
        const path = `${taken.inputs["instance"]}/recipients`;
        const each = (value as number[]).map((number) => refer("Recipient", `${path}/${number}`) ?? number);
        return [field, each];
      }
      const secret = mark.credentials?.(value) ?? (mark.secret ? value : undefined);
      return [field, withSecrets(value, secret, [field], keyFor)];
    });
  return Object.fromEntries(written);
}

/** A value in which each text that is secret comes from the configuration. */
function withSecrets(
  value: unknown,
  secret: unknown,
  path: readonly string[],
  keyFor: (path: readonly string[]) => string,
): ArgumentValue {
  if (typeof value === "string") return secret === value ? new Secret(keyFor(path), value) : value;
  if (value === null || typeof value !== "object") return value as ArgumentValue;
  const inside = (key: string | number, each: unknown) =>
    withSecrets(each, (secret as Values | undefined)?.[key], [...path, String(key)], keyFor);
  if (Array.isArray(value)) return value.map((each, index) => inside(index, each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(key, each)]));
}

/** The secrets in the arguments of a part, by their keys. */
export function secretsOf({ things }: Part): Secret[] {
  const found = (value: ArgumentValue): Secret[] => {
    if (value instanceof Secret) return [value];
    if (value instanceof Reference || value === null || typeof value !== "object") return [];
    return Object.values(value as object).flatMap(found);
  };
  return things.flatMap(({ args }) => Object.values(args).flatMap(found));
}
