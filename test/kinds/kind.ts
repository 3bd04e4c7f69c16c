import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import type { InstanceInput } from "pulumi-broker";
import type { State, StateChange } from "../../provider/emulator";
import type { SpecifiedName } from "../../provider/emulator/nouns";
import type { TestEmulator } from "../helpers/emulator";
import type { Work } from "../helpers/large-account-parts";
import type { Rows } from "../helpers/operation-row";
import type { AnyRecord, ModelKind, Things, Values } from "./things";

/** The instances on which resources are declared: ids in one suite, resources of `Instance.get` in the other. */
export interface Instances {
  /** The instance on which resources are declared. */
  instance: InstanceInput;
  /** The instance to which a replacement moves them. */
  other: InstanceInput;
}

/** The values from which a row computes what it expects. */
export interface At {
  /** The resource's Pulumi id; empty while it is unknown. */
  id: string;
  /** The last part of the id as a number, as most paths and records have it. */
  number: number;
  /** The id of the instance on which resources are declared, and of the one to which a replacement moves them. */
  instance: string;
  other: string;
  /** The records that the emulator holds now. */
  state(): State;
}

/** A request as the emulator logs it: the values of secret fields are `"[secret]"`. */
export interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

/** Arguments over the usual ones, and a part of the text that a preview shows for them. */
export type Refused = [args: Values, text: string];

/** The reason for which a cell has no meaning for a kind. The test's output lists and counts such cells. */
interface DoesNotApply {
  doesNotApply: string;
}

/** A cell of the table. */
export type Cell<T> = T | DoesNotApply;

/** A changed declaration, and the result that is expected. */
interface Change<Args> {
  /** Arguments that replace those of the row; `undefined` removes an argument. */
  args(on: Instances): Partial<Args>;
  /** Outputs that differ from the arguments; `undefined` removes an output. */
  outputs?(at: At): Values;
  /** Fields that replace those of `held`. */
  held?(at: At): Values;
}

/** A change that keeps the object. */
interface InPlace<Args> extends Change<Args> {
  /** All requests of the change, except the look-up of an instance's key. */
  requests(at: At): Sent[];
}

/** A change that somebody else makes on the service. Where the kind can be replaced, the object is the replacement. */
interface OutsideEdit {
  change(at: At): StateChange;
  /** The only output that then differs. */
  property: string;
  /** The line on the difference of a wholly secret output, of which the engine shows neither side. */
  said?: string;
  /** The requests that undo the change, beside those of a refresh. */
  repair(at: At): Sent[];
}

/** How a kind without things of its own gets into the state of a stack on the handlers, and which GET shows it. */
export interface Look {
  /** The path of the GET. */
  path: string | ((instance: string) => string);
  /** True where the path is that of a list, and the service has no GET of one. */
  isList?: true;
  /** Inputs that differ from the arguments, for a class that fills some in or a service on another clock. */
  inputs?: Values;
  /** The id to import, and the inputs of the object that has it. */
  imports?(emulator: TestEmulator): { id: string; inputs: Values };
  /** Makes what the kind needs. */
  before?(emulator: TestEmulator): void;
  /** A change that is made in place; none where there is none. */
  changed?: Values;
  /** True where a delete of one with these inputs sends nothing, although one with the arguments is deleted. */
  staysWhenDeleted?: true;
  /** Odd answers that this kind can read: they may show drift, and never an absence. */
  readable?: readonly string[];
  /** The list with nothing in it, where that is not `[]`. */
  empty?: string;
}

/** What functions answer of the instance 1001, which holds some of the kind. */
export interface Asked {
  held: StateChange[];
  answers(): [name: string, args: object, answer: unknown][];
}

/** What the tests of all tiers know of a kind. */
export interface KindSpec<Args extends object> {
  /** The name of the class, which is also the last part of its type token. */
  kind: string;
  /** A name that tells this row from another of the same class. */
  as?: string;
  /** An id as the kind has it. */
  id: string;
  /** The operations of the specification that the class uses. */
  operations: readonly SpecifiedName[];
  /** The functions that use operations of the specification for the kind. */
  functions?: Partial<Record<SpecifiedName, readonly string[]>>;
  /** How a script calls the operations. Those of a kind without calls are in the rows of the handlers' tests. */
  calls?: Partial<Rows>;
  /** What the functions answer. */
  asked?: Asked;
  /** Makes some on an instance of a large account, with requests; answers the last part of each id, and its name. */
  fill?(work: Work): Promise<{ number: string; name: string }[]>;
  /**
   * The properties that are secret or may hold a secret, written down by hand: all other tests take them from the marks of
   * the fields, and would not miss a mark that was forgotten. Default: the key of the instance, if the kind is on one.
   */
  secrets?: readonly string[];
  /** Why `adopt` finds none of the kind; without a reason, it finds them. */
  notAdopted?: string;
  /** The things of the kind, where they have ids of their own; else how the handlers' tests look at it. */
  things?: Things;
  look?: Look;
  /** What the model knows of the kind. */
  modelled?: readonly ModelKind[];
  /** What a preview refuses, and what it warns of. */
  refused: readonly Refused[];
  warned?: readonly Refused[];
  /** All arguments, plain except for the instance. Kinds with a `name` give it: a new logical name changes nothing. */
  args(on: Instances): Args;
  /** Outputs after the create beside the arguments, with secrets in clear. */
  outputs?(at: At): Values;
  /** Outputs that only the answer to the create has. An imported resource, and one read with `.get`, lack them. */
  onlyAtCreate?: string[];
  /** Inputs that no GET returns. A resource read with `.get` lacks them. */
  neverRead?: string[];
  /** Outputs in which a resource read with `.get`, which has no declaration, differs. */
  undeclared?(): Values;
  /** The emulator's records of this kind, without seeded ones and those being removed. Default: the things. */
  records?(state: State, at: At): object[];
  /** The only object that `records` returns, for a resource with these outputs. */
  held(at: At, outputs: Values): Values;
  /** The request that creates the object. Default: a POST to the path of the things or of the look. */
  create?(at: At): string;
  /** All requests of a refresh but the look-up of a key. Default: one GET of that path for each collection. */
  refresh?(at: At): string[];
  /** False for a kind that does not belong to an instance, whose key each process looks up once. */
  onInstance?: false;
  inPlace: Cell<InPlace<Args>>;
  /** Default: a move to the other instance. */
  replacing?: Change<Args>;
  outsideEdit: Cell<OutsideEdit>;
  /** The change by which somebody else removes the object. Default: the thing goes. */
  outsideDelete?: Cell<(at: At) => StateChange>;
  /** The id of an object that does not exist, for `.get`. Default: `id` with another number at its end or beginning. */
  missingId?(at: At): string;
  /** True where the id is made of names: a second resource with the same arguments is the same object. */
  idIsName?: true;
  /** True where deleting the resource sends no request and changes nothing on the service. */
  staysWhenDeleted?: true;
}

/** The name of a declaration of a row. */
export type Variant = "args" | "inPlace" | "replacing";

/** A change, without the type of its arguments. */
interface Changed {
  /** The names of the inputs that differ. */
  props: string[];
}

/** What a kind need not say where it follows from the rest. */
type Usual = "records" | "create" | "refresh" | "outsideDelete" | "missingId";

/** A kind as the tests use it, without the type of its arguments. */
export interface Row
  extends Omit<
      KindSpec<object>,
      "args" | "onInstance" | "outputs" | "undeclared" | "held" | "inPlace" | "replacing" | Usual
    >,
    Required<Pick<KindSpec<object>, Usual>> {
  /** The name of this row alone: `as`, or the name of the class. */
  kind: string;
  className: string;
  /** The type token. */
  token: string;
  /** The name by which the stub in state finds the handler. */
  handler: string;
  /** True for a kind that belongs to an instance. */
  onInstance: boolean;
  secrets: readonly string[];
  inPlace: Cell<Changed & Pick<InPlace<object>, "requests">>;
  replacing: Changed;
  undeclared: Values | undefined;
  /** The arguments of a variant, or those of `args` where the variant does not apply. */
  argsOf(variant: Variant, on: Instances): object;
  /** Declares the resource. */
  make(name: string, variant: Variant, on: Instances, options?: CustomResourceOptions): CustomResource;
  /** Reads the resource with `.get`. */
  get(name: string, id: string): CustomResource;
  outputsOf(variant: Variant, at: At): Values;
  heldOf(variant: Variant, at: At): Values;
}

/** Tells whether a cell has a meaning for its kind. */
export const applies = <T>(cell: Cell<T>): cell is T =>
  typeof cell !== "object" || cell === null || !("doesNotApply" in cell);

interface ResourceClass {
  new (name: string, args: object, options?: CustomResourceOptions): CustomResource;
  get(name: string, id: string): CustomResource;
}

/** The class of this name. The package is loaded when a program needs it, because most tests need it not. */
const classOf = (name: string) => (require("pulumi-broker") as Record<string, ResourceClass>)[name] as ResourceClass;

/** What follows from the things of a kind, from its look and from its id. */
function usual<Args extends object>({ id, things, look }: KindSpec<Args>) {
  const path = things?.path ?? look?.path;
  const isNumbered = /\/\d+$/.test(id);
  return {
    records: (state: State): object[] =>
      things === undefined
        ? []
        : (state[things.collection] as AnyRecord[])
            .filter((record) => things.counts?.(record) ?? true)
            .map(({ hiddenUntil, ...record }: AnyRecord & { hiddenUntil?: unknown }) => record),
    create: () => `POST ${things?.createPath ?? path}`,
    refresh: () => [`GET ${path}`],
    outsideDelete: ({ number }: At): StateChange => ({ op: "delete", in: things!.collection, id: number }),
    missingId: ({ instance }: At) =>
      isNumbered ? id.replace(/^\d+/, instance).replace(/\d+$/, "999999") : id.replace(/^\d+/, "999999"),
  };
}

/** Makes a row from what is known of a kind. */
export function row<Args extends object>(spec: KindSpec<Args>): Row {
  const { args, outputs, undeclared, held, inPlace, replacing, ...rest } = spec;
  const changes = { inPlace: applies<InPlace<Args>>(inPlace) ? inPlace : undefined, replacing };
  const changeOf = (variant: Variant): Partial<Change<Args>> =>
    (variant === "args" ? undefined : changes[variant]) ?? {};
  /** The instances as the variant has them: without a change of its own, a replacement moves to the other one. */
  const placed = <T extends Instances>(variant: Variant, on: T): T =>
    variant === "replacing" && replacing === undefined ? { ...on, instance: on.other } : on;
  const argsOf = (variant: Variant, on: Instances): Args => ({
    ...args(placed(variant, on)),
    ...changeOf(variant).args?.(on),
  });
  const propsOf = (change: Change<Args>) => Object.keys(change.args({ instance: "", other: "" })).sort();
  const outputsOf = (variant: Variant, at: At) => {
    const { args: changed, outputs: others } = changeOf(variant);
    const there = placed(variant, at);
    return defined({ ...args(there), ...outputs?.(there), ...changed?.(at), ...others?.(at) });
  };
  return {
    ...usual(spec),
    ...rest,
    kind: spec.as ?? spec.kind,
    className: spec.kind,
    token: `pulumi-nodejs:dynamic/broker:${spec.kind}`,
    handler: spec.kind.charAt(0).toLowerCase() + spec.kind.slice(1),
    onInstance: spec.onInstance !== false,
    secrets: spec.secrets ?? (spec.onInstance === false ? [] : ["instanceApiKey"]),
    inPlace: applies<InPlace<Args>>(inPlace) ? { props: propsOf(inPlace), requests: inPlace.requests } : inPlace,
    replacing: { props: replacing === undefined ? ["instance"] : propsOf(replacing) },
    // What a test expects is made while a test runs.
    get undeclared() {
      return undeclared?.();
    },
    argsOf,
    make: (name, variant, on, options) => new (classOf(spec.kind))(name, argsOf(variant, on), options),
    get: (name, id) => classOf(spec.kind).get(name, id),
    outputsOf,
    heldOf: (variant, at) => ({
      ...held(placed(variant, at), outputsOf(variant, at)),
      ...changeOf(variant).held?.(at),
    }),
  };
}

const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
