// Files of `nouns/` and `service/` declare kinds of record with `collection`; `store.ts` keeps the records. New members
// of `Collection` must be optional. A new field of a record needs `.default()` or `.optional()` in its schema, because
// older state files lack it. `firstId` must stay, because tests name ids.
import { z } from "zod";
import type { Random } from "./random";

/** The fields that records of all kinds have. */
export type AnyRecord = { id: number; hiddenUntil: number };

/** A time in milliseconds since the epoch, up to the last year that a date with four digits can have. */
export const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** The schemas of the fields of every record: the id, and the time until which lists do not show the record. */
export const base = { id: z.int().min(1).max(999_999_999_999), hiddenUntil: moment };

/** The values from which `make` and `usually` make the missing fields of a record. */
interface Tools {
  id: number;
  now: number;
  random: Random;
}

/** The fields of a new instance that decide which records the service makes with the instance. */
interface NewInstance {
  shared: boolean;
  backend: "clustered" | "alternative";
}

/** One kind of record that the emulator holds. */
export interface Collection<
  N extends string = string,
  R extends AnyRecord = AnyRecord,
  S extends z.ZodObject = z.ZodObject,
> {
  /** The name under which the state call and the state file have the records. */
  name: N;
  /** The schema of a record, as the emulator keeps it and as the state call shows it. */
  schema: S;
  /**
   * The first id of this kind. Without `firstId`, ids begin at 1; no path of the service names such an id. Each other
   * kind has its own range of ids, so that an id of one kind finds no record of another kind.
   */
  firstId?: number;
  /** True if each instance has exactly one record of this kind. The store makes the record with the instance. */
  single?: true;
  /** The records of this kind that the service makes with a new instance. A kind with `single` needs no `first`. */
  first?(instance: NewInstance): Partial<R>[];
  /** Completes the fields that a request, the seed or the control `state` gives. */
  make(given: Partial<R>, tools: Tools): object;
  /** Brings a record up to date: finishes its changes whose time is over. */
  settle?(record: R, now: number): void;
}

/** The records of a collection. */
export type RecordIn<C extends Collection> = z.output<C["schema"]>;

/** Makes a collection. The compiler infers the types of the collection's functions from the schema. */
export function collection<N extends string, S extends z.ZodObject<typeof base>>(
  definition: Collection<N, z.output<S>, S>,
): Collection<N, z.output<S>, S> {
  return definition;
}

/** A field of a record: its schema, and its value if nobody gives another value. */
interface Field<S extends z.ZodType = z.ZodType> {
  schema: S;
  usual: unknown;
}

/** A field with its usual value, or with a function that makes the usual value for each record. */
export const usually = <S extends z.ZodType>(
  schema: S,
  usual: z.output<S> | ((tools: Tools, given: Record<string, unknown>) => z.output<S>),
): Field<S> => ({ schema, usual });

/** A field that is null if nobody gives a value. */
export const orNull = <S extends z.ZodType>(schema: S): Field<z.ZodNullable<S>> => usually(schema.nullable(), null);

/** The first field of a record that belongs to an instance. The store removes such a record with its instance. */
export const ofInstance = { instance_id: usually(z.int(), 1001) };

/** The schema of a record with these fields, and the function that completes it. */
export function recordOf<F extends Record<string, Field>>(fields: F) {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  return {
    schema: z.strictObject({ ...base, ...(shape as { [K in keyof F]: F[K]["schema"] }) }),
    make: (given: Record<string, unknown>, tools: Tools): object =>
      Object.fromEntries(
        Object.entries(fields).map(([name, { usual }]) => [
          name,
          given[name] ?? (typeof usual === "function" ? usual(tools, given) : structuredClone(usual)),
        ]),
      ),
  };
}
