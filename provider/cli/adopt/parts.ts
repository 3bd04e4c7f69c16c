// `stages.ts` calls `readParts` for programs and for the plugin's import file. `wishOf` may name things differently.
// Secrets must become `Secret`, because the program must not show secrets. Brokers must get their names before the
// first part, because names must not depend on the order of the list.
import type { InstanceItem } from "../../api";
import { marksOf } from "../../framework/kind/marks";
import { pluginToken, typeToken } from "../../framework/kind/tokens";
import { sameValue, type Values } from "../../framework/kind/values";
import { findAll, type Held, listAccount, takeAll } from "./account";
import { type Names, type Wish, wishedKey } from "./names";
import type { Session } from "./session";
import { addedByClass, type ImportEntry, importOf, type Taken } from "./take";
import { type ArgumentValue, type LeftOut, type Part, Reference, Secret, type Thing } from "./thing";

/** What the parts of one program have in common. */
interface Program {
  session: Session;
  project: string;
  /** True for a program of the provider plugin. */
  isOfPlugin: boolean;
  names: Names;
  /** The resources that the stack has or reads, and the resources that an earlier run has read for an import. */
  known: readonly { type: string; id: string; name: string }[];
  /** The known resources that the stack has, or gets by an import. */
  held: readonly Held[];
  /** The variable that holds a resource of another file, by its type and id; undefined where no file exports one. */
  variableOf(type: string, id: string): Reference | undefined;
}

type ImportedPart = Part & { entries: readonly ImportEntry[] };

/** The classes whose resources other files refer to. */
const exported = ["Instance", "Vpc"];

const keyOf = (type: string, id: string) => `${type} ${id}`;

/** Reads the chosen part of the account: the networks, the team, then each broker. A read thing counts as managed. */
export async function* readParts(program: Program): AsyncGenerator<ImportedPart> {
  const { session, names, known } = program;
  const { choice, progress } = session;
  progress.say("listing the account…");
  const listing = await listAccount(session, choice, program.held);
  const { instances } = listing;
  // All names are decided before the first is used, so that they do not depend on the order of the list.
  const [networks = "", team = ""] = names.files(
    ["networks", "team"].map((wished) => ({ type: "", id: "2", wished, fallback: wished })),
  );
  const files = names.files(instances.map(brokerWish));
  const present = instances.map(({ id }) => known.find((each) => each.type === "Instance" && each.id === id)?.name);
  const unnamed = instances.filter((_, at) => present[at] === undefined);
  const fresh = names.logical(unnamed.map(brokerWish));
  const told = new Set<string>();
  for await (const { of, found } of findAll(session, listing, progress)) {
    const { taken, leftOut: all } = await takeAll(session, found);
    const leftOut = all.filter(({ what }) => !told.has(what));
    for (const { what } of leftOut) told.add(what);
    const at = typeof of === "string" ? -1 : instances.indexOf(of);
    const file = of === "networks" ? networks : of === "team" ? team : (files[at] ?? "");
    const prefix = typeof of === "string" ? "" : (present[at] ?? fresh[unnamed.indexOf(of)] ?? "");
    const part = makePart(program, prefix, taken);
    // Another broker in the same network shows its peerings again.
    session.managed.add(part.things);
    yield { ...part, file: taken.length === 0 ? "" : file, leftOut: [...leftOut, ...part.leftOut] };
  }
}

const brokerWish = ({ id, name }: InstanceItem): Wish => ({
  ...{ type: "Instance", id, wished: name, fallback: `broker-${id}` },
});

/** Makes the resources of one file. `prefix`, the name of the broker, begins the names of all that stands on it. */
function makePart(program: Program, prefix: string, taken: readonly Taken[]): Omit<ImportedPart, "file"> {
  const { session, project, isOfPlugin } = program;
  const onBroker = taken.filter(({ definition }) => definition.type !== "Instance");
  const names = program.names.logical(onBroker.map((each) => wishOf(each, prefix)));
  const imported = taken.map((each) => {
    const name = names[onBroker.indexOf(each)] ?? prefix;
    const type = isOfPlugin ? pluginToken(each.definition) : typeToken(each.definition);
    // No resource has another parent than the stack.
    const urn = `urn:pulumi:${session.stack.split("/").at(-1)}::${project}::${type}::${name}`;
    return { each, name, ...importOf(session.run, each, { type, name, urn }) };
  });
  const declared = imported.filter(({ refusals }) => refusals.length === 0);
  const leftOut = imported.flatMap(({ each: { definition, id }, refusals }): LeftOut[] => {
    const why = `a program cannot declare this object as it is: ${refusals.join("; ")}`;
    return refusals.length === 0 ? [] : [{ what: keyOf(definition.type, id), why }];
  });
  const variables = variablesOf(program, prefix, declared);
  const things = declared.map(({ each, name }): Thing => {
    const { type } = each.definition;
    const variable = variables.get(keyOf(type, each.id));
    const args = argumentsOf(each, { name, program, variables });
    return { type, id: each.id, name, ...(variable && { variable, exported: exported.includes(type) }), args };
  });
  return { things, leftOut, entries: declared.map(({ entry }) => entry) };
}

/** The wished name of a resource: the name of its broker, then the name on the service. */
function wishOf({ definition: { type }, id, label }: Taken, prefix: string): Wish {
  const last = id.split("/").at(-1) ?? id;
  const prefixed = (text: string) => (prefix === "" || text === "" ? text : `${prefix}-${text}`);
  return { type, id: last, wished: prefixed(label), fallback: prefixed(`${type.toLowerCase()}-${last}`) };
}

type Declared = { each: Taken; name: string };

/** The variables of the resources to which others refer, by type and id. */
function variablesOf({ names }: Program, prefix: string, declared: readonly Declared[]): Map<string, string> {
  const recipients = declared.flatMap(({ each }) => {
    const { instance, recipients = [] } = each.inputs as { instance?: string; recipients?: readonly number[] };
    return recipients.map((number) => `${instance}/recipients/${number}`);
  });
  const wishes = declared.flatMap(({ each: { definition, id }, name }): Wish[] => {
    const { type } = definition;
    const isNeeded = exported.includes(type) || (type === "Recipient" && recipients.includes(id));
    // A network often has the same name as a broker in the network.
    const wished = type === "Vpc" && !/(net|network|vpc)$/i.test(name) ? `${name}-network` : name;
    return isNeeded ? [{ type, id, wished, fallback: `${prefix} ${type}-${id.split("/").at(-1)}` }] : [];
  });
  const variables = names.variables(wishes);
  return new Map(wishes.map(({ type, id }, at) => [keyOf(type, id), variables[at] ?? ""]));
}

/** The arguments of a resource as the program writes them. */
function argumentsOf(
  taken: Taken,
  { name, program, variables }: { name: string; program: Program; variables: ReadonlyMap<string, string> },
): Record<string, ArgumentValue> {
  const marks = marksOf(taken.definition.schema);
  const added = addedByClass(taken, name);
  const refer = (type: string, id: string): ArgumentValue | undefined => {
    const own = variables.get(keyOf(type, id));
    return own === undefined ? program.variableOf(type, id) : new Reference(own);
  };
  const keyFor = (path: readonly string[]) => {
    const wish = { type: "", id: taken.id, wished: wishedKey(name, path), fallback: `secret ${path.at(-1)}` };
    return program.names.configKeys([wish])[0] ?? "";
  };
  const written = Object.entries(taken.inputs)
    .filter(([field, value]) => !sameValue(marks[field] ?? {}, value, added[field]))
    .map(([field, value]): [string, ArgumentValue] => {
      const mark = marks[field] ?? {};
      if (mark.refersTo !== undefined) return [field, refer(mark.refersTo, String(value)) ?? String(value)];
      if (field === "recipients") {
        const path = `${taken.inputs["instance"]}/recipients`;
        return [field, (value as number[]).map((number) => refer("Recipient", `${path}/${number}`) ?? number)];
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
