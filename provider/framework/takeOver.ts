import type { Definition, Failure } from "./kind/definition";
import { marksOf } from "./kind/marks";
import { validate } from "./preview/check";
import { createContext } from "./run/createContext";
import { createKeys } from "./run/keyEvidence";
import { createSight } from "./run/redact";
import type { Run } from "./run/run";
import { type Bag, visible } from "./state/hidden";
import { outputs, withDefaults } from "./state/state";

type Values = Record<string, unknown>;

/** Reads objects of one kind that no state holds yet, and makes the state that an import of them leaves. */
export interface Taker {
  /** The values that the service holds; undefined when there is no such object. `declared` holds what a program would declare. */
  see(id: string, declared: Values): Promise<Values | undefined>;
  /** The reasons why a program with these inputs would be refused. */
  refusals(inputs: Values): Failure[];
  /** The outputs that state holds after an import with these inputs, as the class passes them to the engine. */
  outputsOf(id: string, inputs: Bag, seen: Values): Bag;
}

/** Makes the taker of one kind. */
export function createTaker<Args extends object, State extends object, Client>(
  definition: Definition<Args, State, Client>,
  run: Run<Client>,
): Taker {
  const marks = marksOf(definition.schema);
  const keys = createKeys(definition, run);
  const { secretsIn, seenOver } = createSight(definition, run);
  return {
    async see(id, declared) {
      const bags = [declared];
      const occasion = { operation: "other", bags, id, secrets: () => secretsIn(bags) } as const;
      const ctx = createContext(definition, run, { ...occasion, confirmAccount: keys.confirmAccount(id, bags) });
      return (await definition.read(ctx, id, declared as Partial<State>)) as Values | undefined;
    },
    refusals: (inputs) => validate(definition.schema, definition.rules ?? [], visible(inputs)),
    outputsOf(id, inputs, seen) {
      const state = seenOver(withDefaults(marks, inputs), seen, [inputs]);
      return { ...outputs(inputs, state), ...keys.markOf(id, inputs) };
    },
  };
}
