import type { z } from "zod";
import type { Clock } from "../api/clock";
import type { Differences } from "./diff";
import type { SentRecord } from "./sentRecords";
import type { Timeouts } from "./timeouts";

/** The refusal of one input, as the engine shows it. */
export interface Failure {
  /** The input's name, which makes the engine print the input's value. Empty where that value must not be printed. */
  property: string;
  reason: string;
}

/** A rule over several fields. The rule is applied only when every field that it needs is known and right. */
export interface Rule<Args> {
  /** The fields that the rule looks at. A refusal names the first one. */
  needs: readonly (keyof Args & string)[];
  /** True for a rule about the names in objects: the rule is applied even when values in them are wrong or not known. */
  ofNames?: boolean;
  /** The reason why the values are refused, or undefined where they are right. */
  refuses(args: Args): string | undefined;
}

/**
 * The context that one operation on one resource gets.
 *
 * `deadline`, `signal`, `subject` and `progress` are the options of a call of the client, so that a context can be
 * given to the client as such options.
 */
export interface Context<Client> {
  /** The client of the account that this provider uses. */
  readonly client: Client;
  readonly clock: Clock;
  /** The time at which the operation must have ended, in the clock's milliseconds. */
  readonly deadline: number;
  /** Aborted when the engine is gone and the time to finish is over. */
  readonly signal: AbortSignal;
  /** The resource as messages name it: `Vpc "net"`. */
  readonly subject: string;
  /** The resource's URN, where it is known. */
  readonly urn: string | undefined;
  /**
   * True when this run knows that the program declares the resource. A refresh looks at every resource, and does not
   * know.
   */
  readonly inProgram: boolean;
  /** True while the state holds nothing of the object yet: in a create, until the service gave an id. */
  readonly hasNoState: boolean;
  /** The names of the inputs that the program gave when the object was last made or changed. */
  readonly declaredInputs: readonly string[];
  /** Facts that the class took from the resources among its arguments. Only `offered` gets them. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** True when an earlier create or update left the object unfinished. */
  readonly pending: boolean;
  /**
   * Awaited before an absence of the object is believed, and before a change of an object that each account may have under
   * the same id (`isFound`); throws where today's key may be of another account.
   */
  readonly confirmAccount?: (isFound?: boolean) => Promise<void>;
  /** Called after each write that the service answered with a success. */
  readonly onWritten?: () => void;
  /** Shows a passing line on the resource's row. */
  progress(text: string): void;
  /** Leaves a lasting line with the resource. */
  note(text: string): void;
  /** Leaves a lasting warning with the resource. */
  warn(text: string): void;
  /** Leaves a lasting line with the stack. */
  noteOnStack(text: string): void;
  /**
   * Keeps the id and the values of the object that are known so far. A later failure of the operation is then a partial
   * failure, and state gets the id and these values. An `update` keeps what it has already changed.
   */
  hold(id: string, seen: Record<string, unknown>): void;
  /** The steps that this run or an earlier one sent, and whose effect was not seen yet. */
  sent(): readonly string[];
  /**
   * Keeps that a step was sent whose effect takes time. The next run then waits for the effect and does not send the
   * step again.
   */
  holdSent(id: string, step: string): void;
  /**
   * Forgets a sent step, because its effect was seen or because the service gave the step up (`refused`). A refused
   * step of a create that has kept nothing else leaves nothing in state.
   */
  dropSent(step: string, how?: { refused: boolean }): void;
  /** The records on this machine of what the resource has sent and must not send again, by the name of the operation. */
  readonly records: {
    find(operation: string): SentRecord[];
    /** Returns the reason where the records could not be kept. */
    keep(operation: string, records: readonly SentRecord[]): string | undefined;
    remove(operation: string): void;
  };
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
  /**
   * Claims something that only one resource of the program may manage. Returns the URN of the resource that has claimed
   * it before, if any.
   */
  claim(what: string): string | undefined;
  /** The URN of another resource of the program that has claimed something, if any. */
  holder(what: string): string | undefined;
  /** What runs that were cut off have left of the objects of a kind, as far as this run knows. */
  leftOvers(type: string): Promise<LeftOver[]>;
  /** Runs `work` when no other work of the same queue is under way. The deadline of the work starts at that moment. */
  inTurn<T>(queue: string, work: (ctx: Context<Client>) => Promise<T>): Promise<T>;
}

/** An object that a run which was cut off made for a resource, and that state does not hold. */
export interface LeftOver {
  id: string;
  /** The mark that the object carries. */
  mark: string;
  /** The resource for which the object was made. */
  urn: string;
  /** The object, with what it is and what it costs. */
  what: string;
  /** The command that deletes the object. */
  command: string;
}

/** How the objects of a kind are found that carry a mark made from their resource's URN. */
export interface MarkedKind<Client> {
  /** The marks that objects made for a resource may carry. */
  marksOf(urn: string): readonly string[];
  /** True when this run has asked the API that lists the objects. */
  isAsked(client: Client): boolean;
  /** The objects with any mark. Of those that `isHeld` names, nothing more is asked. */
  list(client: Client, call: Look, isHeld: (id: string) => boolean): Promise<Omit<LeftOver, "urn">[]>;
  /** The error of an operation that refers to an object which state holds: in other words where the object is gone. */
  explainGone(client: Client, call: Look, id: string, error: unknown): Promise<unknown>;
}

/** Something that only one resource of a program may manage. */
export interface Claim {
  /** The input that names it. */
  property: string;
  /** The thing in messages: `HiPE of instance 123`. */
  what: string;
  /** Tells apart what has one name in several places, as in two accounts. */
  within?: string;
}

/** The limits of a look that is no part of an operation. */
export interface Look {
  deadline: number;
  signal?: AbortSignal;
  busy: "throw";
}

/** What a kind whose objects carry marks looks for in a run: objects that a run which was cut off has left. */
export interface Lookout {
  /** Notes that the state holds an object of the kind. */
  note(id: string, ...urns: (string | undefined)[]): void;
  /** Looks at the account's objects of this kind, once in a run, where the state holds any. */
  look(): Promise<void> | undefined;
  /** The error of an operation that refers to an object: in other words where state holds the object and it is gone. */
  explainGone(id: string, error: unknown): Promise<unknown>;
  /** What is left over, as far as the run knows. */
  found(): LeftOver[];
  /** Shows what is left over. */
  say(): void;
}

/** The API key with which an object is reached. */
export interface KeyInUse {
  /** A text made of the key and the salt, which tells two keys apart and gives neither away. */
  fingerprint(salt: string): string;
  /** The API that the key opens. */
  opens: "account" | "instance";
  /** True when the key was looked up through the account API. Such a key opens an instance of that very account. */
  lookedUp: boolean;
}

/**
 * The definition of one kind of resource: its inputs and outputs, and how its object is made, read, changed and
 * removed. `check`, `diff`, secrets and outputs follow from the definition.
 *
 * In the state that `create`, `read` and `update` return, `null` means "the service says that there is no such value".
 * A field that is left out means "the service does not say": the state of the engine then keeps the value that was last
 * sent.
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
  /**
   * The inputs as the definition takes them, made from those that a program gave: with the resource's name where no name
   * is given, and with plain ids. Values may be unknown.
   */
  arrange?(inputs: Record<string, unknown>, name: string): Record<string, unknown>;
  /** The inputs as a person writes them in a program, from those that the service tells: the opposite of `arrange`. */
  written?(inputs: Record<string, unknown>): Record<string, unknown>;
  /** What others of the program's resources want to know of the object, by the name of each fact. */
  facts?(state: Partial<State>): Record<string, unknown>;
  /**
   * The inputs that an import leaves out of the program, because the service chooses them or another input says the same.
   */
  leaves?: readonly (keyof Args & string)[];
  /**
   * The outputs that a change of an input may change, by the name of the input. The preview of an update shows all other
   * outputs as they are.
   */
  alters?: Readonly<Record<string, readonly string[]>>;
  /** True when the object of an interrupted create is found again by the mark that the create left on the service. */
  findable?: boolean;
  /** How objects are found that carry a mark, for what a run that was cut off has left. */
  marked?: MarkedKind<Client>;
  /**
   * True when the id names an object that can exist only once, so that a second create finds and takes over the object
   * that the first create made.
   */
  named?: boolean;
  /** True when the id names an object of its own in each account, as an e-mail address does. Other ids are unique. */
  inEachAccount?: boolean;
  /** The time limits of the operations, where `customTimeouts` sets none. */
  timeouts?: Timeouts<Args>;
  /** One sentence that says what a replacement loses. The sentence is shown where `diff` decides to replace. */
  replaceLoses?: string;
  /** The inputs of which `decide` says itself how an update changes them: no other line shows old and new values. */
  saysChanges?: readonly string[];
  /** The end of the line that is shown where a delete leaves the object: what else is not deleted, and why. */
  staysToo?: string;
  /**
   * True when several resources may manage parts of one object. The `delete` of such a kind spares the parts that
   * others declare.
   */
  sharesObject?(state: Partial<State>): boolean;
  /**
   * True when the old object must be deleted before the new one is made, given the fields that cause the replacement.
   */
  deleteBeforeReplace?(replaced: readonly string[]): boolean;
  /** The API key with which the object of this id is reached, or undefined where no key is known. */
  keyOf(client: Client, id: string, values: Partial<Args>): KeyInUse | undefined;
  /** One line that says what the configuration lacks for these inputs. Every resource is asked at preview. */
  lacks?(client: Client, args: Args): string | undefined;
  /** What only one resource of the program may manage, by these inputs. Values may be unknown. */
  claims?(args: Args, client: Client): readonly Claim[];
  /**
   * Checks the inputs against what the service offers. Called in `check` where inputs are new or changed and nothing
   * else was refused.
   */
  offered?(ctx: Context<Client>, args: Args, olds: Partial<Args>): Promise<Failure[]>;
  /**
   * Corrects the result of the comparison of the fields, where the fields alone do not tell. The only request that
   * `decide` may send is for the catalogue.
   */
  decide?(
    ctx: Context<Client>,
    id: string,
    state: Partial<State>,
    args: Args,
    found: Differences,
  ): Promise<Differences> | Differences;
  /**
   * Makes the object and returns when the object can be used. Must call `ctx.hold` as soon as the service gave an id.
   */
  create(ctx: Context<Client>, args: Args): Promise<{ id: string; state: Partial<State> }>;
  /**
   * Returns the values that the service holds now, or undefined when the object is certainly gone. `state` has the old
   * outputs or, for an import, the inputs that the program declares.
   */
  read(ctx: Context<Client>, id: string, state: Partial<State>): Promise<Partial<State> | undefined>;
  /** Changes the object until it is as `args` declare, and finishes what an earlier failure left undone. */
  update(ctx: Context<Client>, id: string, state: Partial<State>, args: Args): Promise<Partial<State>>;
  /**
   * Removes the records on this machine of what was sent for the object, because no later run needs them. With `saved`,
   * the engine has shown that it keeps this state, and only the record that led to the state is removed. Without, the
   * resource is removed or imported, and all records of the object are removed. `delete` need not remove any.
   */
  forgetRecords?(ctx: Context<Client>, id: string, saved?: Partial<State>): void;
  /** Removes the object and returns when the object is gone. An object that is already gone is no failure. */
  delete(ctx: Context<Client>, id: string, state: Partial<State>): Promise<void>;
}
