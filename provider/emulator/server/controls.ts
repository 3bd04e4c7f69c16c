import { z } from "zod";
import { type CollectionName, collectionNames, collections, type RecordOf, type State, singleNames } from "../records";
import type { EmulatorClock, MovableClock } from "./clock";
import type { FaultRule, FaultSwitch } from "./faults";
import type { Limit, Limiter } from "./limit";
import type { LoggedRequest, RequestLog } from "./log";
import type { Random } from "./random";
import type { Store } from "./store";

/** One change made as an outsider would: behind the back of whoever manages the thing. */
export type StateChange = {
  [C in CollectionName]:
    | { op: "set"; in: C; id: number; fields: Partial<Omit<RecordOf<C>, "id">> }
    | { op: "add"; in: C; fields: Partial<RecordOf<C>> }
    | { op: "delete"; in: C; id: number };
}[CollectionName];

/** Everything that makes up a running emulator. */
export interface World {
  clock: EmulatorClock;
  store: Store;
  log: RequestLog;
  faults: FaultSwitch;
  limiter: Limiter;
  /** The chance of this run; a new one, from the same seed, after each reseeding. */
  random(): Random;
  /** Empties the store and seeds it again, with the same ids and keys. */
  reseed(): void;
}

/** What tests and people do to an emulator from outside; the calls under `/_emulator/` are these. */
export interface Controls {
  /** Back to the seed: nothing made since, no fault, no limit, no request noted. Time does not go back. */
  reset(): void;
  /** What was received, oldest first; the newest 10,000 of it. */
  requests(): LoggedRequest[];
  clearRequests(): void;
  /** Switches faults on, beside those already on. */
  fault(...rules: FaultRule[]): void;
  clearFaults(): void;
  limit(limit: Limit): void;
  liftLimit(): void;
  /** Moves the clock forward; only the emulator's own clock can be moved. */
  advance(ms: number): void;
  /** Makes the emulator's own clock run so many times as fast as the machine's. */
  speed(times: number): void;
  /** A copy of everything it holds. */
  state(): State;
  /** Changes it as an outsider would; answers the ids of the records changed. */
  patch(...changes: StateChange[]): number[];
}

/** Until then times can be written as the service writes them. */
const latestTime = Date.UTC(9999, 11, 31);

/** A wish that cannot be met; the message says why. */
export class ControlError extends Error {}

const isSingle = (name: CollectionName) => (singleNames as readonly CollectionName[]).includes(name);

const changeHead = z.strictObject({
  op: z.enum(["set", "add", "delete"]),
  in: z.enum(collectionNames as [CollectionName, ...CollectionName[]]),
  id: z.int().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

/** The controls of one emulator. */
export function createControls(world: World): Controls {
  const { clock, store, log, faults, limiter } = world;

  const movable = (): MovableClock => {
    if (!("advance" in clock)) throw new ControlError("This emulator runs on its caller's clock: move that one");
    return clock as MovableClock;
  };

  const holds = (name: CollectionName, id: number) => {
    const records: readonly { id: number }[] = store.snapshot()[name];
    return records.some((each) => each.id === id);
  };

  const apply = (change: unknown): number => {
    const { op, in: name, id, fields = {} } = changeHead.parse(change);
    const schema: z.ZodObject = collections[name].schema;
    if (op === "add") {
      if (isSingle(name)) throw new ControlError(`Each instance has its record of ${name} already: set its fields`);
      const given = schema.partial().parse(fields) as { id?: number };
      if (given.id !== undefined && holds(name, given.id)) {
        throw new ControlError(`${name} ${given.id} is there already`);
      }
      return store.insert(name, given).id;
    }
    if (id === undefined || !holds(name, id)) {
      throw new ControlError(`There is no ${id ?? "record without an id"} in ${name}`);
    }
    if (isSingle(name) && (op === "delete" || "instance_id" in fields)) {
      throw new ControlError(`Each instance has one record of ${name} for good: change its other fields`);
    }
    if (op === "delete") {
      store.remove(name, id);
    } else {
      store.update(name, id, schema.omit({ id: true }).partial().parse(fields));
    }
    return id;
  };

  return {
    reset: () => {
      world.reseed();
      faults.clear();
      limiter.lift();
      log.clear();
    },
    requests: log.entries,
    clearRequests: log.clear,
    fault: (...rules) => faults.add(rules),
    clearFaults: faults.clear,
    limit: limiter.set,
    liftLimit: limiter.lift,
    advance: (ms) => {
      const own = movable();
      if (!(ms >= 0 && own.now() + ms <= latestTime)) {
        throw new ControlError("advanceMs must not lead back, nor beyond the year 9999");
      }
      own.advance(ms);
    },
    speed: (times) => {
      if (!(times > 0 && times <= 1_000_000)) throw new ControlError("speed must be above 0, and 1000000 at most");
      movable().setSpeed(times);
    },
    state: store.snapshot,
    patch: (...changes) => changes.map(apply),
  };
}
