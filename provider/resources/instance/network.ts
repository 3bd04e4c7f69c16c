import type { Client, InstanceDetail } from "../../api";
import type { Context } from "../../framework/definition";
import type { Differences } from "../../framework/diff";
import { hasUnknown } from "../../framework/unknowns";
import { isNewVpc } from "../shared/vpcRegions";
import { moveField } from "./plan";
import type { InstanceValues } from "./schema";
import { type InstanceState, networkState } from "./state";
import { explainReplace } from "./steps";

type Ctx = Context<Client>;

/**
 * True when the program names a VPC and state does not know the VPC of the instance. The service may have put the
 * instance into that VPC, as it does for VPC connect, and need not show the VPC. A VPC that this run has made is not the
 * one.
 */
function isInDoubt(ctx: Ctx, state: Partial<InstanceState>, { vpc }: InstanceValues): boolean {
  return state.vpc === undefined && vpc !== undefined && !hasUnknown(vpc) && !isNewVpc(ctx, vpc);
}

/** Moves a doubtful VPC from "replace" to "in place": the update looks, because a replacement needs evidence. */
export function decideNetwork(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
  found: Differences,
): Differences {
  if (!found.replaced.includes("vpc") || !isInDoubt(ctx, state, args)) return found;
  if (ctx.inProgram && found.replaced.length === 1) {
    ctx.note(
      `vpc: up looks whether instance ${id} is in VPC ${args.vpc}, and stops if it is not: an instance stays where it is`,
    );
  }
  return moveField(found, "vpc", "replaced", "changed");
}

/**
 * Looks for the VPC of an instance where it is in doubt. Throws where the instance is not in the declared VPC, before
 * anything is changed.
 */
export async function lookForNetwork(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
): Promise<Partial<InstanceState>> {
  if (!isInDoubt(ctx, state, args)) return {};
  const seen = await networkState(ctx.client, ctx, await ctx.client.instances.get(id, ctx, { fresh: true }));
  if (seen.vpc === args.vpc) return seen;
  const where = seen.vpc === null ? "in no VPC" : `in VPC ${seen.vpc}`;
  throw new Error(
    `${ctx.subject}: instance ${id} is ${where}, and cannot be moved to VPC ${args.vpc}: take vpc out, or ${explainReplace(ctx)}`,
  );
}

/**
 * The VPC of an instance that the program put into one by id or by subnet. A value that the service does not show yet
 * stays as it was sent: without the value, the next run would look for the VPC, or replace the instance.
 */
export async function declaredNetwork(
  ctx: Ctx,
  { vpc, vpcSubnet }: InstanceValues,
  seen: InstanceDetail,
): Promise<Partial<InstanceState>> {
  if (vpc === undefined && vpcSubnet === undefined) return {};
  const shown = await networkState(ctx.client, ctx, seen);
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
}
