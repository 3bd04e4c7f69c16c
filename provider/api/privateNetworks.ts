import { z } from "zod";
import { type Connection, type Endpoint, request } from "./request";
import { createShared } from "./shared-list";
import type { Call } from "./types";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? undefined);

const side = z.object({ owner_id: text, vpc_id: text, cidr_block: text }).nullish();

/** A row of the peering list: provider A names a connection and its two sides, provider C a name and a network. */
const rowSchema = z
  .object({
    vpc_peering_connection_id: text,
    requester_vpc_info: side,
    accepter_vpc_info: side,
    status: z
      .union([z.string(), z.object({ code: text, message: text })])
      .nullish()
      .transform((value) => (typeof value === "string" ? { code: value, message: undefined } : (value ?? undefined))),
    name: text,
    network: text,
    state: text,
  })
  // A list that does not tell one peering from another says nothing of which is gone.
  .refine((row) => idOf(row) !== "", "neither vpc_peering_connection_id nor name");

const listSchema = z.object({
  rows: z.array(rowSchema),
  vpc: z.object({ id: text }).nullish(),
});

/** One peering, whichever shape its provider gives it. */
export interface Peering {
  id: string;
  /** In lower case: `pending-acceptance`, `active`. */
  status: string;
  /** Which side asked, where the list tells it (provider A). */
  askedBy?: "us" | "peer";
  /** The side that was asked (provider A). */
  accepter?: { account?: string; vpc?: string };
  /** The other network (provider C). */
  network?: string;
}

/** What a request of a peering takes, by provider. */
export type PeeringBody =
  | { peer_account_id: string; peer_vpc_id: string; peer_subnet: string }
  | { peer_network_uri: string };

/** The answer of `GET /api/vpc-connect`, of any provider. */
const connectSchema = z.object({
  status: z.string(),
  service_name: text,
  server_name: text,
  alias: text,
  allowed_principals: texts,
  approved_subscriptions: texts,
  allowed_projects: texts,
  active_zones: texts,
});
/** What is known of the private connectivity of an instance. */
export type VpcConnectInfo = z.output<typeof connectSchema>;

/** The list of who may connect, under the name that the provider gives it. */
export type AllowList =
  | { allowed_principals: string[] }
  | { approved_subscriptions: string[] }
  | { allowed_projects: string[] };

const listPeerings: Endpoint<z.output<typeof listSchema>> = {
  method: "GET",
  path: "/api/vpc-peering",
  class: "read",
  answer: listSchema,
};
const postPeering: Endpoint<void> = { method: "POST", path: "/api/vpc-peering", class: "reconcile" };
const acceptPeering: Endpoint<void> = { method: "PUT", path: "/api/vpc-peering/request/{id}", class: "idempotent" };
const deletePeering: Endpoint<void> = { method: "DELETE", path: "/api/vpc-peering/{id}", class: "idempotent" };

const connectPath = "/api/vpc-connect";
const getConnect: Endpoint<VpcConnectInfo> = {
  method: "GET",
  path: connectPath,
  class: "read",
  answer: connectSchema,
};
// Enabling what is enabled already changes nothing.
const postConnect: Endpoint<void> = { method: "POST", path: connectPath, class: "idempotent" };
const putConnect: Endpoint<void> = { method: "PUT", path: connectPath, class: "idempotent" };
const deleteConnect: Endpoint<void> = { method: "DELETE", path: connectPath, class: "idempotent" };

/** Peerings of the instance's VPC. */
export interface Peerings {
  /** All peerings, shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Peering[]>;
  /** Asks the other side; the list shows the new peering. Throws an ambiguous error where it is open whether it did. */
  request(body: PeeringBody, call: Call): Promise<void>;
  /** Accepts a request of the other side. */
  accept(id: string, call: Call): Promise<void>;
  /** Removes a peering. */
  remove(id: string, call: Call): Promise<void>;
}

/** Private connectivity of the instance. */
export interface VpcConnectApi {
  /** What is known of it, shared for 30 s unless `fresh`; an error of kind `notFound` where it was never enabled. */
  get(call: Call, options?: { fresh?: boolean }): Promise<VpcConnectInfo>;
  /** Enables it for those on the list. */
  enable(list: AllowList, call: Call): Promise<void>;
  /** Replaces the whole list. */
  update(list: AllowList, call: Call): Promise<void>;
  /** Disables it. */
  disable(call: Call): Promise<void>;
}

/** The private networks of one instance. */
export function privateNetworkApi(instance: Connection): { peerings: Peerings; vpcConnect: VpcConnectApi } {
  const { clock } = instance.transport;
  const peerings = createShared(clock, async (call) => {
    const { rows, vpc } = await request(instance, listPeerings, {}, call);
    return rows.map((row) => toPeering(row, vpc?.id));
  });
  const connect = createShared(clock, (call) => request(instance, getConnect, {}, call));
  return {
    peerings: {
      list: (call, options) => peerings.get(call, options),
      request: (body, call) => request(instance, postPeering, { body }, call),
      accept: (id, call) => request(instance, acceptPeering, { params: { id } }, call),
      remove: (id, call) => request(instance, deletePeering, { params: { id } }, call),
    },
    vpcConnect: {
      get: (call, options) => connect.get(call, options),
      enable: (list, call) => request(instance, postConnect, { body: list }, call),
      update: (list, call) => request(instance, putConnect, { body: list }, call),
      disable: (call) => request(instance, deleteConnect, {}, call),
    },
  };
}

function idOf(row: { vpc_peering_connection_id?: string; name?: string }): string {
  return row.vpc_peering_connection_id || row.name || "";
}

function toPeering(row: z.output<typeof rowSchema>, ownVpc: string | undefined): Peering {
  const { requester_vpc_info: requester, accepter_vpc_info: accepter } = row;
  const isOwn = (vpc: string | undefined) => vpc !== undefined && vpc === ownVpc;
  return {
    id: idOf(row),
    status: (row.status?.code ?? row.state ?? "").toLowerCase(),
    askedBy: isOwn(requester?.vpc_id) ? "us" : isOwn(accepter?.vpc_id) ? "peer" : undefined,
    accepter: { account: accepter?.owner_id, vpc: accepter?.vpc_id },
    network: row.network,
  };
}
