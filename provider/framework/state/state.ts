// The functions make what state keeps from inputs, earlier state and answers. `operations.ts`, `run/redact.ts`,
// `preview/checkInputs.ts`, `plugin/kind.ts` and `cli/adopt/take.ts` call them. In `overlay`, `null` must remove a
// value and a missing value must keep the earlier one, because definitions tell the two apart. All else may change.
import { defaultOf, type Marks } from "../kind/marks";
import { sameValue, sendable, type Values } from "../kind/values";
import { type Bag, declaredNames, hidden, visible } from "./hidden";

/**
 * Lays the values seen on the service over the earlier properties. `undefined` leaves a value, and `null` removes it. A
 * value that means the same keeps its earlier spelling, so that no display shows a difference.
 */
export function overlay(marks: Marks, before: Values, seen: Values): Values {
  const merged: Values = { ...before };
  for (const [name, value] of Object.entries(seen)) {
    if (value === undefined) continue;
    const mark = marks[name];
    if (mark !== undefined && before[name] !== undefined && sameValue(mark, before[name], value)) continue;
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/** The inputs that this version of the package knows. The class of another version may send others. */
export const knownInputs = (marks: Marks, inputs: Bag): Values =>
  Object.fromEntries(Object.entries(visible(inputs)).filter(([name]) => name in marks));

/** The inputs with the service's default where the program left a field out. */
export function withDefaults(marks: Marks, inputs: Bag): Values {
  const args = knownInputs(marks, inputs);
  for (const [name, mark] of Object.entries(marks)) {
    const usual = defaultOf(mark, args);
    if (usual !== undefined) args[name] ??= usual;
  }
  return args;
}

/**
 * Where an update starts: the new inputs, old outputs that are no inputs, all old `createOnly` inputs, and those old
 * inputs with `keep` or `replace` that are not declared now.
 */
export function renew(marks: Marks, olds: Bag, news: Bag): Values {
  const given = Object.entries(withDefaults(marks, news));
  const declared = Object.fromEntries(given.filter(([name]) => !marks[name]?.createOnly));
  const stays = ([name]: [string, unknown]) => {
    const mark = marks[name];
    if (mark === undefined || mark.createOnly) return true;
    return declared[name] === undefined && mark.keep !== "forget" && (mark.keep || mark.replace);
  };
  return { ...declared, ...Object.fromEntries(Object.entries(visible(olds)).filter(stays)) };
}

/** The outputs that a failed update keeps: the old ones, with the new values of the `local` inputs. */
export function renewLocal(marks: Marks, olds: Bag, news: Bag): Values {
  const local = Object.entries(knownInputs(marks, news)).filter(([name]) => marks[name]?.local);
  return { ...visible(olds), ...Object.fromEntries(local) };
}

/** Outputs as the host sends them, with the hidden properties that stay in state. */
export function outputs(inputs: Bag, values: Values): Bag {
  const { __get, __pending, __sent, ...kept } = hidden(inputs);
  return sendable({ ...values, ...kept, __declared: declaredNames(inputs) });
}
