import type { AnyDefinition, Failure } from "./kind/definition";
import { marksOf } from "./kind/marks";
import { validate } from "./preview/check";
import { createContext } from "./run/createContext";
import { createSight } from "./run/redact";
import type { Run } from "./run/run";
import { type Bag, visible } from "./state/hidden";
import { withDefaults } from "./state/state";

type Values = Record<string, unknown>;

/** Reads objects of one kind that no state holds yet, and makes the state that an import of them leaves. */
export function createTaker<Client>(definition: AnyDefinition<Client>, run: Run<Client>) {
  const marks = marksOf(definition.schema);
  const sight = createSight(definition, run);
  return {
    /** The values that the service holds; undefined when there is no such object. `declared` holds what a program would declare. */
    see(id: string, declared: Values): Promise<Values | undefined> {
      return definition.read(
        createContext(definition, run, { operation: "other", bags: [declared], id }),
        id,
        declared,
      );
    },

    /** The reasons why a program with these inputs would be refused. */
    refusals: (inputs: Values): Failure[] => validate(definition.schema, definition.rules ?? [], visible(inputs)),

    /** The outputs that state holds after an import with these inputs, as the class passes them to the engine. */
    outputsOf: (id: string, inputs: Bag, seen: Values): Bag =>
      sight.outputsOf(id, inputs, withDefaults(marks, inputs), seen),
  };
}
