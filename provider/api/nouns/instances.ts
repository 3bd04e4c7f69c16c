import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type CollectionSpec, collectionOperations, type ListOperations } from "../lists/collectionOperations";
import type { CreateResult } from "../lists/reconcile";
import { createShared, type Shared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api, Endpoint } from "../transport/endpoint";
import { sameSet } from "../transport/equality";
import { isNotFound } from "../transport/errors";
import { request } from "../transport/request";
import {
  type Created,
  count,
  createdSchema,
  flag,
  id,
  objectId,
  optional,
  text,
  texts,
  withTags,
} from "../transport/schemas";
import { senderTo, withIdAndBody } from "../transport/send";

/** An item of `GET /api/instances`. */
const instanceItemSchema = z
  .object({
    id: objectId,
    name: z.string(),
    plan: z.string(),
    region: z.string(),
    tags: texts,
    providerid: text,
    vpc_id: optional(id),
  })
  .transform(withTags);
/** An instance as the list shows it. */
export type InstanceItem = z.output<typeof instanceItemSchema>;

/** The answer of `GET /api/instances/<id>`. */
export const instanceDetailSchema = z
  .object({
    id,
    name: z.string(),
    plan: z.string(),
    region: z.string(),
    tags: texts,
    providerid: text,
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
  })
  .transform(withTags);
/** An instance as `GET /api/instances/<id>` shows it. */
export type InstanceDetail = z.output<typeof instanceDetailSchema>;

/** The body of `POST /api/instances`. */
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
 * The body of `PUT /api/instances/<id>`, with only the fields that change. A new region needs the plan that moves the
 * instance there.
 */
export type InstanceChanges = Partial<Pick<InstanceBody, "name" | "plan" | "tags" | "nodes" | "region">>;

/**
 * Instances of the account. A {@link Collection} does not fit: the list of instances holds less than the answer for
 * one.
 */
export interface Instances {
  /**
   * The instance, shared for 30 s unless `fresh`. A 404 throws an error of kind `notFound`, which is no proof by
   * itself.
   */
  get(id: string, call: Call, options?: { fresh?: boolean }): Promise<InstanceDetail>;
  /** The instance; `undefined` when it is gone, which means a 404 and no mention in the account's list. */
  find(id: string, call: Call, options?: { fresh?: boolean }): Promise<InstanceDetail | undefined>;
  /** All instances of the account, shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<InstanceItem[]>;
  /** The instances of any list that was read before; the list is read where none was. */
  listOnce(call: Call): Promise<InstanceItem[]>;
  /**
   * Makes an instance. When a failure leaves it unclear whether the instance was made, the list is searched for it: for
   * the one with the tag `mark`, where one is given.
   */
  create(body: InstanceBody, call: Call, options?: { mark?: string }): Promise<CreateResult<Created>>;
  /**
   * Changes name, tags, plan, node count, or region with the plan. The service accepts a new plan at once and puts it
   * into effect later.
   */
  update(id: string, changes: InstanceChanges, call: Call): Promise<void>;
  /** Starts a change of the disk size that comes on top of the plan's disk. */
  resizeDisk(id: string, disk: DiskSize, call: Call): Promise<void>;
  /** Deletes an instance; an instance that is gone already is a success. */
  delete(id: string, call: Call): Promise<void>;
}

/** Gets one instance. An answer about another instance is refused, because its key would open that other instance. */
const getInstance = (id: string): Endpoint<InstanceDetail> => ({
  method: "GET",
  path: "/api/instances/{id}",
  // The check is a pipe, because zod would compile a refined schema anew for each id.
  answer: instanceDetailSchema.pipe(
    z.custom<InstanceDetail>((seen) => (seen as InstanceDetail).id === id, {
      path: ["id"],
      message: `is not ${id}`,
    }),
  ),
});

/** The roles that may make, change and delete instances. */
const writeRole = "admin or devops";

/** The specification of instances as a collection. */
const instanceSpec: CollectionSpec<InstanceItem, InstanceBody, Created> = {
  name: "instance",
  path: "/api/instances",
  item: instanceItemSchema,
  created: createdSchema,
  getById: true,
  goesSlowly: true,
  // Without `keep_vpc` the service deletes the VPC too when no other instance is in it.
  deleteQuery: "keep_vpc=true",
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

/** The body of `POST /api/instances`. */
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
  /** Changes name, tags, plan or number of nodes. A new plan takes effect some minutes later. */
  update(id: string, changes: InstanceChanges, options?: CallOptions): Promise<void>;
  /** Starts a change of the disk size. */
  resizeDisk(id: string, size: DiskSize, options?: CallOptions): Promise<void>;
  /** Deletes an instance with its data. The VPC of the instance stays. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** Instances of the account. All who read an instance, and the look-up of its key, share one GET. */
export function instanceNoun(account: Api): {
  operations: { instances: InstancesOperations };
  shared: { instances: Instances };
} {
  const operations = instancesOperations(account);
  return { operations: { instances: operations }, shared: { instances: sharedInstances(account, operations) } };
}

function instancesOperations(account: Api): InstancesOperations {
  const instances = collectionOperations(account, instanceSpec, { answer: createdSchema });
  return {
    list: instances.list,
    get: (id, options) => request(account, getInstance(id), { params: { id } }, options),
    create: (body, options) => instances.create(body as InstanceBody, options),
    async update(id, changes, options) {
      await instances.update(id, changes as InstanceBody, options);
    },
    resizeDisk: senderTo(account)({ method: "PUT", path: "/api/instances/{id}/disk", role: writeRole }, withIdAndBody),
    delete: instances.delete,
  };
}

function sharedInstances(account: Api, { resizeDisk }: InstancesOperations): Instances {
  const readers = new Map<string, Shared<InstanceDetail>>();
  const listed = createCollection(account, instanceSpec);
  const createReader = (id: string) => {
    const reading = getInstance(id);
    return createShared(account.transport.clock, (by) => request(account, reading, { params: { id } }, by));
  };
  const get: Instances["get"] = (id, call, options) => {
    const reader = readers.get(id) ?? createReader(id);
    readers.set(id, reader);
    return reader.get(call, options);
  };
  return {
    get,
    async find(id, call, options) {
      try {
        return await get(id, call, options);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        await listed.confirmGone(id, call, error);
        return undefined;
      }
    },
    list: listed.list,
    listOnce: listed.listOnce,
    create: listed.create,
    update: listed.update as Instances["update"],
    resizeDisk,
    delete: listed.delete,
  };
}
