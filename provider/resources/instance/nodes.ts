import type { Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/unknowns";
import { canonical } from "../../framework/kind/values";
import type { InstanceValues } from "./schema";
import type { InstanceState } from "./state";

/**
 * The number of nodes with which a plan's name ends: the specification calls a plan a combination of a subscription and
 * nodes. Undefined when the name has no number or the plan is shared.
 */
export function nodesNamedBy(plan: string | undefined): number | undefined {
  const number = /(?<!shared)-(\d{1,2})$/.exec(plan ?? "")?.[1];
  return number === undefined ? undefined : Number(number);
}

/** Refuses a number of nodes that differs from the number in the plan's name, when either of them is new. */
export function nodesFailures({ plan, nodes }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (nodes === undefined || hasUnknown(nodes) || hasUnknown(plan)) return [];
  const named = nodesNamedBy(plan);
  if (named === undefined || nodes === named || (plan === olds.plan && nodes === olds.nodes)) return [];
  const reason = `must be ${named} with the plan ${plan}: leave nodes out, or choose a plan with ${nodes} (getPlans lists all of them)`;
  return [{ property: "nodes", reason }];
}

/** Refuses zones that are not one for each node, when they are new: those of an instance that exists say nothing more. */
export function zoneFailures(
  { preferredAz, plan, nodes = nodesNamedBy(plan) }: InstanceValues,
  olds: Partial<InstanceValues>,
): Failure[] {
  if (preferredAz === undefined || nodes === undefined || preferredAz.length === nodes) return [];
  if (hasUnknown([preferredAz, nodes, plan]) || canonical(preferredAz) === canonical(olds.preferredAz)) return [];
  const reason = `names ${preferredAz.length} zones for ${nodes} nodes: give one for each node, or leave preferredAz out`;
  return [{ property: "preferredAz", reason }];
}

/**
 * The number of nodes after the change: the declared number, or else the number in the new plan's name, if the number
 * in the old plan's name was right.
 */
export function nodesAfter(state: Partial<InstanceState>, { plan, nodes }: InstanceValues): number | undefined {
  if (hasUnknown(plan) || hasUnknown(nodes)) return undefined;
  if (nodes !== undefined) return nodes;
  return nodesNamedBy(state.plan) === state.nodes ? nodesNamedBy(plan) : undefined;
}

/** Writes a number of nodes in words. */
export const countOf = (nodes: number): string => (nodes === 1 ? "1 node" : `${nodes} nodes`);
