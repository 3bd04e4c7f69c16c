import type { z } from "zod";
import { type CollectionSpec, collectionEndpoints } from "../lists/collectionEndpoints";
import type { CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { request } from "../transport/request";

/** The operations on objects that can be listed, made and deleted. */
export interface ListOperations<Item, Body, Made> {
  /** All objects. */
  list(options?: CallOptions): Promise<Item[]>;
  /** Makes an object, in one attempt. When it is unclear whether the object was made, the error is `ambiguous`. */
  create(body: Body, options?: CallOptions): Promise<Made>;
  /** Deletes an object. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations on objects that can also be read one by one. */
export interface ItemOperations<Item, Body, Made> extends ListOperations<Item, Body, Made> {
  /** One object. */
  get(id: string, options?: CallOptions): Promise<Item>;
}

/** The operations on objects that can also be changed. */
export interface ChangeableOperations<Item, Body, Changes, Made> extends ItemOperations<Item, Body, Made> {
  /** Changes an object. Returns the object if the answer shows it. */
  update(id: string, changes: Changes, options?: CallOptions): Promise<Item | undefined>;
}

/**
 * Makes the operations on objects of one kind. `made` is the shape of the answer to a POST: a shape that the answer
 * must have (`answer`), or one that it may have (`echo`).
 */
export function collectionOperations<Item, Body extends object, Answer extends { id: string }, Made>(
  to: Api,
  spec: CollectionSpec<Item, Body, Answer>,
  made: { answer: z.ZodType<Made> } | { echo: z.ZodType<Made> },
): ChangeableOperations<Item, Body, Partial<Body>, Made> {
  const endpoints = collectionEndpoints(spec);
  return {
    list: (options) => request(to, endpoints.list, {}, options),
    get: (id, options) => request(to, endpoints.get(id), { params: { id } }, options),
    create: (body, options) =>
      request<Made>(to, { ...endpoints.create(body), ...made }, { body: endpoints.payload(body) }, options),
    update: (id, changes, options) =>
      request(to, endpoints.update(id), { params: { id }, body: endpoints.changes(changes as Body) }, options),
    delete: (id, options) => request(to, endpoints.delete, { params: { id } }, options),
  };
}
