import { z } from "zod";

/** What `diff`, secrets and state need to know of an input field, written beside its schema. */
export interface FieldMarks {
  /** Changing it replaces the object. Leaving it out never does. */
  replace?: boolean;
  /** The value is secret: in the program, in state, in every message. */
  secret?: boolean;
  /** The part of the value that no message may quote. Default: all texts in it where it is secret, else nothing. */
  credentials?: (value: unknown) => unknown;
  /** The order and repetition of its elements mean nothing. */
  set?: boolean;
  /** Leaving it out means "as it is", not "back to the default". */
  keep?: boolean;
  /**
   * Of a field with `keep`: once it is left out, state holds nothing of it, so that it is sent when it is declared
   * again.
   */
  forget?: boolean;
  /** Only read when the object is made; a later change is a note. */
  createOnly?: boolean;
  /** Never sent to the service; a change renews state and sends nothing. */
  local?: boolean;
  /** What the service takes when the field is left out; a function of all inputs where it depends on another one. */
  default?: unknown;
  /** The form in which two values (or, of a set, two elements) are compared. */
  normal?: (value: unknown) => unknown;
}

const registry = z.registry<FieldMarks>();

/**
 * A field of a resource's schema with its marks. The marks belong to a copy of the schema: several fields may be
 * written with one schema, and each has its own marks, or none.
 */
export function field<S extends z.ZodType>(schema: S, marks: FieldMarks): S {
  const own = schema.clone(schema.def) as S;
  registry.add(own, marks);
  return own;
}

/** Whether a message must not quote the value, or a part of it. */
export function isUnquotable(marks: FieldMarks | undefined): boolean {
  return marks?.secret === true || marks?.credentials !== undefined;
}

/** A normal form of texts; a value of another type, which the schema refuses, stays as it is. */
export function ofText(normal: (text: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === "string" ? normal(value) : value);
}

/** What the service takes when the field is left out of these inputs. */
export function defaultOf({ default: usual }: FieldMarks, inputs: Record<string, unknown>): unknown {
  return typeof usual === "function" ? usual(inputs) : usual;
}

/** The marks of each field of a schema, by field name. */
export function marksOf(schema: z.ZodObject): Record<string, FieldMarks> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, type]) => [name, registeredMarks(type as z.ZodType) ?? {}]),
  );
}

/** `.optional()` makes a new schema around the marked one: the marks count wherever it is written. */
function registeredMarks(type: z.ZodType): FieldMarks | undefined {
  return registry.get(type) ?? (type instanceof z.ZodOptional ? registry.get(type.unwrap() as z.ZodType) : undefined);
}
