// The functions pass facts of a VPC on to instances within one run. `vpc/vpc.ts` records the facts, and
// `instance/network.ts` asks for them. Texts of topics may change, because no state holds them; undefined must mean
// that the region is not known.
import type { Sharing } from "../../framework/kind/context";
import type { Differences } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";

/** The topic under which a run keeps the regions of the VPCs of the program, by id. */
const regions = "regions of VPCs";
/** The topic under which a run keeps the ids of the VPCs that it has made. */
const newVpcs = "new VPCs";

/** Keeps that this run has made a VPC. */
export const recordNewVpc = (run: Sharing, id: string): void => run.tell(newVpcs, id);

/** True when this run has made the VPC, so that no older instance can be in it. */
export const isNewVpc = (run: Sharing, id: string): boolean => run.recall(newVpcs).has(id);

/** Keeps the region of a VPC that is not replaced, for the instances that name the VPC by its id. */
export function recordVpcRegion(run: Sharing, id: string, region: string, found: Differences): Differences {
  if (found.replaced.length === 0 && run.inProgram) run.tell(regions, id, region);
  return found;
}

/** Returns the region of a VPC, if this run knows the region by the id of the VPC. */
export const regionOfVpc = (run: Sharing, id: string | undefined): unknown =>
  id === undefined || hasUnknown(id) ? undefined : run.recall(regions).get(id);
