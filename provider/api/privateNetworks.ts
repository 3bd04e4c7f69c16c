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
const rowSchema = z.object({
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
});

const listSchema = z.object({
  rows: z
    .array(rowSchema)
    .nullish()
    .transform((rows) => rows ?? []),
});

/** One peering, whichever shape its provider gives it. */
export interface Peering {
  id: string;
  /** In lower case: `pending-acceptance`, `active`. */
  status: string;
  /** The other side of a connection that was requested from here. */
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
    const { rows } = await request(instance, listPeerings, {}, call);
    return rows.map(toPeering).filter((row) => row.id !== "");
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

function toPeering(row: z.output<typeof rowSchema>): Peering {
  return {
    id: row.vpc_peering_connection_id ?? row.name ?? "",
    status: (row.status?.code ?? row.state ?? "").toLowerCase(),
    accepter: { account: row.accepter_vpc_info?.owner_id, vpc: row.accepter_vpc_info?.vpc_id },
    network: row.network,
  };
}
