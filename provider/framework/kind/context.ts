// A context has all that one operation on one resource may use. `run/createContext.ts` makes contexts, and the kinds in
// `resources/` take them. A new member goes into both files. Fields of `SentRecord` must stay: files and states hold
// it.
import type { Clock } from "../../api/transport/clock";
import type { LeftOver } from "./marked";

/** The record of an operation that must be sent once for each value of `triggers`: no secret, only salted digests. */
export interface SentRecord {
  /** `sending`: no answer was read, as after a kill. `lost`: the answer was lost. `done`: the service accepted it. */
  phase: "sending" | "lost" | "done";
  /** The time before the request was sent, in ISO form. */
  at: string;
  salt: string;
  triggers: string;
  /** The digest of the evidence that was seen before the request was sent; absent where the service shows none. */
  evidence?: string;
  /** True where the program took the triggers out before the state was saved: no triggers then mean this record. */
  isTakenOut?: true;
  /** Plain facts that were seen before the request was sent. */
  notes?: unknown;
}

/** Files that say what a resource must not send again, by operation: after a kill, state knows nothing of a call. */
export interface SentRecords {
  /** The records of an operation, one per value of `triggers`. An unreadable file is an error: it may hide one. */
  find(operation: string): SentRecord[];
  /** Writes the records to the disk, in place of earlier ones. Returns the reason where that failed. */
  keep(operation: string, records: readonly SentRecord[]): string | undefined;
  remove(operation: string): void;
}

/** How an operation calls the service. The client takes the whole object as the options of a call. */
export interface Calling<Client = unknown> {
  /** The client of the account that this provider uses. */
  readonly client: Client;
  readonly clock: Clock;
  /** The time at which the operation must have ended, in the clock's milliseconds. */
  readonly deadline: number;
  /** Aborted when the engine is gone and the time to finish is over. */
  readonly signal: AbortSignal;
  /** The resource as messages name it: `Vpc "net"`. */
  readonly subject: string;
  /** True while the state holds nothing of the object yet: in a create, until the service gave an id. */
  readonly hasNoState: boolean;
  /** Throws where today's key may open another account: before an absence counts, or a change (`isFound`) is sent. */
  readonly confirmAccount?: (isFound?: boolean) => Promise<void>;
  /** Called after each try of a write that the service has confirmed, or may have carried out without a usable answer. */
  readonly onWrite?: (isConfirmed: boolean) => void;
  /** Shows a passing line on the resource's row. */
  progress(text: string): void;
}

/** How an operation writes lines for people. */
export interface Saying {
  /** Leaves a lasting line with the resource. */
  note(text: string): void;
  warn(text: string): void;
  /** Leaves a lasting line with the stack. */
  noteOnStack(text: string): void;
}

/** What state and files keep: the traces of earlier operations, and what must remain if this operation is cut off. */
export interface Keeping {
  /** True when an earlier create or update left the object unfinished. */
  readonly pending: boolean;
  /** The names of the inputs that the program gave when the object was last made or changed. */
  readonly declaredInputs: readonly string[];
  /** Keeps the id and the values that are known so far, which state gets should the operation fail later. */
  hold(id: string, seen: Record<string, unknown>): void;
  /** Forgets what was held: the object belongs to somebody else. */
  letGo(): void;
  /** The steps that this run or an earlier one sent, and whose effect was not seen yet. */
  sent(): readonly string[];
  /** Keeps that a step was sent whose effect takes time. The next run waits for the effect, and sends nothing. */
  holdSent(id: string, step: string): void;
  /** Forgets a sent step: its effect was seen, or it was `refused`. A create that kept nothing else leaves no state. */
  dropSent(step: string, how?: { refused: boolean }): void;
  readonly records: SentRecords;
}

/** What this run knows of the resource and of the others. */
export interface Sharing {
  readonly urn: string | undefined;
  /** True when this run knows that the program declares the resource. A refresh does not know. */
  readonly inProgram: boolean;
  /** Facts that the class took from the resources among its arguments. Only `offered` gets them. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** True when this run knows that the object belongs to another resource. */
  isOthers(id: string): boolean;
  /** True when a `diff` of this run replaces the object of this type and id, and its row says so. */
  isReplaced(type: string, id: string): boolean;
  /** The ids that this run's `diff` saw in the state of this URN: the predecessors of a replacement. */
  predecessors(): ReadonlySet<string>;
  /** Keeps a value under a topic and a key, for all resources of the run: plain data, without secrets. */
  tell(topic: string, key: string, value?: unknown): void;
  /** The values that were told under a topic, by key. */
  recall(topic: string): ReadonlyMap<string, unknown>;
  /** Claims a thing that only one resource of the program may manage. Returns the URN of another claimant, if any. */
  claim(what: string): string | undefined;
  /** The URN of another resource of the program that has claimed something, if any. */
  holder(what: string): string | undefined;
  /** The objects of a kind that interrupted runs have left, as far as this run knows. */
  leftOvers(type: string): Promise<LeftOver[]>;
}

/** The context that one operation on one resource gets. */
export interface Context<Client = unknown> {
  readonly call: Calling<Client>;
  readonly say: Saying;
  readonly kept: Keeping;
  readonly run: Sharing;
  /** Runs `work` when no other work of the same queue is under way. The deadline of the work starts at that moment. */
  inTurn<T>(queue: string, work: (ctx: Context<Client>) => Promise<T>): Promise<T>;
}
