import type { z } from "zod";
import { cleanTexts } from "../api/clean";
import { type Bag, declaredNames, hidden, visible } from "./hidden";
import { defaultOf, type FieldMarks } from "./marks";
import { sameValue, sendable } from "./values";

type Marks = Record<string, FieldMarks>;
type Values = Record<string, unknown>;

/**
 * The outputs of a resource: the properties with what was seen on the service laid over them. What the service does not
 * say (`undefined`) stays as it was last sent; what it says is not there (`null`) goes. What means the same stays in
 * the spelling it had, so that no display shows a difference where there is none.
 */
export function overlay(marks: Marks, before: Values, seen: Values): Values {
  const merged: Values = { ...before };
  for (const [name, value] of Object.entries(seen)) {
    if (value === undefined) continue;
    const mark = marks[name];
    const same = mark !== undefined && before[name] !== undefined && sameValue(mark, before[name], value);
    if (same) continue;
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/**
 * What was seen on the service, without values that no such field can have where a difference replaces the object: an
 * empty region is no evidence that the object is in another one.
 */
export function withoutImpossible(marks: Marks, schema: z.ZodObject, before: Values, seen: Values): Values {
  const isPossible = ([name, value]: [string, unknown]) =>
    !marks[name]?.replace ||
    value === null ||
    before[name] === undefined ||
    (schema.shape[name] as z.ZodType).safeParse(value).success;
  return Object.fromEntries(Object.entries(seen).filter(isPossible));
}

/**
 * What was seen on the service, with the texts of its own cleaned: state shows them in plain, and they may quote what
 * is secret. Inputs stay as they are, because they are compared; secrets stay, because they are encrypted.
 */
export function cleanOutputs(
  marks: Marks,
  secretNames: readonly string[],
  seen: Values,
  secrets: readonly string[],
): Values {
  const isForeign = (name: string) => !(name in marks) && !secretNames.includes(name);
  return Object.fromEntries(
    Object.entries(seen).map(([name, value]) => [name, isForeign(name) ? cleanTexts(value, secrets) : value]),
  );
}

/** The inputs that this version knows; the class of another version may send others. */
export function knownInputs(marks: Marks, inputs: Bag): Values {
  return Object.fromEntries(Object.entries(visible(inputs)).filter(([name]) => name in marks));
}

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
 * What an update starts from: the new inputs, the old outputs that are no inputs, and of the inputs that are not
 * declared (any more) those that a missing declaration leaves as they are.
 */
export function renew(marks: Marks, olds: Bag, news: Bag): Values {
  const declared = Object.fromEntries(
    Object.entries(withDefaults(marks, news)).filter(([name]) => !marks[name]?.createOnly),
  );
  const stays = ([name]: [string, unknown]) => {
    const mark = marks[name];
    if (mark === undefined || mark.createOnly) return true;
    return declared[name] === undefined && !mark.forget && (mark.keep || mark.replace);
  };
  return { ...declared, ...Object.fromEntries(Object.entries(visible(olds)).filter(stays)) };
}

/** Old outputs with only those inputs renewed that never leave this machine: what a failed update keeps. */
export function renewLocal(marks: Marks, olds: Bag, news: Bag): Values {
  const local = Object.entries(knownInputs(marks, news)).filter(([name]) => marks[name]?.local);
  return { ...visible(olds), ...Object.fromEntries(local) };
}

/** Outputs as the host sends them, with the hidden properties that stay in state. */
export function outputs(inputs: Bag, values: Values): Bag {
  const { __get, __pending, __sent, ...kept } = hidden(inputs);
  return sendable({ ...values, ...kept, __declared: declaredNames(inputs) });
}
