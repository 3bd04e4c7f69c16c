import { z } from "zod";
import type { Random } from "../server/random";

/** What every record has: its id, and until when lists do not show it yet (a service whose lists lag behind). */
export const base = { id: z.int().min(1).max(999_999_999_999), hiddenUntil: z.number() };

/** A moment in milliseconds since the epoch, within what can be written as a date. */
export const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** What a record may need when it is made. */
interface Tools {
  id: number;
  now: number;
  random: Random;
}

/** One kind of thing that the emulator holds. */
export interface Collection<S extends z.ZodObject> {
  /** The whole record, as kept and as shown by the state call. */
  schema: S;
  /** Ids start here; a range of its own for each kind, so that a mixed-up id is an unknown one. */
  firstId: number;
  /** Its records carry `instance_id` and go when that instance goes. */
  ofInstance?: true;
  /** Completes what a request, the seed or an outsider gives. */
  make(given: Partial<z.output<S>>, tools: Tools): Omit<z.output<S>, "id" | "hiddenUntil">;
  /** Brings a record up to now: what began earlier and has taken its time is done. */
  settle?(record: z.output<S>, now: number): void;
}

/** Infers the schema, so that `make` is checked against it. */
export function collection<S extends z.ZodObject>(definition: Collection<S>): Collection<S> {
  return definition;
}
