import type * as pulumi from "@pulumi/pulumi";

/**
 * Is `true` when the hand-written arguments, which keep their doc comments in the declarations, agree with the schema
 * beside them; otherwise the two types that differ. `Defaulted` are the fields that the class fills in.
 */
export type Agrees<XArgs, Schema, Defaulted extends string = never> = Check<
  Defaulting<Plain<XArgs>, Defaulted>,
  Defaulting<Schema, Defaulted>
>;

type Plain<T> = { [K in keyof T]: pulumi.Unwrap<T[K]> };
type Defaulting<T, D extends string> = Omit<T, D> & { [K in keyof T & D]?: T[K] };
type Check<A, B> = [A] extends [B] ? ([B] extends [A] ? true : { schema: B; lacks: A }) : { args: A; lack: B };

/** A type that compiles only when its argument is `true`. */
export type Holds<T extends true> = T;
