// `createSight` turns objects that a run sees into state, and lists secrets. `operations.ts`, `createContext.ts` and
// `cli/adopt/take.ts` call it. New secrets go into `ownSecretsIn`. Inputs must stay uncleaned: `diff` compares them.
import type { z } from "zod";
import { cleanTexts, type Secret, stringsIn } from "../../api/transport/clean";
import type { AnyDefinition } from "../kind/definition";
import { isUnquotable, marksOf } from "../kind/marks";
import type { Values } from "../kind/values";
import type { Bag } from "../state/hidden";
import { hiddenValues } from "../state/secretValues";
import { outputs, overlay } from "../state/state";
import { createKeys } from "./keyEvidence";
import type { Run } from "./run";

export function createSight<Client>(definition: AnyDefinition<Client>, run: Run<Client>) {
  const { schema, secretOutputs = [] } = definition;
  const marks = marksOf(schema);
  const keys = createKeys(definition, run);
  const secretNames = [...Object.keys(marks).filter((name) => isUnquotable(marks[name])), ...secretOutputs];

  function ownSecretsIn(bags: readonly Bag[]): string[] {
    const connection = run.connection();
    const credentials = (name: string, value: unknown) => marks[name]?.credentials?.(value) ?? value;
    const own = bags.flatMap((bag) => secretNames.flatMap((name) => stringsIn(credentials(name, bag[name]))));
    return "client" in connection ? [...connection.secrets(bags), ...own] : own;
  }

  function seenOver(before: Values, seen: Values, bags: readonly Bag[]): Values {
    // A value that the program marks may be a part of every host name: state loses only values that are always secret.
    const secrets = ownSecretsIn([...bags, seen]);
    // An impossible value must not replace the object: an empty region is no evidence of another one.
    const isPossible = ([name, value]: [string, unknown]) =>
      !marks[name]?.replace ||
      value === null ||
      before[name] === undefined ||
      (schema.unwrap().shape[name] as z.ZodType).safeParse(value).success;
    // State keeps outputs in plain, and a text of the service may quote a secret. Secret outputs are encrypted.
    const isForeign = (name: string) => !(name in marks) && !secretNames.includes(name);
    const clean = Object.entries(seen)
      .filter(isPossible)
      .map(([name, value]) => [name, isForeign(name) ? cleanTexts(value, secrets) : value]);
    return overlay(marks, before, Object.fromEntries(clean));
  }

  return {
    /** The secrets in these properties, the keys in use, and values that the program marks. No message shows them. */
    secretsIn: (bags: readonly Bag[]): Secret[] => [...ownSecretsIn(bags), ...hiddenValues()],
    seenOver,
    /** The outputs that state keeps of an object that was seen, with the mark of the key that has seen it. */
    outputsOf: (id: string, inputs: Bag, before: Values, seen: Values, bags: readonly Bag[] = [inputs]): Bag => ({
      ...outputs(inputs, seenOver(before, seen, bags)),
      ...keys.markOf(id, inputs),
    }),
  };
}
