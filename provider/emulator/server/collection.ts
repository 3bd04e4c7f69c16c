import { z } from "zod";
import type { Random } from "./random";

/** A record of any kind, as far as all kinds have the same fields. */
export type AnyRecord = { id: number; hiddenUntil: number };

/** A time in milliseconds since the epoch, within the years that can be written as a date. */
export const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** The schemas of the fields that every record has: its id, and the time until which lists leave the record out. */
export const base = { id: z.int().min(1).max(999_999_999_999), hiddenUntil: moment };

/** Values from which the missing fields of a record are made. */
interface Tools {
  id: number;
  now: number;
  random: Random;
}

/** What a new instance is, as far as it decides which records the service makes with the instance. */
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
   * The first id of this kind; 1 for a kind whose ids no path names. Each other kind has its own range of ids, so that an
   * id of one kind finds no record of another.
   */
  firstId?: number;
  /** True for a kind of which each instance has exactly one record, made with the instance. */
  single?: true;
  /** The records that the service makes with a new instance, beside those that are `single`. */
  first?(instance: NewInstance): Partial<R>[];
  /** Completes the fields that a request, the seed or the state call gives. */
  make(given: Partial<R>, tools: Tools): object;
  /** Brings a record up to date: finishes its changes whose time is over. */
  settle?(record: R, now: number): void;
}

/** The records of a collection. */
export type RecordIn<C extends Collection> = z.output<C["schema"]>;

/** Makes a collection; the types of its functions are inferred from the schema. */
export function collection<N extends string, S extends z.ZodObject<typeof base>>(
  definition: Collection<N, z.output<S>, S>,
): Collection<N, z.output<S>, S> {
  return definition;
}

/** A field of a record: its schema, and the value that it has unless another one is given. */
interface Field<S extends z.ZodType = z.ZodType> {
  schema: S;
  usual: unknown;
}

/** A field with its usual value, or with a function that makes the value when it is needed. */
export const usually = <S extends z.ZodType>(
  schema: S,
  usual: z.output<S> | ((tools: Tools, given: Record<string, unknown>) => z.output<S>),
): Field<S> => ({ schema, usual });

/** A field that is null unless a value is given. */
export const orNull = <S extends z.ZodType>(schema: S): Field<z.ZodNullable<S>> => usually(schema.nullable(), null);

/** The first field of each record that belongs to an instance and is removed with it. */
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
