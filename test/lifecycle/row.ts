import type { CustomResource, CustomResourceOptions } from "@pulumi/pulumi";
import type { InstanceInput } from "pulumi-broker";
import type { State, StateChange } from "../../provider/emulator";

/** The instances on which rows declare resources: ids in one suite, resources of `Instance.get` in the other. */
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
  /** The names of the inputs that differ. */
  props: string[];
  /** Outputs that replace those of the row; `undefined` removes an output. */
  outputs(at: At): Record<string, unknown>;
  /** Fields that replace those of the row's `held`. */
  held(at: At): Record<string, unknown>;
}

/** A change that keeps the object. */
export interface InPlace<Args> extends Change<Args> {
  /** All requests of the change, except the look-up of an instance's key. */
  requests(at: At): Sent[];
}

/** A change that makes a new object and removes the old one. */
type Replacing<Args> = Change<Args>;

/** A change that somebody else makes on the service. Where the kind can be replaced, the object is the replacement. */
interface OutsideEdit {
  change(at: At): StateChange;
  /** The only output that then differs. */
  property: string;
  /**
   * The line that describes the difference of an output that is secret as a whole, of which the engine shows neither
   * side.
   */
  said?: string;
  /** The requests that undo the change, beside those of a refresh. */
  repair(at: At): Sent[];
}

/** The definition of a row. */
export interface RowSpec<Args extends object> {
  /** The name of the class, which is also the last part of its type token. */
  kind: string;
  /** A name that tells this row from another of the same class. */
  as?: string;
  /** The class. */
  resource: {
    new (name: string, args: Args, options?: CustomResourceOptions): CustomResource;
    get(name: string, id: string, options?: CustomResourceOptions): CustomResource;
  };
  /**
   * All arguments of the class, as plain values except for the instance. A kind with a `name` gives it, so that
   * renaming the resource does not rename the object.
   */
  args(on: Instances): Args;
  /**
   * All outputs after the create, with secrets in clear; `expect.any(String)` for a value that the service makes up.
   */
  outputs(at: At): Record<string, unknown>;
  /** Outputs that only the answer to the create has. An imported resource, and one read with `.get`, lack them. */
  onlyAtCreate?: string[];
  /** Inputs that no GET returns. A resource read with `.get` lacks them. */
  neverRead?: string[];
  /** Outputs in which a resource read with `.get`, which has no declaration, differs. */
  undeclared?: Record<string, unknown>;
  /**
   * The emulator's records of this kind, without seeded ones and those being removed: one object for each, with the
   * field names of the record.
   */
  records(state: State, at: At): object[];
  /** The only object that `records` returns after the create. */
  held(at: At): Record<string, unknown>;
  /** The request that creates the object, such as `POST /instance/api/webhooks`. */
  create(at: At): string;
  /** All requests of a refresh, except the look-up of an instance's key: one GET for each collection. */
  refresh(at: At): string[];
  /** True for a kind that belongs to an instance, so that each process looks up the key of that instance once. */
  onInstance: boolean;
  inPlace: Cell<InPlace<Args>>;
  replacing: Cell<Replacing<Args>>;
  outsideEdit: Cell<OutsideEdit>;
  /** The change by which somebody else removes the object. */
  outsideDelete: Cell<(at: At) => StateChange>;
  /** The id of an object that does not exist, for `.get`. */
  missingId: Cell<(at: At) => string>;
  /** True where the id is made of names: a second resource with the same arguments is the same object. */
  idIsName?: true;
  /** True where deleting the resource sends no request and changes nothing on the service. */
  staysWhenDeleted?: true;
}

/** The name of a declaration of a row. */
export type Variant = "args" | "inPlace" | "replacing";

/** A row as the suites use it, without the type of its arguments. */
export interface Row extends Omit<RowSpec<object>, "resource" | "args" | "inPlace" | "replacing"> {
  /** The name of this row alone: `as`, or the name of the class. */
  kind: string;
  /** The name of the class. */
  className: string;
  /** The type token. */
  token: string;
  /** The name by which the stub in state finds the handler. */
  handler: string;
  inPlace: Cell<Omit<InPlace<object>, "args">>;
  replacing: Cell<Omit<Replacing<object>, "args">>;
  /** The arguments of a variant, or those of `args` where the variant does not apply. */
  argsOf(variant: Variant, on: Instances): object;
  /** Declares the resource. */
  make(name: string, variant: Variant, on: Instances, options?: CustomResourceOptions): CustomResource;
  /** Reads the resource with `.get`. */
  get(name: string, id: string): CustomResource;
  outputsOf(variant: Variant, at: At): Record<string, unknown>;
  heldOf(variant: Variant, at: At): Record<string, unknown>;
}

/** Tells whether a cell has a meaning for its kind. */
export function applies<T>(cell: Cell<T>): cell is T {
  return typeof cell !== "object" || cell === null || !("doesNotApply" in cell);
}

/** Makes a row from its definition. */
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
