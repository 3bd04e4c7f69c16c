import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import type { InstanceInput } from "pulumi-broker";
import type { State, StateChange } from "../../provider/emulator";

/** The instances that rows put things on: ids in one suite, resources of `Instance.get` in the other. */
export interface Instances {
  /** Where things are put. */
  instance: InstanceInput;
  /** Where a replacement moves them. */
  other: InstanceInput;
}

/** What a row's expectations may be written with. */
export interface At {
  /** The resource's Pulumi id; empty where it is not known yet. */
  id: string;
  /** The last part of the id as a number, as most paths and records have it. */
  number: number;
  /** The id of the instance on which things are put, and of the one to which a replacement moves them. */
  instance: string;
  other: string;
  /** What the emulator holds now. */
  state(): State;
}

/** A request as the emulator logs it: the values of secret fields are `"[secret]"`. */
export interface Sent {
  method: string;
  path: string;
  body?: unknown;
}

/** A cell that has no meaning for a kind, and why. It is listed and counted in the test's output. */
interface DoesNotApply {
  doesNotApply: string;
}

/** A cell of the table. */
export type Cell<T> = T | DoesNotApply;

/** A changed declaration, and what it comes to. */
interface Change<Args> {
  /** Laid over the row's `args`; `undefined` takes an argument out. */
  args(on: Instances): Partial<Args>;
  /** The inputs that differ, as a refusal names them. */
  props: string[];
  /** Laid over the row's `outputs`; `undefined` takes one out. */
  outputs(at: At): Record<string, unknown>;
  /** Laid over the row's `held`. */
  held(at: At): Record<string, unknown>;
}

/** A change that keeps the object. */
export interface InPlace<Args> extends Change<Args> {
  /** Every request it takes, the look-up of an instance's key aside. */
  requests(at: At): Sent[];
}

/** A change that makes a new object, and removes the old one. */
type Replacing<Args> = Change<Args>;

/** A change that somebody else makes on the service, to the replaced object where the kind can be replaced. */
interface OutsideEdit {
  change(at: At): StateChange;
  /** The one output that differs then. */
  property: string;
  /** The line that says in what, where the output is secret as a whole: the engine shows neither side of it. */
  said?: string;
  /** What puts it right, beside the requests of a refresh. */
  repair(at: At): Sent[];
}

/** What a row is written as. */
export interface RowSpec<Args extends object> {
  /** The class's name, which is also the last part of its type token. */
  kind: string;
  /** What tells this row from another of the same class. */
  as?: string;
  /** The class. */
  resource: {
    new (name: string, args: Args, options?: CustomResourceOptions): CustomResource;
    get(name: string, id: string, options?: CustomResourceOptions): CustomResource;
  };
  /**
   * Everything that can be declared. Plain values, except for the instance; a `name` where there is one, so that
   * renaming the resource does not rename the object.
   */
  args(on: Instances): Args;
  /** All outputs after the create, secrets in clear; `expect.any(String)` where the service makes one up. */
  outputs(at: At): Record<string, unknown>;
  /** Outputs that only the create's answer holds: an imported resource, and one read with `.get`, lack them. */
  onlyAtCreate?: string[];
  /** Inputs that no GET returns: one read with `.get` lacks them. */
  neverRead?: string[];
  /** Outputs that one read with `.get` has otherwise, as it knows of no declaration. */
  undeclared?: Record<string, unknown>;
  /**
   * What the emulator holds of this kind beside its seed, in the record's own words and without what is going; one
   * object for each thing.
   */
  records(state: State, at: At): object[];
  /** The one object that `records` gives after the create. */
  held(at: At): Record<string, unknown>;
  /** The request that makes one, as `POST /instance/api/webhooks`. */
  create(at: At): string;
  /** Every request of a refresh, the look-up of an instance's key aside: one GET for each collection. */
  refresh(at: At): string[];
  /** Whether it stands on an instance, so that each process looks up that instance's key once. */
  onInstance: boolean;
  inPlace: Cell<InPlace<Args>>;
  replacing: Cell<Replacing<Args>>;
  outsideEdit: Cell<OutsideEdit>;
  /** Somebody else removes it. */
  outsideDelete: Cell<(at: At) => StateChange>;
  /** The id of one that is not there, for `.get`. */
  missingId: Cell<(at: At) => string>;
  /** Its id is made of names: a second one like it is the very same object, which a rename keeps. */
  idIsName?: true;
  /** Deleting it sends nothing: what was declared stays as it is. */
  staysWhenDeleted?: true;
}

/** Which declaration of a row a program holds. */
export type Variant = "args" | "inPlace" | "replacing";

/** A row as the suites use it: the type of its arguments stays inside. */
export interface Row extends Omit<RowSpec<object>, "resource" | "args" | "inPlace" | "replacing"> {
  /** What tells this row from every other: `as`, or the class's name. */
  kind: string;
  /** The class's name. */
  className: string;
  /** The type token. */
  token: string;
  /** The name under which the stub in state finds the handler. */
  handler: string;
  inPlace: Cell<Omit<InPlace<object>, "args">>;
  replacing: Cell<Omit<Replacing<object>, "args">>;
  /** The arguments of a variant; those of `args` where the variant does not apply. */
  argsOf(variant: Variant, on: Instances): object;
  /** Declares the resource. */
  make(name: string, variant: Variant, on: Instances, options?: CustomResourceOptions): CustomResource;
  /** Reads it with `.get`. */
  get(name: string, id: string): CustomResource;
  outputsOf(variant: Variant, at: At): Record<string, unknown>;
  heldOf(variant: Variant, at: At): Record<string, unknown>;
}

/** Whether a cell has a meaning for its kind. */
export function applies<T>(cell: Cell<T>): cell is T {
  return typeof cell !== "object" || cell === null || !("doesNotApply" in cell);
}

/** Makes a row of what it is written as. */
export function row<Args extends object>(spec: RowSpec<Args>): Row {
  const change = (variant: Variant): Change<Args> | undefined => {
    const cell = variant === "args" ? undefined : spec[variant];
    return cell !== undefined && applies<Change<Args>>(cell) ? cell : undefined;
  };
  const argsOf = (variant: Variant, on: Instances): Args => ({ ...spec.args(on), ...change(variant)?.args(on) });
  return {
    ...spec,
    kind: spec.as ?? spec.kind,
    className: spec.kind,
    token: `pulumi-nodejs:dynamic/broker:${spec.kind}`,
    handler: spec.kind.charAt(0).toLowerCase() + spec.kind.slice(1),
    argsOf,
    make: (name, variant, on, options) => new spec.resource(name, argsOf(variant, on), options),
    get: (name, id) => spec.resource.get(name, id),
    outputsOf: (variant, at) => defined({ ...spec.outputs(at), ...change(variant)?.outputs(at) }),
    heldOf: (variant, at) => ({ ...spec.held(at), ...change(variant)?.held(at) }),
  };
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
