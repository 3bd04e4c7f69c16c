// Nearly all kinds import `Ctx` and `Calling`. A change that the service refuses beside another change must wait in
// `queueOf`. `Instance` and `Vpc` must share the topics, because each reads the other's entries. All else may change.
import type { Client } from "../../api";
import type { Context } from "../../framework/kind/context";

/** The context of one operation on one resource, with the client of this package. */
export type Ctx = Context<Client>;
/** How an operation calls the service, with the client of this package. */
export type Calling = Ctx["call"];

/** The call of a read. After an unfinished run, a busy answer is an error: the read does not wait for the change. */
export const readCall = ({ call, kept }: Ctx): Calling & { busy?: "throw" } =>
  kept.pending ? { ...call, busy: "throw" } : call;

/** The queue in which changes of an instance and of the resources on it run one after another. */
export const queueOf = (instance: string): string => `instance ${instance}`;

/** The topic under which a run keeps the ids of the instances that it removes, so that a VPC can wait for them. */
export const removals = "instances that this run removes";

/** The topic under which a run keeps the ids of the VPCs that it has made. No older instance can be in such a VPC. */
export const newVpcs = "new VPCs";

/** The topic under which a run keeps the regions of the program's VPCs that stay, for instances that name them by id. */
export const vpcRegions = "regions of VPCs";
