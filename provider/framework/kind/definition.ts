// A definition says how one kind of resource works. Each kind of `resources/` gives a definition; `operations.ts`,
// `preview/`, `run/`, `dynamic/`, `plugin/kind.ts` and `cli/adopt/` read it. A new member should be optional, because
// present kinds lack it. The meaning of `null` in state must stay, because `overlay` relies on it.
import type { z } from "zod";
import type { Context } from "./context";
import type { MarkedKind } from "./marked";
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

/** The fields in which the declaration differs from what was last seen on the service. */
export interface Differences {
  /** Fields to be changed in place. */
  changed: string[];
  /** Fields that cannot be changed in place. */
  replaced: string[];
  /** The fields of `replaced` whose values are not known before `up`. */
  unknown: string[];
  /** Changed fields that are never sent to the service. */
  local: string[];
  /** Fields that are read only when the object is made, and have changed since. */
  ignored: string[];
  /** True when the old object must be deleted before the new one is made. */
  deleteFirst?: boolean;
}

/** Something that only one resource of a program may manage. */
export interface Claim {
  /** The input that names it. */
  property: string;
  /** The thing in messages: `HiPE of instance 123`. */
  what: string;
  /** The place of the thing, where things in several places have one name, as in two accounts. */
  within?: string;
}

/** The API key with which an object is reached. */
export interface KeyInUse {
  /** A text made of the key and the salt, which tells two keys apart and gives neither away. */
  fingerprint(salt: string): string;
  opens: "account" | "instance";
  /** True when the key was looked up through the account API. Such a key opens an instance of that very account. */
  lookedUp: boolean;
}

/** The inputs of a kind, with their marks (the facts in `marks.ts`). A process makes only the schemas that it uses. */
export type Schema = z.ZodLazy<z.ZodObject>;

/** What a kind is called, and its inputs and outputs. */
interface KindShape<Args, State> {
  /** The class's name, and the last part of the type token. Part of the state format: it never changes. */
  type: string;
  schema: Schema;
  /** The outputs that are not inputs. */
  outputs?: readonly (keyof State & string)[];
  /** Which of `outputs` are secret. */
  secretOutputs?: readonly (keyof State & string)[];
  rules?: readonly Rule<Args>[];
  /** The id of an object that its inputs name, so that two resources may mean the same object. */
  idOf?(args: Args): string;
  /** The inputs as the definition takes them: a name where none is given, plain ids. Values may be unknown. */
  arrange?(inputs: Record<string, unknown>, name: string): Record<string, unknown>;
  /** The opposite of `arrange`: the inputs as a person writes them. Only the alarm's inputs differ. */
  written?(inputs: Record<string, unknown>): Record<string, unknown>;
  /**
   * The outputs that a change may change, by input. The preview of an update shows all others as they are; that of an
   * object that is not finished shows none of them.
   */
  alters?: Readonly<Record<string, readonly string[]>>;
  /** What the program's other resources need to know of the object at preview. Only the instance has it. */
  facts?(state: Partial<State>): Record<string, unknown>;
}

interface KindTraits<Args extends object, State, Client> {
  /** True when no later run can find the object of an interrupted create, as the object has no tag and no name. */
  anonymous?: boolean;
  /** How a run finds objects that an interrupted run has left, by the tag that such objects carry. */
  marked?: MarkedKind<Client>;
  /** True when each account has an object of its own under an id: that of a team member is an e-mail address. */
  inEachAccount?: boolean;
  /**
   * Asked where another resource manages the object. Returns the end of the line that says that a delete leaves the
   * object. Undefined where several resources manage parts of one object: `delete` then removes the parts that no other
   * resource declares.
   */
  leaves?(state: Partial<State>): string | undefined;
  /** The time limits of the operations, where `customTimeouts` sets none. */
  timeouts?: Timeouts<Args>;
  /** One sentence that says what a replacement loses. The sentence is shown where `diff` decides to replace. */
  replaceLoses?: string;
  /** The end of the warning `is gone …`, where a read must say more than that the object is absent. */
  goneMeans?: string;
  /** The inputs whose changes `decide` describes itself: no other line shows their old and new values. */
  saysChanges?: readonly string[];
}

/** What is looked at before anything is sent. */
interface KindChecks<Args, State, Client> {
  /** The API key with which the object of this id is reached, or undefined where no key is known. */
  keyOf(client: Client, id: string, values: Partial<Args>): KeyInUse | undefined;
  /** One line that says what the configuration lacks for these inputs. Every resource is asked at preview. */
  lacks?(client: Client, args: Args): string | undefined;
  /** What only one resource of the program may manage, by these inputs. Values may be unknown. */
  claims?(args: Args, client: Client): readonly Claim[];
  /** Checks the inputs against what the service offers. In place of an input that is refused, `check` gives "not known". */
  offered?(ctx: Context<Client>, args: Args, olds: Partial<Args>): Promise<Failure[]>;
  /** Corrects the comparison where the fields alone do not tell. May ask the service about a changed resource. */
  decide?(
    ctx: Context<Client>,
    id: string,
    state: Partial<State>,
    args: Args,
    found: Differences,
  ): Promise<Differences> | Differences;
}

/** How an object is made, read, changed and removed. */
interface KindOperations<Args, State, Client> {
  /** Makes the object and waits until it can be used. Must call `ctx.kept.hold` as soon as the service gave an id. */
  create(ctx: Context<Client>, args: Args): Promise<{ id: string; state: Partial<State> }>;
  /**
   * Returns the values that the service holds now, or undefined when the object is certainly gone. `state` has the old
   * outputs or, for an import, the inputs that the program declares.
   */
  read(ctx: Context<Client>, id: string, state: Partial<State>): Promise<Partial<State> | undefined>;
  /** Changes the object until it is as `args` declare, and finishes what an earlier failure left undone. */
  update(ctx: Context<Client>, id: string, state: Partial<State>, args: Args): Promise<Partial<State>>;
  /**
   * Removes the records of what was sent for the object. With `saved`, a state that the engine certainly keeps, only
   * the record that led to that state goes. Without `saved`, the resource is removed or imported, and all records go.
   */
  forgetRecords?(ctx: Context<Client>, id: string, saved?: Partial<State>): void;
  /** Removes the object and returns when the object is gone. An object that is already gone is no failure. */
  delete(ctx: Context<Client>, id: string, state: Partial<State>): Promise<void>;
}

/**
 * The definition of one kind of resource: its inputs and outputs, and how its object is made, read, changed and
 * removed. `check`, `diff`, secrets and outputs follow from the definition.
 *
 * In the state that `create`, `read` and `update` return, `null` means "the service says that there is no such value".
 * A field that is left out means "the service does not say": the state of the engine then keeps the last value sent.
 */
export interface Definition<Args extends object, State extends object, Client>
  extends KindShape<Args, State>,
    KindTraits<Args, State, Client>,
    KindChecks<Args, State, Client>,
    KindOperations<Args, State, Client> {}

/** The definition of any kind, for code that needs nothing of its types. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters stand in places of both directions
export type AnyDefinition<Client = any> = Definition<any, any, Client>;
