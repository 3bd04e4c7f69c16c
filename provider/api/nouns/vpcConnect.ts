import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type Api, type Endpoint, request } from "../transport/request";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const texts = z
  .array(z.string())
  .nullish()
  .transform((value) => value ?? undefined);

/** The answer of `GET /api/vpc-connect`, of any provider. */
const connectSchema = z.object({
  status: z.string(),
  updated_at: text,
  service_name: text,
  server_name: text,
  alias: text,
  allowed_principals: texts,
  approved_subscriptions: texts,
  allowed_projects: texts,
  active_zones: texts,
});
/** The private connectivity of an instance as the service shows it. */
export type VpcConnectInfo = z.output<typeof connectSchema>;

/** The list of those who may connect, under the name that the provider gives to this list. */
export type AllowList =
  | { allowed_principals: string[] }
  | { approved_subscriptions: string[] }
  | { allowed_projects: string[] };

const connectPath = "/api/vpc-connect";
/** Reads the state of the connectivity. */
export const getConnect: Endpoint<VpcConnectInfo> = {
  method: "GET",
  path: connectPath,
  answer: connectSchema,
};
/** Enables the connectivity. Enabling a connectivity that is enabled already changes nothing. */
export const postConnect: Endpoint<void> = { method: "POST", path: connectPath, isRepeatable: true };
/** Replaces the list of those who may connect. */
export const putConnect: Endpoint<void> = { method: "PUT", path: connectPath };
/** Disables the connectivity. */
export const deleteConnect: Endpoint<void> = { method: "DELETE", path: connectPath };

/** Private connectivity of the instance. */
export interface VpcConnectApi {
  /**
   * The state of the connectivity, shared for 30 s unless `fresh`. Throws an error of kind `notFound` when the
   * connectivity was never enabled.
   */
  get(call: Call, options?: { fresh?: boolean }): Promise<VpcConnectInfo>;
  /** Enables private connectivity for those on the list. */
  enable(list: AllowList, call: Call): Promise<void>;
  /** Replaces the whole list. */
  update(list: AllowList, call: Call): Promise<void>;
  /** Disables private connectivity. */
  disable(call: Call): Promise<void>;
}

/** The private connectivity of one instance. */
export function vpcConnectApi(instance: Api): VpcConnectApi {
  const connect = createShared(instance.transport.clock, (call) => request(instance, getConnect, {}, call));
  return {
    get: (call, options) => connect.get(call, options),
    enable: (list, call) => request(instance, postConnect, { body: list }, call),
    update: (list, call) => request(instance, putConnect, { body: list }, call),
    disable: (call) => request(instance, deleteConnect, {}, call),
  };
}
