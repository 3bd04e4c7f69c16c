import type { AnyDefinition } from "../../framework/kind/definition";
import { secretOutputsOf } from "../../framework/kind/marks";
import { pluginToken, typeToken } from "../../framework/kind/tokens";
import { visible } from "../../framework/state/hidden";
import { definitions } from "../../resources";
import type { Values } from "./candidate";
import type { Thing } from "./thing";

/** A resource as `pulumi import --file` takes it. */
export interface ImportEntry {
  type: string;
  name: string;
  id: string;
  inputs: Values;
  outputs: Values;
}

/** The mark of a secret value in an import file: Pulumi encrypts the value when it imports the resource. */
const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

/** The entry of a dynamic resource. */
export function entryOf(thing: Thing): ImportEntry {
  return makeEntry(thing, (definition) => ({ type: typeToken(definition), inputs: thing.inputs }));
}

/** The entry of a resource of the provider plugin, with the inputs as a program in any language has them. */
export function pluginEntryOf(thing: Thing): ImportEntry {
  return makeEntry(thing, (definition) => {
    const inputs = visible(thing.inputs);
    return { type: pluginToken(definition), inputs: definition.written?.(inputs) ?? inputs };
  });
}

/** Makes an entry. What a program marks as secret is marked here too. */
function makeEntry(
  { type: kind, id, name, outputs }: Thing,
  partsOf: (definition: AnyDefinition) => { type: string; inputs: Readonly<Values> },
): ImportEntry {
  const definition = definitions.find((each) => each.type === kind);
  if (definition === undefined) throw new Error(`there is no kind ${kind}`);
  const { type, inputs } = partsOf(definition);
  const secrets = new Set(secretOutputsOf(definition));
  const marked = (values: Readonly<Values>) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        secrets.has(field) ? { ...secretMark, plaintext: JSON.stringify(value) } : value,
      ]),
    );
  return { type, name, id, inputs: marked(inputs), outputs: marked(outputs) };
}
