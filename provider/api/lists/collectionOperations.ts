// `collection.ts` and files of `nouns/` call `collectionOperations`. A new difference between kinds becomes an
// optional field of `CollectionSpec`. The method names must stay, because `pulumi-broker/client` shows them.
import { z } from "zod";
import type { Api, Arguments, CallOptions, Endpoint } from "../transport/endpoint";
import { request } from "../transport/request";
import { listOf } from "../transport/schemas";
import { senderTo } from "../transport/send";

/** What the DELETE of one object needs. */
interface Deletion {
  /** The path of the list, such as `/api/vpcs`. One object is at `/api/vpcs/<id>`. */
  path: string;
  deleteQuery?: Arguments["query"];
  /** The role of a key that may make, change and delete, as far as the specification tells it. */
  writeRole?: string;
}

/** Where objects of one kind are reached, what their paths do, and in which facts the kind differs from others. */
export interface CollectionSpec<Item extends { id: string }, Body, Answer extends { id: string }> extends Deletion {
  /** True when the service has no GET of one object. */
  isListOnly?: boolean;
  /** True when the service answers a PUT with the whole item, which shows what the service accepted. */
  echoes?: boolean;
  /** True when whoever deletes an object waits until the service does not show it any more. */
  goesSlowly?: boolean;
  /** The name of one object of this kind in errors: `VPC`. */
  name: string;
  /** The path of a POST, when the path depends on the body. */
  createPath?: (body: Body) => string;
  item: z.ZodType<Item>;
  /** The answer to a POST, which must hold the id of the new object. */
  created: z.ZodType<Answer>;
  /** True when an item is the one that the body describes. Left out: when it has all fields of the body. */
  same?: (item: Item, body: Body) => boolean;
  /** The tags of an item; undefined where the service does not show them. Only for kinds that have tags. */
  tagsOf?: (item: Item) => readonly string[] | undefined;
  /** The item after a write of `body`, as far as it is known without another request. */
  merge: (body: Body, id: string, before: Item | undefined) => Item;
  /** Fields of the body whose values must not show in an error. */
  secrets?: Endpoint<unknown>["secrets"];
  /** The body that POST and PUT send, when it differs from `body`. */
  payload?: (body: Body, method: "POST" | "PUT") => object;
}

/** The schema of one object, which refuses an answer about another object. */
export function itemWithId<Item extends { id: string }>(item: z.ZodType<Item>, id: string): z.ZodType<Item> {
  const isThis = (seen: unknown) => (seen as Item).id === id;
  // The check is a pipe, because zod would compile a refined schema anew for each id.
  return item.pipe(z.custom<Item>(isThis, { path: ["id"], message: `is not ${id}` }));
}

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

/** Makes the operations on objects of one kind. A POST's answer must have the shape `answer`, or may have `echo`. */
export function collectionOperations<Item extends { id: string }, Body extends object, Made>(
  to: Api,
  spec: CollectionSpec<Item, Body, { id: string }>,
  made: { answer: z.ZodType<Made> } | { echo: z.ZodType<Made> },
  /** True where only an empty body is a success of a DELETE. */
  onlyEmpty = false,
): ChangeableOperations<Item, Body, Body, Made> {
  const { path, deleteQuery: query, writeRole: role, secrets } = spec;
  const one = `${path}/{id}`;
  const send = senderTo(to);
  const payload = (body: Body, method: "POST" | "PUT") => spec.payload?.(body, method) ?? body;
  return {
    list: send({ method: "GET", path, answer: listOf(spec.item, ({ id }) => id) }),
    get: (id, options) =>
      request(to, { method: "GET", path: one, answer: itemWithId(spec.item, id) }, { params: { id } }, options),
    create(body, options) {
      const endpoint = { method: "POST", path: spec.createPath?.(body) ?? path, role, secrets, ...made } as const;
      return request<Made>(to, endpoint, { body: payload(body, "POST") }, options);
    },
    update(id, changes, options) {
      const endpoint = { method: "PUT", path: one, role, secrets, echo: itemWithId(spec.item, id) } as const;
      return request(to, endpoint, { params: { id }, body: payload(changes, "PUT") }, options);
    },
    delete: send({ method: "DELETE", path: one, role, onlyEmpty }, (id: string) => ({ params: { id }, query })),
  };
}
