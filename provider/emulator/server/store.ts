// `emulator/index.ts` makes the store; handlers and controls read and change records in it. New functions may come in.
// Each look-up must call `settle`, because no timer brings records up to date. `Memory` must keep its fields, because
// state files have them. Ids must not repeat, because a client would take a new object for an old one.
import type { AnyRecord, Collection } from "./collection";
import type { Random } from "./random";
import { notFound } from "./reply";

/** All records, by the name of their kind. */
export type Records = Record<string, AnyRecord[]>;

/** The content of a store. `restore` makes the same store again from this content. */
export interface Memory {
  records: Records;
  /** The last id of each kind. No later record gets this id. */
  lastIds: Record<string, number>;
}

type Kind<R extends AnyRecord> = Collection<string, R>;

/** The emulator's memory: plain arrays of records, and lookups that throw the service's own errors. */
export interface Store {
  /** The kinds of record that the store holds. */
  kinds: readonly Collection[];
  /** The records that lists show now, oldest first. */
  list<R extends AnyRecord>(kind: Kind<R>): R[];
  /**
   * The record with this id. The id is a number, or the text in a path. Throws the service's 404 when no record has the
   * id.
   */
  get<R extends AnyRecord>(kind: Kind<R>, id: string | number | undefined): R;
  /** The record with this id, or undefined. */
  find<R extends AnyRecord>(kind: Kind<R>, id: string | number | null | undefined): R | undefined;
  /** Completes and keeps a record, by default under the next id. An instance also gets its first records. */
  insert<R extends AnyRecord>(kind: Kind<R>, given: Partial<NoInfer<R>>): R;
  /** Replaces these fields of a record. */
  update<R extends AnyRecord>(kind: Kind<R>, id: number, fields: Partial<NoInfer<R>>): void;
  /** Removes a record and the records that belong to it. */
  remove(kind: Collection, id: number): void;
  /** Runs `work`. Until the time `until`, lists do not show the records that `work` inserts. */
  hidingNew<T>(until: number, work: () => T): T;
  /** A copy of everything. */
  snapshot(): Records;
  /** A copy of everything that `restore` needs. */
  memory(): Memory;
  /** Replaces the content of the store with this content. */
  restore(memory: Memory): void;
  /** Empties the store. Ids begin again at the first id of each kind. */
  clear(): void;
}

/** The fields that the store itself looks at. */
type Stored = AnyRecord & { goneAt?: number | null; instance_id?: number };

const isOfInstance = ({ schema }: Collection) => "instance_id" in schema.shape;

/** Makes an empty store for these kinds of record. */
export function createStore(kinds: readonly Collection[], now: () => number, random: () => Random): Store {
  const empty = (): Records => Object.fromEntries(kinds.map(({ name }) => [name, []]));
  let state = empty();
  let lastId: Record<string, number> = {};
  let hideUntil = 0;

  const records = ({ name }: Collection): Stored[] => state[name] ?? [];

  // `settle` brings records up to date, and drops them, when somebody looks at them. So the store needs no timer.
  const settle = (kind: Collection) => {
    const time = now();
    for (const record of records(kind)) kind.settle?.(record, time);
    for (const record of records(kind).filter((each) => each.goneAt != null && each.goneAt <= time)) {
      remove(kind, record.id);
    }
  };

  const keep = <R extends AnyRecord>(kind: Kind<R>, given: Partial<R>, hiddenUntil: number): R => {
    const id = given.id ?? (lastId[kind.name] ?? (kind.firstId ?? 1) - 1) + 1;
    lastId[kind.name] = Math.max(lastId[kind.name] ?? 0, id);
    const record = { id, hiddenUntil, ...kind.make(given, { id, now: now(), random: random() }) } as R;
    records(kind).push(record);
    if (kind.name === "instances") keepFirst(record as unknown as Parameters<typeof keepFirst>[0]);
    return record;
  };

  const keepFirst = (instance: AnyRecord & Parameters<NonNullable<Collection["first"]>>[0]) => {
    for (const kind of kinds) {
      const first = kind.single ? [{}] : (kind.first?.(instance) ?? []);
      // Lists show these records at once.
      for (const fields of first) keep<Stored>(kind, { ...fields, instance_id: instance.id }, 0);
    }
  };

  const remove = (kind: Collection, id: number) => {
    const at = records(kind).findIndex((record) => record.id === id);
    if (at < 0) throw notFound();
    records(kind).splice(at, 1);
    if (kind.name === "instances") {
      for (const owned of kinds.filter(isOfInstance)) {
        for (const child of records(owned).filter((each) => each.instance_id === id)) remove(owned, child.id);
      }
    }
  };

  const find = <R extends AnyRecord>(kind: Kind<R>, id: string | number | null | undefined): R | undefined => {
    settle(kind);
    const wanted = /^[0-9]{1,15}$/.test(`${id}`) ? Number(id) : undefined;
    return records(kind).find((record) => record.id === wanted) as R | undefined;
  };

  return {
    kinds,
    list: <R extends AnyRecord>(kind: Kind<R>) => {
      settle(kind);
      const time = now();
      return records(kind).filter((record) => record.hiddenUntil <= time) as AnyRecord[] as R[];
    },
    find,
    get: (kind, id) => {
      const found = find(kind, id);
      if (!found) throw notFound();
      return found;
    },
    insert: (kind, given) => keep(kind, given, hideUntil),
    update: (kind, id, fields) => {
      const at = records(kind).findIndex((record) => record.id === id);
      if (at < 0) throw notFound();
      const updated = { ...records(kind)[at], ...fields } as Stored;
      records(kind).splice(at, 1, updated);
    },
    remove,
    hidingNew: (until, work) => {
      hideUntil = until;
      try {
        return work();
      } finally {
        hideUntil = 0;
      }
    },
    snapshot: () => {
      for (const kind of kinds) settle(kind);
      return structuredClone(state);
    },
    memory: () => structuredClone({ records: state, lastIds: lastId }),
    restore: ({ records, lastIds }) => {
      state = structuredClone(records);
      lastId = { ...lastIds };
    },
    clear: () => {
      state = empty();
      lastId = {};
    },
  };
}
