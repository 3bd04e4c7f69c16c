// `adopt/take.ts` and `plugin/kind.ts` call the function. New marks may leave inputs out; the next preview of the
// object must show no change.
import type { AnyDefinition } from "../kind/definition";
import { defaultOf, marksOf } from "../kind/marks";
import { sameValue, type Values } from "../kind/values";

/** The inputs that a program must declare so that an object stays as it was seen. `given` has inputs that no answer tells. */
export function importInputs({ schema }: Pick<AnyDefinition, "schema">, seen: Values, given: Values = {}): Values {
  const marks = marksOf(schema);
  const isDeclared = (name: string, value: unknown) => {
    const mark = marks[name] ?? {};
    const isTold = !mark.local && !mark.createOnly;
    return (isTold || name in given) && !mark.notImported && !sameValue(mark, value, defaultOf(mark, seen));
  };
  return Object.fromEntries(
    Object.keys(schema.shape)
      .map((name): [string, unknown] => [name, given[name] ?? seen[name] ?? undefined])
      .filter(([name, value]) => value !== undefined && isDeclared(name, value)),
  );
}
