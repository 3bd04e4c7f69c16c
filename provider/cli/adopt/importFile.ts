import { secretOutputsOf } from "../../framework/marks";
import { typeToken } from "../../framework/tokens";
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

/** The entry of a resource. What the class marks as secret is marked here too. */
export function entryOf({ type, id, name, inputs, outputs }: Thing): ImportEntry {
  const definition = definitions.find((each) => each.type === type);
  if (definition === undefined) throw new Error(`there is no kind ${type}`);
  const secrets = new Set(secretOutputsOf(definition));
  const marked = (values: Readonly<Values>) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        secrets.has(field) ? { ...secretMark, plaintext: JSON.stringify(value) } : value,
      ]),
    );
  return { type: typeToken(definition), name, id, inputs: marked(inputs), outputs: marked(outputs) };
}
