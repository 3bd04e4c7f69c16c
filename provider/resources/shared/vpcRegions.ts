import type { Differences } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/unknowns";
import type { Ctx } from "./ctx";

/** The topic under which a run keeps the regions of the VPCs of the program, by id. */
const regions = "regions of VPCs";
/** The topic under which a run keeps the ids of the VPCs that it has made. */
const newVpcs = "new VPCs";

/** Keeps that this run has made a VPC. */
export const recordNewVpc = (ctx: Ctx, id: string): void => ctx.tell(newVpcs, id);

/** True when this run has made the VPC, so that no older instance can be in it. */
export const isNewVpc = (ctx: Ctx, id: string): boolean => ctx.recall(newVpcs).has(id);

/** Keeps the region of a VPC that is not replaced, for the instances that name the VPC by its id. */
export function recordVpcRegion(ctx: Ctx, id: string, region: string, found: Differences): Differences {
  if (found.replaced.length === 0 && ctx.inProgram) ctx.tell(regions, id, region);
  return found;
}

/** Returns the region of a VPC, if this run knows the region by the id of the VPC. */
export function regionOfVpc(ctx: Ctx, id: string | undefined): unknown {
  return id === undefined || hasUnknown(id) ? undefined : ctx.recall(regions).get(id);
}
