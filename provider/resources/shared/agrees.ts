import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";

/**
 * Is `true` when the hand-written arguments, which keep their doc comments in the declarations, agree with the schema
 * beside them; otherwise the two types that differ. `Defaulted` are the fields that the class fills in, `Others` those
 * that have another type in the schema, as `instance` has.
 */
export type Agrees<
  XArgs,
  Schema extends z.ZodType,
  Defaulted extends string = never,
  Others extends string = never,
> = Same<
  Defaulting<Omit<Plain<XArgs>, Others | "instance">, Defaulted>,
  Defaulting<Omit<z.input<Schema>, Others | "instance">, Defaulted>
>;

/** The arguments as plain values. */
export type Plain<T> = { [K in keyof T]: pulumi.Unwrap<T[K]> };
type Defaulting<T, D extends string> = Omit<T, D> & { [K in keyof T & D]?: T[K] };

/** Is `true` when two types allow the same; otherwise what differs. */
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { schema: B; lacks: A }) : { args: A; lack: B };

/** A type that compiles only when its argument is `true`. */
export type Holds<T extends true> = T;
