import type { z } from "zod";
import type { Clock } from "../api/clock";
import type { Differences } from "./diff";
import type { Timeouts } from "./timeouts";

/** One input that is refused, as the engine shows it. */
export interface Failure {
  /** The input's name; empty where the engine must not print its value. */
  property: string;
  reason: string;
}

/** A rule over several fields. It is asked only when every field it needs is known. */
export interface Rule<Args> {
  /** The fields that the rule looks at; the first is the one it blames. */
  needs: readonly (keyof Args & string)[];
  /** Why the values are refused, or undefined. */
  refuses(args: Args): string | undefined;
}

/**
 * What one operation on one resource is given.
 *
 * `deadline`, `signal`, `subject` and `progress` together are what a call of the client takes, so a context can be
 * handed to it as it is.
 */
export interface Context<Client> {
  /** The client of the account that this provider uses. */
  readonly client: Client;
  readonly clock: Clock;
  /** When the operation must have ended, in the clock's milliseconds. */
  readonly deadline: number;
  /** Aborted when the engine is gone and the time to finish is over. */
  readonly signal: AbortSignal;
  /** The resource as messages name it: `Vpc "net"`. */
  readonly subject: string;
  /** The resource's URN, where it is known. */
  readonly urn: string | undefined;
  /** Whether this run knows that the program declares the resource. A refresh looks at every resource, and does not know. */
  readonly inProgram: boolean;
  /** The names of the inputs that the program gave when the object was last made or changed. */
  readonly declaredInputs: readonly string[];
  /** What the class knows of the resources it was given; only in `offered`. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Whether an earlier create or update left the object unfinished. */
  readonly pending: boolean;
  /** Awaited before the absence of the object counts; throws where today's key cannot tell. */
  readonly beforeAbsence?: () => Promise<void>;
  /** Called after each write that the service has answered by a success. */
  readonly onWritten?: () => void;
  /** Shows a passing line on the resource's row. */
  progress(text: string): void;
  /** Leaves a lasting line with the resource. */
  note(text: string): void;
  /** Leaves a lasting warning with the resource. */
  warn(text: string): void;
  /**
   * Keeps the id, and what is known of the object so far: from here on a failure is a partial one, and neither is lost.
   * In `update` it keeps what was already changed.
   */
  hold(id: string, seen: Record<string, unknown>): void;
  /** The steps that an earlier run sent, or this one, and whose effect was not seen yet. */
  sent(): readonly string[];
  /** Keeps that a step was sent whose effect takes time: the next run waits for it, and does not send it twice. */
  holdSent(id: string, step: string): void;
  /**
   * Forgets a sent step: its effect was seen, or (`refused`) the service gave it up. A create of which nothing else was
   * kept then leaves nothing in state.
   */
  dropSent(step: string, how?: { refused: boolean }): void;
  /** Whether this run knows the object to be that of another resource. */
  isOthers(id: string): boolean;
  /** The ids that this run's `diff` saw in the state of this URN: the predecessors of a replacement. */
  predecessors(): ReadonlySet<string>;
  /** Keeps a value under a topic and a key, for all resources of the run: plain data, without secrets. */
  tell(topic: string, key: string, value?: unknown): void;
  /** What was told under a topic, by key. */
  recall(topic: string): ReadonlyMap<string, unknown>;
  /** Takes something that only one resource of the program may manage; the URN of another one that has it already. */
  claim(what: string): string | undefined;
  /** The URN of another resource of the program that has taken something. */
  holder(what: string): string | undefined;
  /**
   * Runs `work` when no other work of the same queue is under way; its deadline starts then.
   */
  inTurn<T>(queue: string, work: (ctx: Context<Client>) => Promise<T>): Promise<T>;
}

/** The key with which an object is reached. */
export interface KeyInUse {
  /** A text made of the key and the salt, which tells two keys apart and gives neither away. */
  fingerprint(salt: string): string;
  /** What the key opens. */
  opens: "account" | "instance";
  /** Whether the account API tells the key: it then opens an instance of that very account. */
  lookedUp: boolean;
}

/**
 * What a resource is, and how it is made, seen, changed and removed. `check`, `diff`, secrets and outputs follow from
 * it.
 *
 * In what `create`, `read` and `update` return, `null` means "the service says that there is none", and a field that is
 * left out means "the service does not say": state then keeps the value that was last sent.
 */
export interface Definition<Args extends object, State extends object, Client> {
  /** The class's name, and the last part of the type token. */
  type: string;
  /** The handler's name in `pulumi-broker/host`. Part of the state format: it never changes. */
  handler: string;
  /** The inputs, with their marks. */
  schema: z.ZodObject;
  /** The outputs that are not inputs. */
  outputs: readonly (keyof State & string)[];
  /** Which of `outputs` are secret. */
  secretOutputs?: readonly (keyof State & string)[];
  rules?: readonly Rule<Args>[];
  /** Whether a create that was cut off is found again by the mark that it left on the service. */
  findable?: boolean;
  /**
   * Whether the id names what can be there only once, so that a second create finds and takes over what the first one
   * made.
   */
  named?: boolean;
  /** How long each operation may take, where `customTimeouts` says nothing. */
  timeouts?: Timeouts<Args>;
  /** What a replacement loses, in one sentence; shown where `diff` decides to replace. */
  replaceLoses?: string;
  /** What else stays, and why, where a delete leaves the object: the end of a line. */
  staysToo?: string;
  /** Whether several resources may stand for parts of one object: then `delete` itself spares what others declare. */
  sharesObject?(state: Partial<State>): boolean;
  /** Whether the old object must go before the new one is made, given the fields that make the replacement. */
  deleteBeforeReplace?(replaced: readonly string[]): boolean;
  /** The key with which the object of this id is reached; undefined where there is none. */
  keyOf(client: Client, id: string, values: Partial<Args>): KeyInUse | undefined;
  /** What the configuration lacks for these inputs, in one line; asked at preview, of every resource. */
  lacks?(client: Client, args: Args): string | undefined;
  /**
   * Checks against what the service offers. Called in `check` when inputs are new or changed, with no failure so far.
   */
  offered?(ctx: Context<Client>, args: Args, olds: Partial<Args>): Promise<Failure[]>;
  /**
   * Corrects what the comparison of the fields found, where that takes more than the fields. It may ask the service
   * only for its catalogue.
   */
  decide?(
    ctx: Context<Client>,
    id: string,
    state: Partial<State>,
    args: Args,
    found: Differences,
  ): Promise<Differences> | Differences;
  /** Makes the object and returns when it can be used. Must call `ctx.hold` as soon as the service gave an id. */
  create(ctx: Context<Client>, args: Args): Promise<{ id: string; state: Partial<State> }>;
  /**
   * What the service holds now; undefined when it is certain that the object is gone. `state` is what is known of it:
   * old outputs, or what the program declares of an object to be imported.
   */
  read(ctx: Context<Client>, id: string, state: Partial<State>): Promise<Partial<State> | undefined>;
  /** Brings the object to `args`; goes on with what an earlier failure left undone. */
  update(ctx: Context<Client>, id: string, state: Partial<State>, args: Args): Promise<Partial<State>>;
  /** Removes the object and returns when it is gone; one that is gone already is no failure. */
  delete(ctx: Context<Client>, id: string, state: Partial<State>): Promise<void>;
}
