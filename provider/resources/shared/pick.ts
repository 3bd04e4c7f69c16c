// `getInstance`, `getRecipient` and `getVpc` choose one object with `pickOne`; `getPlans` and `getRegions` filter with
// `pickAll`. Texts may change; the names in `ById` and `ByName` must stay, because programs use them.
import { nearest } from "../../framework/preview/nearest";
import { unknownValue } from "./catalogue";

/** Arguments that name an object by its id. */
export interface ById<Id> {
  /** The id, or the resource itself. A resource that this run makes needs the form with `Output`. */
  id: Id;
  /** Not beside `id`: give one of the two. */
  name?: undefined;
}

/** Arguments that name an object by its name. */
export interface ByName<Name> {
  /** The name. The function throws when several objects have this name. */
  name: Name;
  /** Not beside `name`: give one of the two. */
  id?: undefined;
}

/** Refuses arguments with both or neither of id and name, which do not say which object is wanted. */
export const refusesUnlessOne = ({ id, name }: { id?: unknown; name?: unknown }): string | undefined =>
  (id === undefined) === (name === undefined) ? "give either id or name, and not both" : undefined;

/** The only object with this id or name. Throws when none fits (the message begins with `none`), or several do. */
export function pickOne<T extends { id: string; name?: string | null }>(
  all: readonly T[],
  { id, name }: { id?: string; name?: string },
  { kind, none }: { kind: string; none: string },
): T {
  const found = all.filter((each) => (id === undefined ? each.name === name : each.id === id));
  const wanted = id === undefined ? `the name "${name}"` : `the id ${id}`;
  const [one, another] = found;
  if (one === undefined) {
    if (name === undefined) throw new Error(`${none} with the id ${id}: correct the id`);
    const near = nearest(name, [...new Set(all.flatMap((each) => each.name ?? []))]);
    const advice = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "correct the name";
    throw new Error(`${none} with the name "${name}": ${advice}`);
  }
  if (another === undefined) return one;
  throw new Error(
    `several ${kind}s have ${wanted} (ids ${found.map((each) => each.id).join(", ")}): give one of these ids`,
  );
}

/** All objects, or those with the wanted value. Throws when no object has the value, and lists those that exist. */
export function pickAll<T>(
  all: readonly T[],
  wanted: string | undefined,
  { kind, of }: { kind: string; of: (each: T) => string | undefined },
): T[] {
  const found = all.filter((each) => wanted === undefined || of(each) === wanted);
  const values = all.flatMap((each) => of(each) ?? []);
  if (wanted === undefined || found.length > 0 || values.length === 0) return found;
  throw new Error(unknownValue(kind, wanted, values));
}
