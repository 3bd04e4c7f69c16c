import { z } from "zod";
import { createCollection } from "./collection";
import { isNotFound } from "./errors";
import { type Connection, type Endpoint, request } from "./request";
import {
  type Created,
  createdSchema,
  type InstanceBody,
  type InstanceDetail,
  type InstanceItem,
  instanceDetailSchema,
  instanceItemSchema,
  type Plan,
  planSchema,
} from "./schemas";
import { createShared, type Shared } from "./sharedList";
import type { Client, Instances } from "./types";
import { sameSet } from "./vpcs";

const listPlans: Endpoint<Plan[]> = { method: "GET", path: "/api/plans", class: "read", answer: z.array(planSchema) };

/** Another instance's key would lead to what stands on that one. */
const getInstance = (id: string): Endpoint<InstanceDetail> => ({
  method: "GET",
  path: "/api/instances/{id}",
  class: "read",
  // A pipe, because zod compiles a refined schema anew for each id.
  answer: instanceDetailSchema.pipe(
    z.custom<InstanceDetail>((seen) => (seen as InstanceDetail).id === id, {
      path: ["id"],
      message: `another instance than ${id}`,
    }),
  ),
});

const resizeDisk: Endpoint<void> = { method: "PUT", path: "/api/instances/{id}/disk", class: "idempotent" };

/** The plans of the service do not change while a program runs. */
export function planList(account: Connection): Client["plans"] {
  const plans = createShared(
    account.transport.clock,
    (call) => request(account, listPlans, {}, call),
    Number.POSITIVE_INFINITY,
  );
  return { list: (call) => plans.get(call) };
}

/** Instances of the account. One GET per instance serves its readers and the look-up of its key. */
export function instanceApi(account: Connection): Instances {
  const readers = new Map<string, Shared<InstanceDetail>>();
  const listed = createCollection<InstanceItem, InstanceBody, Created>(account, {
    name: "instance",
    path: "/api/instances",
    item: instanceItemSchema,
    created: createdSchema,
    getById: true,
    // Without it the service deletes the VPC too when no other instance is in it.
    deleteQuery: "keep_vpc=true",
    idOf: (instance) => instance.id,
    // The tags hold a marker that no other instance has.
    same: (instance, body: Partial<InstanceBody>) =>
      (body.name === undefined || instance.name === body.name) &&
      (body.plan === undefined || instance.plan === body.plan) &&
      (body.tags === undefined || sameSet(instance.tags, body.tags)),
    merge: (body: Partial<InstanceBody>, id, before) => ({
      id,
      name: body.name ?? before?.name ?? "",
      plan: body.plan ?? before?.plan ?? "",
      region: body.region ?? before?.region ?? "",
      tags: body.tags ?? before?.tags ?? [],
      providerid: before?.providerid,
      vpc_id: body.vpc_id === undefined ? before?.vpc_id : String(body.vpc_id),
    }),
  });
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
    create: listed.create,
    async update(id, changes, call) {
      await listed.update(id, changes as InstanceBody, call);
    },
    resizeDisk: (id, disk, call) => request(account, resizeDisk, { params: { id }, body: disk }, call),
    delete: listed.delete,
  };
}
