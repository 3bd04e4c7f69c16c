import type { Node } from "../../api";
import type { Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/unknowns";
import { cloudProvider } from "../shared/catalogue";
import type { Ctx } from "../shared/ctx";
import type { InstanceValues } from "./schema";
import { type Known, nodesState } from "./state";
import { type LateStep, reach } from "./waits";

/**
 * Explains why a change of disk is refused. Making a disk smaller takes downtime, and so does any change on provider B.
 * An instance that moves to another region starts there without an added disk. The disk of an imported instance counts
 * as old. With another plan, only the comparison knows whether a new instance is made, which starts without a disk.
 */
export function diskFailures({ plan, disk, region }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (disk === undefined || hasUnknown(disk) || hasUnknown(region) || disk.allowDowntime) return [];
  const before = region === olds.region ? (olds.disk?.extraSize ?? 0) : 0;
  if (disk.extraSize !== before && cloudProvider(region) === "b") {
    const reason = "cannot be changed on this provider without downtime: add allowDowntime: true";
    return [{ property: "disk", reason }];
  }
  const problem = plan === olds.plan ? smallerDiskFailure(disk, before) : undefined;
  return problem === undefined ? [] : [problem];
}

/** Explains that a disk is not made smaller without downtime. */
export function smallerDiskFailure(disk: InstanceValues["disk"], before: number): Failure | undefined {
  if (disk === undefined || hasUnknown(disk) || disk.allowDowntime || disk.extraSize >= before) return undefined;
  const sizes = `from ${before} to ${disk.extraSize} GB`;
  return { property: "disk", reason: `is made smaller (${sizes}), which takes downtime: add allowDowntime: true` };
}

/** The disk that was added to the disk of the plan, as the nodes show it. */
export function diskOf(nodes: readonly Node[]): { extraSize: number } {
  const sizes = nodes.map(addedTo);
  return { extraSize: sizes.length === 0 ? 0 : Math.min(...sizes) };
}

export async function changeDisk(ctx: Ctx, id: string, known: Known, { disk }: InstanceValues) {
  if (disk === undefined) return {};
  if (known.disk?.extraSize === disk.extraSize) return { disk };
  const allow = disk.allowDowntime === undefined ? {} : { allow_downtime: disk.allowDowntime };
  const whole = await reach(ctx, id, diskStep(id, { disk: disk.extraSize }), (call) =>
    ctx.call.client.instances.resizeDisk(id, { extra_disk_size: disk.extraSize, ...allow }, call),
  );
  return { disk, ...nodesState(whole.nodes) };
}

/** The added disk in GB that a step wants. */
export interface WantedDisk {
  disk: number;
}

export const diskStep = (id: string, wanted: WantedDisk): LateStep => ({
  wanted,
  what: `the disk of instance ${id} to be changed`,
  isReached: ({ nodes }) =>
    nodes.length > 0 ? nodes.every((node) => addedTo(node) === wanted.disk) : wanted.disk === 0,
  describe: ({ nodes }) => `with ${nodes.map(addedTo).join(", ")} GB added to its nodes`,
});

const addedTo = (node: Node): number => node.additional_disk_size ?? 0;
