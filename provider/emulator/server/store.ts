import { type CollectionName, collectionNames, collections, type RecordOf, type State } from "../records";
import { defaultsOf } from "../records/defaults";
import type { Random } from "./random";
import { notFound } from "./reply";

/** The content of a store, from which the same store can be made again. */
export interface Memory {
  records: State;
  /** The last id of each kind, which no later record has. */
  lastIds: Partial<Record<CollectionName, number>>;
}

/** The emulator's memory: plain arrays of records, and lookups that throw the service's own errors. */
export interface Store {
  /** The records that lists show now, oldest first. */
  list<C extends CollectionName>(name: C): RecordOf<C>[];
  /**
   * The record with this id, given as a number or as the text in a path; throws the service's 404 when no record has
   * the id.
   */
  get<C extends CollectionName>(name: C, id: string | number): RecordOf<C>;
  /** The record with this id, or undefined. */
  find<C extends CollectionName>(name: C, id: string | number | null | undefined): RecordOf<C> | undefined;
  /** Completes and keeps a record, under the next id unless one is given. An instance gets its default records too. */
  insert<C extends CollectionName>(name: C, given: Partial<RecordOf<C>>): RecordOf<C>;
  /** Replaces these fields of a record. */
  update<C extends CollectionName>(name: C, id: number, fields: Partial<RecordOf<C>>): void;
  /** Removes a record and the records that belong to it. */
  remove(name: CollectionName, id: number): void;
  /** Runs `work`; lists do not show the records that it inserts until the time `until`. */
  hidingNew<T>(until: number, work: () => T): T;
  /** A copy of everything. */
  snapshot(): State;
  /** A copy of everything that the store needs to go on later. */
  memory(): Memory;
  /** Goes on with what a store held. */
  restore(memory: Memory): void;
  /** Empties the store; ids start over. */
  clear(): void;
}

type AnyRecord = { id: number; hiddenUntil: number; goneAt?: number | null; instance_id?: number };

/** Makes an empty store. */
export function createStore(now: () => number, random: () => Random): Store {
  const empty = () => Object.fromEntries(collectionNames.map((name) => [name, []])) as unknown as State;
  let state = empty();
  let lastId: Partial<Record<CollectionName, number>> = {};
  let hideUntil = 0;

  const records = (name: CollectionName): AnyRecord[] => state[name];

  // Records are brought up to date, and dropped, when somebody looks at them, so no timer is needed.
  const settle = (name: CollectionName) => {
    const time = now();
    const bringUpToDate = collections[name].settle as ((record: AnyRecord, now: number) => void) | undefined;
    for (const record of records(name)) bringUpToDate?.(record, time);
    for (const record of records(name).filter((each) => each.goneAt != null && each.goneAt <= time)) {
      remove(name, record.id);
    }
  };

  const keep = <C extends CollectionName>(name: C, given: Partial<RecordOf<C>>, hiddenUntil: number): RecordOf<C> => {
    const id = given.id ?? (lastId[name] ?? collections[name].firstId - 1) + 1;
    lastId[name] = Math.max(lastId[name] ?? 0, id);
    const make = collections[name].make as (given: object, tools: object) => object;
    const record = { id, hiddenUntil, ...make(given, { id, now: now(), random: random() }) };
    records(name).push(record);
    if (name === "instances") {
      for (const [kind, fields] of defaultsOf(record as RecordOf<"instances">)) {
        // Lists show the default records at once.
        keep(kind, fields, 0);
      }
    }
    return record as RecordOf<C>;
  };

  const remove = (name: CollectionName, id: number) => {
    const at = records(name).findIndex((record) => record.id === id);
    if (at < 0) throw notFound();
    records(name).splice(at, 1);
    if (name === "instances") {
      for (const owned of collectionNames.filter((each) => collections[each].ofInstance)) {
        for (const child of records(owned).filter((each) => each.instance_id === id)) remove(owned, child.id);
      }
    }
  };

  const find: Store["find"] = (name, id) => {
    settle(name);
    const wanted = /^[0-9]{1,15}$/.test(`${id}`) ? Number(id) : undefined;
    return records(name).find((record) => record.id === wanted) as RecordOf<typeof name> | undefined;
  };

  return {
    list: (name) => {
      settle(name);
      const time = now();
      return state[name].filter((record) => record.hiddenUntil <= time) as RecordOf<typeof name>[];
    },
    find,
    get: (name, id) => {
      const found = find(name, id);
      if (!found) throw notFound();
      return found;
    },
    insert: (name, given) => keep(name, given, hideUntil),
    update: (name, id, fields) => {
      const at = records(name).findIndex((record) => record.id === id);
      if (at < 0) throw notFound();
      const updated = { ...records(name)[at], ...fields } as AnyRecord;
      records(name).splice(at, 1, updated);
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
      for (const name of collectionNames) settle(name);
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
