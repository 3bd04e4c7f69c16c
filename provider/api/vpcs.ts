import { z } from "zod";
import { createCollection } from "./collection";
import { type Connection, type Endpoint, request } from "./request";
import { type Created, createdSchema, type Region, regionSchema, type Vpc, type VpcBody, vpcSchema } from "./schemas";
import { createShared } from "./sharedList";
import type { Client, Collection } from "./types";

const listRegions: Endpoint<Region[]> = {
  method: "GET",
  path: "/api/regions",
  class: "read",
  answer: z.array(regionSchema),
};

/** VPCs of the account. */
export function vpcCollection(account: Connection): Collection<Vpc, VpcBody, Created> {
  return createCollection<Vpc, VpcBody, Created>(account, {
    name: "VPC",
    path: "/api/vpcs",
    item: vpcSchema,
    created: createdSchema,
    getById: true,
    idOf: (vpc) => vpc.id,
    same: (vpc, body) =>
      vpc.name === body.name &&
      vpc.region === body.region &&
      vpc.subnet === body.subnet &&
      sameSet(vpc.tags, body.tags),
    merge: (body, id, before) => ({ instances: [], plan: undefined, providerid: undefined, ...before, ...body, id }),
    // Region and subnet of a VPC cannot be changed; sending them would be asking for it.
    updateBody: ({ name, tags }) => ({ name, tags }),
  });
}

/** The regions of the service do not change while a program runs. */
export function regionList(account: Connection): Client["regions"] {
  const regions = createShared(
    account.transport.clock,
    (call) => request(account, listRegions, {}, call),
    Number.POSITIVE_INFINITY,
  );
  return { list: (call) => regions.get(call) };
}

/** Whether two lists hold the same, in whatever order. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((value) => right.has(value));
}
