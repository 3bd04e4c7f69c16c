// `vpcConnectNoun` declares private connectivity. `nouns/index.ts` opens it; `resources/vpcConnect/` uses its methods.
// A list of another provider goes into `connectSchema` and `AllowList`. A 404 must stay an error, because
// `vpcConnect/steps.ts` and `cli/map/account.ts` read it as "never enabled".
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, CallOptions } from "../transport/endpoint";
import { optional, shown, text } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

const list = z.lazy(() => optional(z.array(z.string())));

const connectSchema = shown(() => ({
  status: z.string(),
  updated_at: text,
  service_name: text,
  server_name: text,
  alias: text,
  allowed_principals: list,
  approved_subscriptions: list,
  allowed_projects: list,
  active_zones: list,
}));
/** The private connectivity of an instance as the service shows it. */
export type VpcConnectInfo = z.output<typeof connectSchema>;

/** The list of those who may connect, under the name that the provider gives to this list. */
export type AllowList =
  | { allowed_principals: string[] }
  | { approved_subscriptions: string[] }
  | { allowed_projects: string[] };

/** The operations on the private connectivity. */
export interface VpcConnectOperations {
  /** The state of the private connectivity. */
  get(options?: CallOptions): Promise<VpcConnectInfo>;
  /** Enables private connectivity for those on the list. */
  enable(list: AllowList, options?: CallOptions): Promise<void>;
  /** Replaces the whole list of those who may connect. */
  update(list: AllowList, options?: CallOptions): Promise<void>;
  /** Disables private connectivity. */
  disable(options?: CallOptions): Promise<void>;
}

const path = "/api/vpc-connect";

/** The private connectivity of one instance. Where it was never enabled, `get` throws an error of kind `notFound`. */
export function vpcConnectNoun(instance: Api) {
  const send = senderTo(instance);
  const vpcConnect: VpcConnectOperations = {
    get: send({ method: "GET", path, answer: connectSchema }),
    // To enable what is enabled already changes nothing.
    enable: send({ method: "POST", path, isRepeatable: true }, withBody),
    update: send({ method: "PUT", path }, withBody),
    disable: send({ method: "DELETE", path }),
  };
  const { get } = createShared(instance.transport.clock, vpcConnect.get);
  return { operations: { vpcConnect }, shared: { vpcConnect: { ...vpcConnect, get } } };
}
