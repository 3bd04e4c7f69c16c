import type { ServiceClient } from "../../../../provider/client";
import type { StateChange } from "../../../../provider/emulator";
import type { SpecifiedName } from "../../../../provider/emulator/nouns";

/** The operations of one instance. */
export type InstanceOperations = ReturnType<ServiceClient["instance"]>;

/** One operation: how a script calls it, what the service receives, and what the script gets. */
export interface Row {
  call(client: ServiceClient, instance: InstanceOperations): Promise<unknown>;
  /** The values in the path, in its order. */
  params?: string[];
  /** The query as it is sent. */
  query?: string;
  /** The body as it is sent. */
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

/** The rows of some operations. */
export type Rows<Name extends SpecifiedName = SpecifiedName> = { [N in Name]: Row };

/** The operations of one group, such as `vpcs`. */
export type NamesOf<Group extends string> = Extract<SpecifiedName, `${Group}.${string}`>;
