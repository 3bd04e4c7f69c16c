// `preview.ts` and `definition.ts` ask here in which VPC a broker is, and whether the declared VPC fits. A VPC that
// state does not know must not replace a broker before `up` has looked, because the broker may be in it already.
import type { InstanceDetail, InstanceItem } from "../../api";
import { withoutNone } from "../../ask/ask";
import type { Sharing } from "../../framework/kind/context";
import type { Differences, Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";
import { type Calling, type Ctx, newVpcs, vpcRegions } from "../shared/ctx";
import { explainReplace, moveField } from "./plan";
import type { InstanceValues } from "./schema";
import { networkState, type State } from "./state";

/** The input that names an older VPC while state has none. The service may have put the instance into that VPC. */
const doubtfulName = (run: Sharing, state: State, args: InstanceValues): "vpc" | "vpcSubnet" | undefined =>
  (["vpc", "vpcSubnet"] as const).find((name) => {
    const declared = args[name];
    const isNew = name === "vpc" && declared !== undefined && run.recall(newVpcs).has(declared);
    return state[name] === undefined && declared !== undefined && !hasUnknown(declared) && !isNew;
  });

const describeDeclared = (name: "vpc" | "vpcSubnet", args: InstanceValues) =>
  name === "vpc" ? `VPC ${args.vpc}` : `a VPC with the subnet ${args.vpcSubnet}`;

/** Moves a doubtful VPC from "replace" to "in place": the update looks, because a replacement needs evidence. */
export function decideNetwork(ctx: Ctx, id: string, state: State, args: InstanceValues, found: Differences) {
  const name = doubtfulName(ctx.run, state, args);
  if (name === undefined || !found.replaced.includes(name)) return found;
  if (ctx.run.inProgram && found.replaced.length === 1) {
    ctx.say.note(
      `${name}: pulumi up checks whether instance ${id} is in ${describeDeclared(name, args)}. If not, pulumi up fails, because the service cannot move an instance to another VPC`,
    );
  }
  return moveField(found, name, "replaced", "changed");
}

/** Looks which VPC an instance is in, if in doubt. Throws, before any change, when it is not the declared one. */
export async function lookForNetwork(ctx: Ctx, id: string, state: State, args: InstanceValues): Promise<State> {
  const name = doubtfulName(ctx.run, state, args);
  if (name === undefined) return {};
  const seen = await networkState(ctx.call, await ctx.call.client.instances.get(id, ctx.call, { fresh: true }));
  if (seen[name] === args[name]) return seen;
  const subnet = name === "vpc" ? "" : `, whose subnet is ${seen.vpcSubnet ?? "not shown"}`;
  const where = seen.vpc === null ? "in no VPC" : `in VPC ${seen.vpc}${subnet}`;
  throw new Error(
    `${ctx.call.subject}: instance ${id} is ${where}, and the service cannot move the instance to ${describeDeclared(name, args)}: leave ${name} out, or ${explainReplace(ctx.run)}`,
  );
}

/** The inputs from which an interrupted run made an instance: its VPC by id or by subnet, as the program declares it. */
export async function madeFrom({ call, say }: Ctx, item: InstanceItem, args: InstanceValues) {
  const { id, name, plan, region, vpc_id: vpc } = item;
  if (vpc === undefined) return { name, plan, region };
  if (args.vpc !== undefined) return { name, plan, region, vpc };
  if (args.vpcSubnet === undefined)
    say.warn(`instance ${id} is in VPC ${vpc}, although the program declares neither vpc nor vpcSubnet`);
  const vpcSubnet = args.vpcSubnet && (await call.client.vpcs.find(vpc, call))?.subnet;
  return { name, plan, region, ...(vpcSubnet && { vpcSubnet }) };
}

/** Warns of a declared network that the service does not show, because the interrupted run may have declared none. */
export function warnOfNetwork({ run, say }: Ctx, id: string, args: InstanceValues, { vpc }: State): void {
  const name = args.vpc === undefined ? "vpcSubnet" : "vpc";
  if (args[name] === undefined || vpc !== undefined) return;
  say.warn(
    `the service does not show instance ${id} in ${describeDeclared(name, args)}. If the interrupted run did not declare ${name}, ${explainReplace(run)}`,
  );
}

/** The VPC that the program names. A value that is not shown yet stays as sent, or a replacement would follow. */
export async function declaredNetwork(call: Calling, { vpc, vpcSubnet }: InstanceValues, seen: InstanceDetail) {
  if (vpc === undefined && vpcSubnet === undefined) return {};
  return withoutNone(await networkState(call, seen));
}

/** Explains that an instance and its VPC must be in the same region; empty when they are, or when a region is not known. */
export function vpcFailures(run: Sharing, { region, vpc }: InstanceValues): Failure[] {
  const its = run.facts["vpcRegion"] ?? run.recall(vpcRegions).get(vpc ?? "");
  if (vpc === undefined || hasUnknown(region) || typeof its !== "string" || hasUnknown(its) || its === region)
    return [];
  const reason = `must be ${its}, the region of the VPC: declare ${its}, or choose a VPC in the region ${region}`;
  return [{ property: "region", reason }];
}
