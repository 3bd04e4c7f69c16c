import { z } from "zod";
import type { Random } from "./random";

/** The fields that every record has: its id, and the time until which lists leave the record out. */
export const base = { id: z.int().min(1).max(999_999_999_999), hiddenUntil: z.number() };

/** A time in milliseconds since the epoch, within the years that can be written as a date. */
export const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** Values from which the missing fields of a record are made. */
interface Tools {
  id: number;
  now: number;
  random: Random;
}

/** One kind of record that the emulator holds. */
export interface Collection<S extends z.ZodObject> {
  /** The schema of a record, as the emulator keeps it and as the state call shows it. */
  schema: S;
  /**
   * The first id of this kind. Each kind has its own range of ids, so that an id of one kind finds no record of
   * another.
   */
  firstId: number;
  /** True when each record has an `instance_id` and is removed with that instance. */
  ofInstance?: true;
  /** Completes the fields that a request, the seed or the state call gives. */
  make(given: Partial<z.output<S>>, tools: Tools): Omit<z.output<S>, "id" | "hiddenUntil">;
  /** Brings a record up to date: finishes its changes whose time is over. */
  settle?(record: z.output<S>, now: number): void;
}

/** Makes a collection; the type of `make` is inferred from the schema. */
export function collection<S extends z.ZodObject>(definition: Collection<S>): Collection<S> {
  return definition;
}
