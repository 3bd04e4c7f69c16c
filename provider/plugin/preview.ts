import type { AnyDefinition } from "../framework/kind/definition";
import { marksOf } from "../framework/kind/marks";
import { unknownString } from "../framework/kind/unknowns";
import { differences } from "../framework/preview/diff";
import { type Bag, visible } from "../framework/state/hidden";
import { renew, withDefaults } from "../framework/state/state";

type Values = Record<string, unknown>;

type Shape = Pick<AnyDefinition, "schema" | "outputs" | "alters">;

/** The outputs that a create will have, as far as they are known before: the inputs with their defaults. */
export function previewCreate({ schema, outputs }: Shape, inputs: Values): Values {
  return { ...unknown(madeByService(schema, outputs)), ...withDefaults(marksOf(schema), inputs) };
}

/** The outputs that the service chooses: those that are no inputs, and the inputs that it fills in where the program leaves them out. */
function madeByService(schema: Shape["schema"], outputs: readonly string[]): string[] {
  const marks = marksOf(schema);
  return [...Object.keys(marks).filter((name) => marks[name]?.keep), ...outputs];
}

const unknown = (names: readonly string[]): Values => Object.fromEntries(names.map((name) => [name, unknownString]));

/** The outputs that an update will have, as far as they are known before: what the change may alter is not known. */
export function previewUpdate({ schema, outputs, alters = {} }: Shape, olds: Bag, news: Bag): Values {
  const { changed } = differences(schema, visible(olds), visible(news));
  const open = changed.flatMap((name) => alters[name] ?? []);
  const known = renew(marksOf(schema), olds, news);
  const declared = visible(news);
  // The update of an object that is not finished brings the outputs that state does not have yet.
  const awaited = olds.__pending === undefined ? [] : madeByService(schema, outputs);
  const altered = open.filter((name) => declared[name] === undefined);
  return { ...unknown(awaited), ...known, ...unknown(altered) };
}
