// Marks are facts about an input field that `diff`, secrets and state need. `resources/` sets marks with `field`;
// `framework/`, `dynamic/`, `plugin/kind.ts`, `cli/adopt/` and `tools/` read them. A new mark goes into `FieldMarks`.
// The mark must be optional, because a field without it must work as before.
import { z } from "zod";
import type { AnyDefinition, Schema } from "./definition";
import { once } from "./once";

/** The marks of an input field, written beside its schema: the facts that `diff`, secrets and state need. */
export interface FieldMarks {
  /** A changed value replaces the object. A field that is left out never does. */
  replace?: boolean;
  /** The type of the resource whose id the value is. */
  refersTo?: string;
  /** The value is secret: in the program, in state, in every message. */
  secret?: boolean;
  /** The part of the value that no message may quote. Default: all of a secret value, nothing of any other. */
  credentials?: (value: unknown) => unknown;
  /** The names of the parts in which two values differ. Messages name these parts where they must not quote the values. */
  parts?: (before: unknown, now: unknown) => string[];
  /** The value is a set: order and repetition of its elements mean nothing. */
  set?: boolean;
  /**
   * A field that is left out stays as it is, and gets no default. A change of the inputs in `follows` may change it
   * meanwhile. With `"forget"`, state drops the value, so that a later declaration sends it.
   */
  keep?: boolean | "forget" | { follows: readonly string[] };
  /** An import leaves the field out of the program, because the service chooses the value or another input says the same. */
  notImported?: boolean;
  /** The value is used only when the object is made. A later change is a note and nothing more. */
  createOnly?: boolean;
  /** The value is never sent to the service. A change renews the state and sends nothing. */
  local?: boolean;
  /** The value that the service uses when the field is left out, or a function that finds it from the other inputs. */
  default?: unknown;
  /** The form in which two values (or, of a set, two elements) are compared. */
  normal?: (value: unknown) => unknown;
}

export type Marks = Record<string, FieldMarks>;

const registry = z.registry<FieldMarks>();

/** The schema of a kind's inputs. The schema is made when a process first needs it, because each takes time. */
export const inputsOf = <Shape extends z.ZodRawShape>(make: () => Shape) => z.lazy(once(() => z.object(make())));

/** A field with its marks, which belong to a copy of the schema: several fields may share one schema. */
export function field<S extends z.ZodType>(schema: S, marks: FieldMarks): S {
  const own = schema.clone(schema.def) as S;
  registry.add(own, marks);
  return own;
}

/** True when a message must not quote the value, or a part of it. */
export const isUnquotable = (marks: FieldMarks | undefined): boolean =>
  marks?.secret === true || marks?.credentials !== undefined;

/** Makes a normal form for texts. A value of another type stays as it is; the schema refuses it. */
export function ofText(normal: (text: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === "string" ? normal(value) : value);
}

/** The value that the service uses when the field is left out of these inputs. */
export const defaultOf = ({ default: usual }: FieldMarks, inputs: Record<string, unknown>): unknown =>
  typeof usual === "function" ? usual(inputs) : usual;

/** The outputs that state keeps encrypted: secret inputs, and the outputs that are secret besides. */
export function secretOutputsOf({ schema, secretOutputs = [] }: Pick<AnyDefinition, "schema" | "secretOutputs">) {
  const marks = marksOf(schema);
  return [...Object.keys(marks).filter((field) => marks[field]?.secret), ...secretOutputs];
}

const found = new WeakMap<Schema, Marks>();

/** The marks of all fields of a schema. Each operation asks several times, so each schema is searched once. */
export function marksOf(schema: Schema): Marks {
  const known = found.get(schema);
  if (known !== undefined) return known;
  const marks = Object.entries(schema.unwrap().shape).map(([name, type]) => {
    // The marks may be written inside or outside of `.optional()`.
    const inner = type instanceof z.ZodOptional ? type.unwrap() : type;
    return [name, registry.get(type as z.ZodType) ?? registry.get(inner as z.ZodType) ?? {}];
  });
  const all = Object.fromEntries(marks);
  found.set(schema, all);
  return all;
}
