import type { z } from "zod";
import type { CallOptions } from "../call";
import { type CollectionSpec, collectionEndpoints } from "../collectionEndpoints";
import type { Api } from "../endpoint";
import { request } from "../request";

/** Objects that can be listed, made and deleted. */
export interface ListOperations<Item, Body, Made> {
  /** All objects. */
  list(options?: CallOptions): Promise<Item[]>;
  /** Makes one, in one attempt: when it is open whether one was made, the error is `ambiguous`. */
  create(body: Body, options?: CallOptions): Promise<Made>;
  /** Deletes one. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** Objects that can be read one by one, too. */
export interface ItemOperations<Item, Body, Made> extends ListOperations<Item, Body, Made> {
  /** One of them. */
  get(id: string, options?: CallOptions): Promise<Item>;
}

/** Objects that can be changed, too. */
export interface ChangeableOperations<Item, Body, Changes, Made> extends ItemOperations<Item, Body, Made> {
  /** Changes one; returns it if the answer shows it. */
  update(id: string, changes: Changes, options?: CallOptions): Promise<Item | undefined>;
}

/**
 * The operations on objects of one kind. `made` is the shape of the answer to a POST: one that the answer must have
 * (`answer`), or one that it may have (`echo`).
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
