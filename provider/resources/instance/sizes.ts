// `preview.ts`, `plan.ts`, `version.ts` and `steps.ts` check and describe disk, nodes and zones here. Unknown values,
// and values that the old inputs have too, must pass: `up` or an earlier run decides on them. Texts may change.
import type { Failure } from "../../framework/kind/definition";
import { canonical, hasUnknown } from "../../framework/kind/values";
import { cloudProvider } from "../shared/catalogue";
import type { InstanceValues } from "./schema";
import type { State } from "./state";

/**
 * Explains why a change of disk is refused: a smaller disk takes downtime, and so does any change on provider B. In
 * another region the instance starts without an added disk. With another plan, only the comparison can tell.
 */
export function diskFailures({ plan, disk, region }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (disk === undefined || hasUnknown(disk) || hasUnknown(region) || disk.allowDowntime) return [];
  const before = region === olds.region ? (olds.disk?.extraSize ?? 0) : 0;
  if (disk.extraSize !== before && cloudProvider(region) === "b") {
    const reason =
      "a disk on this cloud provider changes only with downtime: add allowDowntime: true to accept the downtime";
    return [{ property: "disk", reason }];
  }
  const problem = plan === olds.plan ? smallerDiskFailure(disk, before) : undefined;
  return problem === undefined ? [] : [problem];
}

/** Explains that a disk is not made smaller without downtime. */
export function smallerDiskFailure(disk: InstanceValues["disk"], before: number): Failure | undefined {
  if (disk === undefined || hasUnknown(disk) || disk.allowDowntime || disk.extraSize >= before) return undefined;
  const sizes = `from ${before} to ${disk.extraSize} GB`;
  return {
    property: "disk",
    reason: `becomes smaller (${sizes}), and this change takes downtime. To accept the downtime, add allowDowntime: true`,
  };
}

/** The number at the end of a plan's name, which is its number of nodes; undefined for a name without one. */
function nodesNamedBy(plan: string | undefined): number | undefined {
  const number = /(?<!shared)-(\d{1,2})$/.exec(plan ?? "")?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Refuses a number of nodes that differs from the number in the plan's name, when either of them is new. */
export function nodesFailures({ plan, nodes }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (nodes === undefined || hasUnknown(nodes) || hasUnknown(plan)) return [];
  const named = nodesNamedBy(plan);
  if (named === undefined || nodes === named || (plan === olds.plan && nodes === olds.nodes)) return [];
  const reason = `must be ${named} for the plan ${plan}: leave the input "nodes" out, or choose a plan whose number of nodes is ${nodes} (getPlans lists all plans)`;
  return [{ property: "nodes", reason }];
}

/** Refuses new zones that are not one for each node. The zones of an existing instance have no effect any more. */
export function zoneFailures(
  { preferredAz, plan, nodes = nodesNamedBy(plan) }: InstanceValues,
  olds: Partial<InstanceValues>,
): Failure[] {
  if (preferredAz === undefined || nodes === undefined || preferredAz.length === nodes) return [];
  if (hasUnknown([preferredAz, nodes, plan]) || canonical(preferredAz) === canonical(olds.preferredAz)) return [];
  const reason = `must have one zone for each node, but the number of zones is ${preferredAz.length} and the number of nodes is ${nodes}: correct the zones, or leave preferredAz out`;
  return [{ property: "preferredAz", reason }];
}

/** The number of nodes after the change: as declared, or by the new plan's name if the old name was right. */
export function nodesAfter(state: State, { plan, nodes }: InstanceValues): number | undefined {
  if (hasUnknown(plan) || hasUnknown(nodes)) return undefined;
  if (nodes !== undefined) return nodes;
  return nodesNamedBy(state.plan) === state.nodes ? nodesNamedBy(plan) : undefined;
}

/** Writes a number of nodes in words. */
export const countOf = (nodes: number): string => (nodes === 1 ? "1 node" : `${nodes} nodes`);

/** Describes the changes of plan, nodes and disk: `plan a-1 → a-3`, `1 node → 3`. */
export function describeSizes(state: State, args: InstanceValues, changed: readonly string[]): string[] {
  const { plan, disk } = args;
  const sizes: string[] = [];
  if (changed.includes("plan") && !hasUnknown(plan)) sizes.push(`plan ${state.plan} → ${plan}`);
  const nodes = nodesAfter(state, args);
  if (nodes !== undefined && typeof state.nodes === "number" && nodes !== state.nodes)
    sizes.push(`${countOf(state.nodes)} → ${nodes}`);
  if (changed.includes("disk") && disk !== undefined && !hasUnknown(disk)) {
    const before = state.disk === undefined ? "" : `${state.disk.extraSize} → `;
    sizes.push(`${before}${disk.extraSize} GB of added disk`);
  }
  return sizes;
}
