import type { z } from "zod";
import type { CollectionName, RecordOf, SingleName } from "../records";
import type { ApiName, Method, OperationName } from "../service/coverage";
import type { Access, Caller } from "./auth";
import type { Random } from "./random";
import { childNotFound, type Reply, refused } from "./reply";
import type { Store } from "./store";

/** The request that a handler answers, and what it needs to do so. */
export interface Context<B = unknown, Q = unknown> {
  params: Record<string, string>;
  body: B;
  query: Q;
  caller: Caller;
  store: Store;
  /** The emulator's time, in milliseconds since the epoch. */
  now: number;
  random: Random;
}

/** One operation: its path, who may use it, the fields it takes, and its handler. */
export interface Route<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  operation: OperationName;
  method: Method;
  path: string;
  /** Another path that leads to the same operation. */
  alsoAt?: string;
  auth: ApiName;
  /** The right that the key needs. Default: "read" for a GET, "write" for everything else. */
  access?: Access;
  /** The schema of the body; without one no field is allowed. */
  body?: B;
  /** The schema of the query; without one no parameter is allowed. */
  query?: Q;
  /** Acts and answers. A handler is synchronous, so that no other request comes in between. */
  handle(context: Context<z.output<B>, z.output<Q>>): Reply;
}

/** Makes a route; the types of `handle` are inferred from the schemas beside it. */
export function route<B extends z.ZodType, Q extends z.ZodType>(definition: Route<B, Q>): Route {
  return definition as unknown as Route;
}

/** The instance whose key was used. */
export function instanceOf(context: Context): RecordOf<"instances"> {
  if (context.caller.api !== "instance") throw new Error("This operation belongs to the instance API");
  return context.caller.instance;
}

/** The instance whose key was used; refuses an instance on a shared plan, which has no nodes of its own. */
export function dedicatedInstanceOf(context: Context): RecordOf<"instances"> {
  const instance = instanceOf(context);
  if (instance.shared) throw refused("This action isn't available on shared plans");
  return instance;
}

/** The kinds of record that belong to an instance. */
type ChildName = { [C in CollectionName]: RecordOf<C> extends { instance_id: number } ? C : never }[CollectionName];

/** The records of a kind that belong to an instance. */
export function childrenOf<C extends ChildName>(store: Store, name: C, instanceId: number): RecordOf<C>[] {
  const all: RecordOf<C>[] = store.list(name);
  return all.filter((each) => (each as { instance_id: number }).instance_id === instanceId);
}

/** The records of a kind that belong to the instance whose key was used. */
export const listOf = <C extends ChildName>(context: Context, name: C): RecordOf<C>[] =>
  childrenOf(context.store, name, instanceOf(context).id);

/** The only record of its kind that an instance has. */
export function singleOf<C extends SingleName>(store: Store, name: C, instance: RecordOf<"instances">): RecordOf<C> {
  const [found] = childrenOf(store, name, instance.id);
  if (!found) throw new Error(`Instance ${instance.id} has lost its record in ${name}`);
  return found;
}

/** The record that the path names; 404 unless it belongs to the instance whose key was used. */
export function ownOf<C extends ChildName>(context: Context, name: C): RecordOf<C> {
  const found: RecordOf<C> | undefined = context.store.find(name, context.params["id"]);
  if ((found as { instance_id: number } | undefined)?.instance_id !== instanceOf(context).id) throw childNotFound();
  return found as RecordOf<C>;
}
