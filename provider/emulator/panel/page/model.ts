// All parts of the page read the `Model`; `page.tsx` makes the next one with `hear` from each message of `stream.ts`.
// Words may change. `hear` must return a new object, because Preact draws only a new state. Requests must be sorted,
// because the newest come before older ones.
import type { LoggedRequest } from "../../server/log";
import type { Message, ShownRecord } from "../stream";

/** Everything that the page knows of the emulator. */
export interface Model {
  records: Partial<Record<string, ShownRecord[]>>;
  /** The requests by their numbers, oldest first. */
  requests: ReadonlyMap<number, LoggedRequest>;
  faults: NonNullable<Message["faults"]>;
  /** Null means that requests are not limited. */
  limit: NonNullable<Message["limit"]> | null;
  /** Null means that somebody else moves the clock. */
  speed: number | null;
  /** The time of the last message: `now` is on the emulator's clock, and `heardAt` on the browser's clock. */
  now: number;
  heardAt: number;
}

/** The model before the first message. */
export const nothing: Model = {
  records: {},
  requests: new Map(),
  faults: [],
  limit: null,
  speed: 1,
  now: 0,
  heardAt: 0,
};

/** The model after a message. The message has all records of each changed collection. */
export function hear(model: Model, message: Message, heardAt: number): Model {
  const { now, records, requests, oldest, ...rest } = message;
  return {
    ...model,
    ...rest,
    now,
    heardAt,
    ...(records && { records: { ...model.records, ...records } }),
    ...((requests || oldest !== undefined) && { requests: merged(model.requests, requests ?? [], oldest ?? 0) }),
  };
}

function merged(
  known: Model["requests"],
  more: NonNullable<Message["requests"]>,
  oldest: number,
): ReadonlyMap<number, LoggedRequest> {
  const all = new Map([...known, ...more].filter(([number]) => number >= oldest));
  // The newest requests of a long log come before the older requests.
  return new Map([...all].sort(([one], [other]) => one - other));
}

/** The time on the emulator's clock, which the page computes between two messages. */
export const timeAt = ({ now, heardAt, speed }: Model, at: number) => now + (at - heardAt) * (speed ?? 0);

/** The records of a collection. */
export const recordsOf = ({ records }: Model, collection: string): ShownRecord[] => records[collection] ?? [];

/** The collections without networks and brokers. Each has the records of `broker`, or else those of the account. */
export function collectionsOf({ records }: Model, broker?: number): [name: string, records: ShownRecord[]][] {
  const others = Object.entries(records).filter(([name]) => !["vpcs", "instances"].includes(name));
  return others.flatMap(([name, all]) => {
    // `withoutSecrets` replaces a collection with a secret name by a text, which is no list.
    const own = Array.isArray(all) ? all.filter((each) => each.instance_id === broker) : [];
    return own.length === 0 ? [] : [[name, own] as [string, ShownRecord[]]];
  });
}

/** The name of a collection as a heading. */
export function titleOf(collection: string): string {
  const words = collection.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The state of an object, and the time at which this state ends. */
export interface Progress {
  state: "ready" | "being made" | "changing" | "being deleted";
  until?: number;
}

/** The state of an instance or a VPC at the time `now`. */
export function progressOf({ readyAt, goneAt, change }: ShownRecord, now: number): Progress {
  if (typeof goneAt === "number") return { state: "being deleted", until: goneAt };
  if (typeof readyAt === "number" && readyAt > now) return { state: "being made", until: readyAt };
  const { endsAt } = (change ?? {}) as { endsAt?: number };
  return endsAt !== undefined && endsAt > now ? { state: "changing", until: endsAt } : { state: "ready" };
}

/** A number of milliseconds in words. */
export function inWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
