// Nearly all kinds use `Agrees`, `Given` or `Shown`, and `integration/systems.ts` uses `Holds`, `Plain` and `Same`, to
// compare types or to derive one from another. Types that are not exported may change. `Agrees` must stay as strict,
// because only it compares arguments with their schema; `OfEveryKind` must name the fields of `ChildArgs`.
import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";

/**
 * Is `true` when the hand-written arguments agree with the schema beside them, otherwise the two types that differ.
 * `Defaulted` are the fields that the class fills in, `Others` those of another type in the schema.
 */
export type Agrees<
  XArgs,
  Schema extends z.ZodType,
  Defaulted extends string = never,
  Others extends string = never,
> = Same<
  Defaulting<Omit<Plain<XArgs>, Others | "instance" | "triggers">, Defaulted>,
  Defaulting<Omit<z.input<Schema>, Others | "instance" | "triggers">, Defaulted>
>;

/** The arguments as plain values. */
export type Plain<T> = { [K in keyof T]: pulumi.Unwrap<T[K]> };
type Defaulting<T, D extends string> = Omit<T, D> & { [K in keyof T & D]?: T[K] };

/** Is `true` when two types allow the same, and name the same fields; otherwise the difference. */
export type Same<A, B> = [A, keyof A] extends [B, keyof B]
  ? [B, keyof B] extends [A, keyof A]
    ? true
    : { schema: B; lacks: A }
  : { args: A; lack: B };

/** The arguments as state has them, with their doc comments. `Always` names optional ones that state always has. */
export type Given<XArgs, Always extends keyof XArgs = never> = Of<XArgs, Exclude<keyof XArgs, Always | OfEveryKind>> &
  Required<Of<XArgs, Always>>;

/** A kind's state as a function shows it, without the fields of `But`. A null field of `Missing` is left out. */
export type Shown<State, Missing extends keyof State, But extends keyof State = never> = Partial<Kept<State, Missing>> &
  Kept<State, Exclude<keyof State, Missing | But | OfEveryKind>>;

type Kept<State, Names extends keyof State> = { [K in Names]: Exclude<State[K], null> };

type Of<XArgs, Names extends keyof XArgs> = { [K in Names]: Listed<pulumi.Unwrap<XArgs[K]>> };
type Listed<V> = V extends readonly (infer Element)[] ? Element[] : V;
type OfEveryKind = "instance" | "instanceApiKey";

/** A type that compiles only when its argument is `true`. */
export type Holds<T extends true> = T;
