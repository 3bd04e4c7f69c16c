import { z } from "zod";
import { createCollection } from "../lists/collection";
import type { CollectionSpec } from "../lists/collectionEndpoints";
import type { CreateResult } from "../lists/reconcile";
import { createShared, type Shared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { sameSet } from "../transport/equality";
import { isNotFound } from "../transport/errors";
import { type Api, type Endpoint, request } from "../transport/request";
import {
  type Created,
  createdSchema,
  type InstanceBody,
  type InstanceChanges,
  type InstanceDetail,
  type InstanceItem,
  instanceDetailSchema,
  instanceItemSchema,
} from "../transport/schemas";

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
  resizeDisk(id: string, disk: { extra_disk_size: number; allow_downtime?: boolean }, call: Call): Promise<void>;
  /** Deletes an instance; an instance that is gone already is a success. */
  delete(id: string, call: Call): Promise<void>;
}

/** Gets one instance. An answer about another instance is refused, because its key would open that other instance. */
export const getInstance = (id: string): Endpoint<InstanceDetail> => ({
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

/** Starts a change of the disk size. */
export const resizeDisk: Endpoint<void> = {
  method: "PUT",
  path: "/api/instances/{id}/disk",
  role: writeRole,
};

/** The specification of instances as a collection. */
export const instanceSpec: CollectionSpec<InstanceItem, InstanceBody, Created> = {
  name: "instance",
  path: "/api/instances",
  item: instanceItemSchema,
  created: createdSchema,
  getById: true,
  goesSlowly: true,
  // Without `keep_vpc` the service deletes the VPC too when no other instance is in it.
  deleteQuery: "keep_vpc=true",
  idOf: (instance) => instance.id,
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

/** Opens the account's instances. All who read an instance, and the look-up of its key, share one GET. */
export function accountInstances(account: Api): Instances {
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
    async update(id, changes, call) {
      await listed.update(id, changes as InstanceBody, call);
    },
    resizeDisk: (id, disk, call) => request(account, resizeDisk, { params: { id }, body: disk }, call),
    delete: listed.delete,
  };
}
