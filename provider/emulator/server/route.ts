import type { z } from "zod";
import type { CollectionName, RecordOf, SingleName } from "../records";
import type { ApiName, Method, OperationName } from "../service/coverage";
import type { Access, Caller } from "./auth";
import type { Random } from "./random";
import { childNotFound, type Reply } from "./reply";
import type { Store } from "./store";

/** What a handler gets. */
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

/** One operation: where it is found, who may use it, what it takes, what it does. */
export interface Route<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  operation: OperationName;
  method: Method;
  path: string;
  /** Another path that leads here too. */
  alsoAt?: string;
  auth: ApiName;
  /** Default: "read" for a GET, "write" for everything else. */
  access?: Access;
  /** The body it takes; none: no field at all. */
  body?: B;
  /** The query it takes; none: no parameter at all. */
  query?: Q;
  /** Synchronous, so that no other request comes in between. */
  handle(context: Context<z.output<B>, z.output<Q>>): Reply;
}

/** Infers what `handle` gets from the schemas beside it. */
export function route<B extends z.ZodType, Q extends z.ZodType>(definition: Route<B, Q>): Route {
  return definition as unknown as Route;
}

/** The instance whose key was used. */
export function instanceOf(context: Context): RecordOf<"instances"> {
  if (context.caller.api !== "instance") throw new Error("This operation belongs to the instance API");
  return context.caller.instance;
}

/** Kinds of thing that belong to an instance. */
type ChildName = { [C in CollectionName]: RecordOf<C> extends { instance_id: number } ? C : never }[CollectionName];

/** What the instance whose key was used has of a kind. */
export function listOf<C extends ChildName>(context: Context, name: C): RecordOf<C>[] {
  const { id } = instanceOf(context);
  const all: RecordOf<C>[] = context.store.list(name);
  return all.filter((each) => (each as { instance_id: number }).instance_id === id);
}

/** The one that an instance has of such a kind. */
export function singleOf<C extends SingleName>(store: Store, name: C, instance: RecordOf<"instances">): RecordOf<C> {
  const all: RecordOf<C>[] = store.list(name);
  const found = all.find(({ instance_id }) => instance_id === instance.id);
  if (!found) throw new Error(`Instance ${instance.id} has lost what is in ${name}`);
  return found;
}

/** The one of the path, if it is one of the instance whose key was used. */
export function ownOf<C extends ChildName>(context: Context, name: C): RecordOf<C> {
  const found: RecordOf<C> | undefined = context.store.find(name, context.params["id"]);
  if ((found as { instance_id: number } | undefined)?.instance_id !== instanceOf(context).id) throw childNotFound();
  return found as RecordOf<C>;
}
