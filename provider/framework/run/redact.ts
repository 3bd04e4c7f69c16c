import { type Secret, stringsIn } from "../../api/transport/clean";
import type { AnyDefinition } from "../kind/definition";
import { isUnquotable, marksOf } from "../kind/marks";
import type { Bag } from "../state/hidden";
import { hiddenValues } from "../state/secretValues";
import { cleanOutputs, overlay, withoutImpossible } from "../state/state";
import type { Run } from "./run";

type Values = Record<string, unknown>;

/** How what is seen of the objects of one kind becomes state. */
export function createSight<Client>(definition: AnyDefinition<Client>, run: Run<Client>) {
  const marks = marksOf(definition.schema);
  const secretNames = Object.keys(marks)
    .filter((name) => isUnquotable(marks[name]))
    .concat(definition.secretOutputs ?? []);

  function ownSecretsIn(bags: readonly Bag[]): string[] {
    const connection = run.connection();
    const credentials = (name: string, value: unknown) => marks[name]?.credentials?.(value) ?? value;
    const own = bags.flatMap((bag) => secretNames.flatMap((name) => stringsIn(credentials(name, bag[name]))));
    return "client" in connection ? [...connection.secrets(bags), ...own] : own;
  }

  return {
    /** The secrets in these properties, the keys in use for them, and what the program marks: no message may show them. */
    secretsIn: (bags: readonly Bag[]): Secret[] => [...ownSecretsIn(bags), ...hiddenValues()],

    /** Lays the values seen on the service over the earlier properties, and cleans the texts of the service. */
    seenOver(before: Values, seen: Values, bags: readonly Bag[]): Values {
      const possible = withoutImpossible(marks, definition.schema, before, seen);
      // A name that the program marks may be a part of every host name: only what is always secret is taken out of state.
      return overlay(marks, before, cleanOutputs(marks, secretNames, possible, ownSecretsIn([...bags, seen])));
    },
  };
}
