// `instanceNoun` declares instances. `nouns/index.ts` opens it, `keys.ts` looks up keys, and `resources/instance/`
// manages brokers. A new field goes into schema and body. `keep_vpc=true` must stay, because a delete would take the
// VPC too. `get` must check the id, because a wrong key opens another instance.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import type { CollectionSpec, ListOperations } from "../lists/collectionOperations";
import { collectionOperations, itemWithId } from "../lists/collectionOperations";
import { createShared, type Shared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { sameSet } from "../transport/equality";
import { isNotFound } from "../transport/errors";
import { request } from "../transport/request";
import type { Created } from "../transport/schemas";
import { count, createdSchema, flag, id, objectId, optional, shown, text, texts, withTags } from "../transport/schemas";
import { senderTo, withIdAndBody } from "../transport/send";

const always = { name: z.string(), plan: z.string(), region: z.string(), tags: texts, providerid: text };

const instanceItemSchema = shown(() => ({ id: objectId, ...always, vpc_id: optional(id) })).transform(withTags);
/** An instance as the list shows it. */
export type InstanceItem = z.output<typeof instanceItemSchema>;

/** The answer of `GET /api/instances/<id>`. */
export const instanceDetailSchema = shown(() => ({
  id,
  ...always,
  url: text,
  apikey: optional(z.string().min(1)),
  ready: optional(flag),
  rmq_version: text,
  urls: optional(z.object({ external: text, internal: text })),
  hostname_external: text,
  hostname_internal: text,
  backend: text,
  nodes: optional(count),
  vpc: optional(z.object({ id, subnet: text })),
})).transform(withTags);
/** An instance as `GET /api/instances/<id>` shows it. */
export type InstanceDetail = z.output<typeof instanceDetailSchema>;

/** The whole body of `POST /api/instances`. The tags must be there, because the list compares them. */
export interface InstanceBody {
  name: string;
  plan: string;
  region: string;
  tags: string[];
  vpc_id?: number;
  vpc_subnet?: string;
  nodes?: number;
  rmq_version?: string;
  copy_settings?: { subscription_id: number; settings: string[] };
  preferred_az?: string[];
}

/**
 * The body of `PUT /api/instances/<id>`, with only the changed fields. A new region needs the plan that moves the
 * instance there.
 */
export type InstanceChanges = Partial<Pick<InstanceBody, "name" | "plan" | "tags" | "nodes" | "region">>;

const path = "/api/instances";
const writeRole = "admin or devops";

const instanceSpec: CollectionSpec<InstanceItem, InstanceBody, Created> = {
  name: "instance",
  path,
  item: instanceItemSchema,
  created: createdSchema,
  goesSlowly: true,
  // Without `keep_vpc` the service deletes the VPC too when no other instance is in it.
  deleteQuery: { keep_vpc: true },
  same: (instance, body: Partial<InstanceBody>) =>
    (body.name === undefined || instance.name === body.name) &&
    (body.plan === undefined || instance.plan === body.plan) &&
    (body.tags === undefined || sameSet(instance.tags, body.tags)),
  tagsOf: (instance) => (instance.lacksTags ? undefined : instance.tags),
  merge: (body: Partial<InstanceBody>, id, before) => ({
    id,
    name: body.name ?? before?.name ?? "",
    plan: body.plan ?? before?.plan ?? "",
    region: body.region ?? before?.region ?? "",
    tags: body.tags ?? before?.tags ?? [],
    lacksTags: body.tags === undefined ? before?.lacksTags : undefined,
    providerid: before?.providerid,
    vpc_id: body.vpc_id === undefined ? before?.vpc_id : String(body.vpc_id),
  }),
  writeRole,
};

/** The body of `POST /api/instances` as callers of the client give it. */
export type InstanceRequest = Omit<InstanceBody, "tags"> & { tags?: string[] };

/** The body of `PUT /api/instances/<id>/disk`. */
export interface DiskSize {
  /** Gigabytes on top of the plan's disk: 0, 25, 50, 100, 250, 500, 1000 or 2000. */
  extra_disk_size: number;
  /**
   * True when the instance may be down for the change. Needed on provider B, when the disk becomes smaller, and when the
   * service limits how soon a disk can be changed again.
   */
  allow_downtime?: boolean;
}

/** The operations on instances. */
export interface InstancesOperations extends ListOperations<InstanceItem, InstanceRequest, Created> {
  /** One instance, with its key and its URLs. */
  get(id: string, options?: CallOptions): Promise<InstanceDetail>;
  /** Changes name, tags, plan or number of nodes, or region and plan. A new plan takes effect some minutes later. */
  update(id: string, changes: InstanceChanges, options?: CallOptions): Promise<void>;
  /** Starts a change of the disk size. */
  resizeDisk(id: string, size: DiskSize, options?: CallOptions): Promise<void>;
  /** Deletes an instance with its data. The VPC of the instance stays. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** Instances of the account. Readers of `shared` and the look-up of a key share one GET, unlike `operations.get`. */
export function instanceNoun(account: Api) {
  const all = collectionOperations(account, instanceSpec, { answer: createdSchema });
  const operations: InstancesOperations = {
    ...all,
    get(id, options) {
      // The key in an answer about another instance would open that other instance.
      const endpoint = { method: "GET", path: `${path}/{id}`, answer: itemWithId(instanceDetailSchema, id) } as const;
      return request(account, endpoint, { params: { id } }, options);
    },
    async update(id, changes, options) {
      await all.update(id, changes as InstanceBody, options);
    },
    resizeDisk: senderTo(account)({ method: "PUT", path: `${path}/{id}/disk`, role: writeRole }, withIdAndBody),
  };
  const listed = createCollection(account, instanceSpec);
  const readers = new Map<string, Shared<InstanceDetail>>();
  const get = (id: string, call: Call, options?: { fresh?: boolean }): Promise<InstanceDetail> => {
    const reader = readers.get(id) ?? createShared(account.transport.clock, (by) => operations.get(id, by));
    readers.set(id, reader);
    return reader.get(call, options);
  };
  const shared = {
    ...listed,
    /** The instance, shared for 30 s unless `fresh`. An error of kind `notFound` is no proof by itself. */
    get,
    /** The instance; `undefined` when it is gone, which means a 404 and no mention in the account's list. */
    async find(...[id, call, options]: Parameters<typeof get>): Promise<InstanceDetail | undefined> {
      try {
        return await get(id, call, options);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await listed.confirmGone(id, call, error);
        return undefined;
      }
    },
    /** Changes the given fields. The service accepts a new plan at once and puts it into effect later. */
    update: listed.update as (id: string, changes: InstanceChanges, call: Call) => Promise<unknown>,
    resizeDisk: operations.resizeDisk,
  };
  return { operations: { instances: operations }, shared: { instances: shared } };
}

export type Instances = ReturnType<typeof instanceNoun>["shared"]["instances"];
