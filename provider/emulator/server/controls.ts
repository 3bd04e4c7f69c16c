// `emulator/index.ts` calls `createControls`; `controlCalls.ts` offers the controls over HTTP. New controls may come
// in. Present names must stay, because users' tests call them. `apply` must check each change against the schema,
// because a wrong record would make later requests fail.
import { z } from "zod";
import { type CollectionName, collectionNames, collections, type RecordOf, type State } from "../nouns";
import type { EmulatorClock, MovableClock } from "./clock";
import type { Collection } from "./collection";
import type { FaultRule, FaultSwitch } from "./faults";
import type { Limit, Limiter } from "./limit";
import type { LoggedRequest, RequestLog } from "./log";
import type { Random } from "./random";
import { type Kept, textOf } from "./stateFile";
import type { Store } from "./store";

/**
 * A change of the emulator's state that Pulumi did not make. `set` changes fields of a record, `add` adds a record, and
 * `delete` removes a record. `in` names the kind of record, such as `vpcs`.
 */
export type StateChange =
  | {
      [C in CollectionName]:
        | { op: "set"; in: C; id: number; fields: Partial<Omit<RecordOf<C>, "id">> }
        | { op: "add"; in: C; fields: Partial<RecordOf<C>> };
    }[CollectionName]
  | { op: "delete"; in: CollectionName; id: number };

/** Everything that makes up a running emulator. */
export interface World {
  clock: EmulatorClock;
  store: Store;
  log: RequestLog;
  faults: FaultSwitch;
  limiter: Limiter;
  /** The source of random values. `reseed` starts the source again from the same seed. */
  random(): Random;
  /** Empties the store and seeds it again, with the same ids and keys. */
  reseed(): void;
  /** Must be called after each action that may have changed a record. */
  noteChange(): void;
  /** The content for a state file. */
  kept(): Kept;
}

/**
 * The controls of an emulator, for tests and for people. The calls under `/_emulator/` offer these controls over HTTP.
 */
export interface Controls {
  /**
   * Brings the emulator back to its first state, with the same ids and keys. `reset` also removes all faults, the rate
   * limit and the list of requests. `reset` does not change the clock.
   */
  reset(): void;
  /** Returns the requests that the emulator received, oldest first. The emulator keeps the newest 10,000 requests. */
  requests(): LoggedRequest[];
  /** Empties the list of requests. */
  clearRequests(): void;
  /** Adds faults to the faults that the emulator already has. */
  fault(...rules: FaultRule[]): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Sets the rate limit. The emulator answers 429 to each request above the limit. */
  limit(limit: Limit): void;
  /** Removes the rate limit. */
  liftLimit(): void;
  /** Moves the emulator's own clock forward by `ms` milliseconds. Throws if the emulator runs on the option `clock`. */
  advance(ms: number): void;
  /**
   * Makes the emulator's own clock run `times` times as fast as the machine's clock. Throws if the emulator runs on the
   * option `clock`.
   */
  speed(times: number): void;
  /** Returns a copy of all records of the emulator. */
  state(): State;
  /** Returns the text of a state file with all records of the emulator. The text also holds the keys. */
  save(): string;
  /** Changes records of the emulator, and returns the ids of the changed records. */
  patch(...changes: StateChange[]): number[];
}

/** The latest time that can be written as the service writes times. */
const latestTime = Date.UTC(9999, 11, 31);

/** A control call that the emulator cannot do. The message says why. */
export class ControlError extends Error {}

const changeHead = z.strictObject({
  op: z.enum(["set", "add", "delete"]),
  in: z.enum(collectionNames),
  id: z.int().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

/** The controls of one emulator. */
export function createControls(world: World): Controls {
  const { clock, store, log, faults, limiter } = world;

  const ownClock = (): MovableClock => {
    if (!("advance" in clock))
      throw new ControlError("This emulator runs on a clock that its caller gave it: move that clock instead");
    return clock as MovableClock;
  };

  const holds = ({ name }: Collection, id: number) => store.snapshot()[name]?.some((each) => each.id === id) ?? false;

  const apply = (change: unknown): number => {
    const { op, in: name, id, fields = {} } = changeHead.parse(change);
    const kind = collections.find((each) => each.name === name)!;
    const { schema, single: isSingle = false } = kind;
    if (op === "add") {
      if (isSingle)
        throw new ControlError(
          `Each instance already has its record in ${name}: use "set" to change the fields of that record`,
        );
      const given = schema.partial().parse(fields) as { id?: number };
      if (given.id !== undefined && holds(kind, given.id)) {
        throw new ControlError(`${name} ${given.id} already exists: use "set" to change it, or leave the id out`);
      }
      return store.insert(kind, given).id;
    }
    if (id === undefined || !holds(kind, id)) {
      throw new ControlError(`${id === undefined ? "Give the id of a record" : `There is no record ${id}`} in ${name}`);
    }
    if (isSingle && (op === "delete" || "instance_id" in fields)) {
      throw new ControlError(`Each instance keeps exactly one record in ${name}: only its other fields can be changed`);
    }
    if (op === "delete") {
      store.remove(kind, id);
    } else {
      store.update(kind, id, schema.omit({ id: true }).partial().parse(fields));
    }
    return id;
  };

  return {
    reset: () => {
      world.reseed();
      faults.clear();
      limiter.lift();
      log.clear();
      world.noteChange();
    },
    requests: log.entries,
    clearRequests: log.clear,
    fault: (...rules) => faults.add(rules),
    clearFaults: faults.clear,
    limit: limiter.set,
    liftLimit: limiter.lift,
    advance: (ms) => {
      const movable = ownClock();
      if (!(ms >= 0 && movable.now() + ms <= latestTime)) {
        throw new ControlError("advanceMs must not be negative, nor lead beyond the year 9999");
      }
      movable.advance(ms);
      world.noteChange();
    },
    speed: (times) => {
      if (!(times > 0 && times <= 1_000_000)) throw new ControlError("speed must be above 0 and at most 1000000");
      ownClock().setSpeed(times);
    },
    state: () => store.snapshot() as unknown as State,
    save: () => textOf(world.kept()),
    patch: (...changes) => {
      try {
        return changes.map(apply);
      } finally {
        world.noteChange();
      }
    },
  };
}
