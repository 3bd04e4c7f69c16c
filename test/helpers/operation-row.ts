import type { ServiceClient } from "../../provider/client";
import type { StateChange } from "../../provider/emulator";
import type { SpecifiedName } from "../../provider/emulator/nouns";

export type InstanceOperations = ReturnType<ServiceClient["instance"]>;

type Groups = Omit<ServiceClient, "instance" | "close"> & InstanceOperations;

/** The method of the client for an operation: for `a.b`, the method `b` of its group `a`. */
type MethodOf<Name> = Name extends `${infer Group extends keyof Groups & string}.${infer Method}`
  ? Groups[Group][Method & keyof Groups[Group]]
  : never;

/** One operation: how a script calls it, what the service receives, and what the script gets. */
export interface Row<Name = SpecifiedName> {
  args?: MethodOf<Name> extends (...args: infer Args) => unknown ? Args : never;
  /** Calls it, where its method answers otherwise than with a promise. */
  call?(client: ServiceClient, instance: InstanceOperations): Promise<unknown>;
  /** The values in the path, in its order. Default: the arguments that are texts. */
  params?: string[];
  query?: string;
  /** The body as it is sent. Default: the argument that is no text, where there is no query. */
  body?: unknown;
  /** What the call resolves with, from the seed after `before`. */
  answer?: unknown;
  /** Changes of the seed that come before the call. */
  before?: StateChange[];
  /** True for a POST that is safe to repeat, as every other method is. */
  isRepeatable?: true;
}

/** The instance that is called: clustered, with three nodes, on provider A. */
export const seededInstance = 1001;

export type Rows<Name extends SpecifiedName = SpecifiedName> = { [N in Name]: Row<N> };

/** The operations of one group, such as `vpcs`. */
export type NamesOf<Group extends string> = Extract<SpecifiedName, `${Group}.${string}`>;
