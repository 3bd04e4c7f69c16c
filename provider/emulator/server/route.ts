// Nouns declare operations with `noun` and `route`; `router.ts` and `server.ts` read each `Route`. New options may come
// in. Handlers must stay synchronous, because `noteChanges` and `hidingNew` would otherwise see two requests at once.
// Operations must keep name and order, because tests compare both.
import type { z } from "zod";
import type { Instance } from "../nouns/instances/record";
import type { Access, ApiName, Caller } from "./auth";
import type { AnyRecord, Collection } from "./collection";
import type { Random } from "./random";
import { childNotFound, type Reply, refused } from "./reply";
import type { Store } from "./store";

/** HTTP methods that the two APIs use, in the order in which a 405 names them. */
export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

type Method = (typeof methods)[number];

/** The request that a handler answers, and everything that the handler needs for its answer. */
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

/** The options of an operation. */
interface Options<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  /** Another path that leads to the same operation. */
  alsoAt?: string;
  /** The right that the key needs. Default: "read" for a GET, "write" for everything else. */
  access?: Access;
  /** The schema of the body. Without a schema, the body must have no field. */
  body?: B;
  /** The schema of the query. Without a schema, the query must have no parameter. */
  query?: Q;
  /**
   * The fields of the answer, or of each element of its list, that only a live service sends. Left out: for a GET, the
   * specification has all fields of the answer. For another method, the specification does not describe the answer.
   */
  unspecified?: readonly string[];
}

/** Changes records and answers. A handler is synchronous, so that no other request comes in between. */
type Handler<B = unknown, Q = unknown> = (context: Context<B, Q>) => Reply;

/** One operation of a noun. */
export interface NounRoute extends Options {
  method: Method;
  /** The path with its parameters as `:name`. */
  path: string;
  handle: Handler;
}

/** An operation as the server knows it. Its name, such as `vpcs.create`, is also that of a method of the client. */
export interface Route extends NounRoute {
  operation: string;
  api: ApiName;
  /** True for an operation that a live service has and that the specification does not name. */
  isObserved: boolean;
}

type Request = `${Method} /${string}`;

/** Makes an operation of a noun. The compiler infers the types of the handler from the schemas. */
export function route(request: Request, handle: Handler): NounRoute;
export function route<B extends z.ZodType, Q extends z.ZodType>(
  request: Request,
  options: Options<B, Q>,
  handle: Handler<z.output<B>, z.output<Q>>,
): NounRoute;
export function route(request: Request, ...rest: [Handler] | [Options, Handler]): NounRoute {
  const [method, path] = request.split(" ") as [Method, string];
  const [options, handle] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { method, path, ...options, handle };
}

type Routes = Record<string, NounRoute>;

/** One noun of the service: its records, and its operations by name. `coverage.test.ts` compares their order. */
export interface Noun<
  N extends string = string,
  S extends Routes = Routes,
  O extends Routes = Routes,
  C extends Collection = Collection,
> {
  name: N;
  api: ApiName;
  collections?: C[];
  /** The operations of the specification, in the order of the specification. */
  routes: S;
  /** Operations that a live service has and that the specification does not name. */
  observed?: O;
}

/** Makes a noun. The type of the noun keeps the names of its operations and collections. */
export function noun<
  N extends string,
  S extends Routes = Record<never, never>,
  O extends Routes = Record<never, never>,
  C extends Collection = never,
>(definition: Noun<N, S, O, C>): Noun<N, S, O, C> {
  return definition;
}

/** The routes of a noun, as the server knows them. */
export function routesOf({ name, api, routes, observed = {} }: Noun): Route[] {
  const named = (group: Routes, isObserved: boolean) =>
    Object.entries(group).map(([key, each]) => ({ ...each, operation: `${name}.${key}`, api, isObserved }));
  return [...named(routes, false), ...named(observed, true)];
}

/** The instance whose key was used. */
export function instanceOf(context: Context): Instance {
  if (context.caller.api !== "instance") throw new Error("This operation belongs to the instance API");
  return context.caller.instance;
}

/** The instance whose key was used. Refuses an instance on a shared plan, which has no nodes of its own. */
export function dedicatedInstanceOf(context: Context): Instance {
  const instance = instanceOf(context);
  if (instance.shared) throw refused("This action isn't available on shared plans");
  return instance;
}

type Child = AnyRecord & { instance_id: number };

/** The records of a kind that belong to an instance. */
export const childrenOf = <R extends Child>(store: Store, kind: Collection<string, R>, instanceId: number): R[] =>
  store.list(kind).filter((each) => each.instance_id === instanceId);

/** The records of a kind that belong to the instance whose key was used. */
export const listOf = <R extends Child>(context: Context, kind: Collection<string, R>): R[] =>
  childrenOf(context.store, kind, instanceOf(context).id);

/** The only record of its kind that an instance has. */
export function singleOf<R extends Child>(store: Store, kind: Collection<string, R>, instance: Instance): R {
  const [found] = childrenOf(store, kind, instance.id);
  if (!found) throw new Error(`Instance ${instance.id} has lost its record in ${kind.name}`);
  return found;
}

/** The record that the path names. Answers 404 unless the record belongs to the instance whose key was used. */
export function ownOf<R extends Child>(context: Context, kind: Collection<string, R>): R {
  const found = context.store.find(kind, context.params["id"]);
  if (found?.instance_id !== instanceOf(context).id) throw childNotFound();
  return found;
}
