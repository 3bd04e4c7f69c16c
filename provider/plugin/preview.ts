import type { Client } from "../api";
import type { Definition } from "../framework/definition";
import { differences } from "../framework/diff";
import { type Bag, visible } from "../framework/hidden";
import { marksOf } from "../framework/marks";
import { renew, withDefaults } from "../framework/state";
import { unknownString } from "../framework/unknowns";

type Values = Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: the definitions are of many types; what uses them here needs none of them
type AnyDefinition = Pick<Definition<any, any, Client>, "schema" | "outputs" | "alters">;

/** The outputs that a create will have, as far as they are known before: the inputs with their defaults. */
export function previewCreate({ schema, outputs }: AnyDefinition, inputs: Values): Values {
  const marks = marksOf(schema);
  const known = withDefaults(marks, inputs);
  // The service may fill in what the program leaves out.
  const open = [...Object.keys(marks).filter((name) => marks[name]?.keep), ...outputs];
  return { ...Object.fromEntries(open.map((name) => [name, unknownString])), ...known };
}

/** The outputs that an update will have, as far as they are known before: what the change may alter is not known. */
export function previewUpdate({ schema, alters = {} }: AnyDefinition, olds: Bag, news: Bag): Values {
  const { changed } = differences(schema, visible(olds), visible(news));
  const open = changed.flatMap((name) => alters[name] ?? []);
  const known = renew(marksOf(schema), olds, news);
  const declared = visible(news);
  const altered = open.filter((name) => declared[name] === undefined).map((name) => [name, unknownString]);
  return { ...known, ...Object.fromEntries(altered) };
}
