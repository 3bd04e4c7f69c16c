import type { Client, Plan } from "../../api";
import type { Context } from "../../framework/kind/context";
import type { Differences, Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/unknowns";
import { canonical } from "../../framework/kind/values";
import {
  cloudProvider,
  plansOnOffer,
  regionFailures,
  regionName,
  regionsOnOffer,
  unknownName,
} from "../shared/catalogue";
import { failuresOf } from "../shared/refusals";
import { explainRestart, explainTooNew, explainTypos } from "../shared/settings";
import { highest, isFullVersion } from "../shared/versions";
import { regionOfVpc } from "../shared/vpcRegions";
import { notePrice } from "./price";
import { type InstanceValues, nodesNamedBy } from "./schema";
import type { InstanceState } from "./state";

type Ctx = Context<Client>;

/** The broker software that cannot move from a shared to a dedicated plan. */
const clustered = "clustered";

/** Checks plan, region and disk against the service's offers when they are new or changed, and shows the price. */
export async function offeredFailures(
  ctx: Ctx,
  args: InstanceValues,
  olds: Partial<InstanceValues>,
): Promise<Failure[]> {
  const failures = await regionFailures(ctx, args.region, olds.region);
  failures.push(...diskFailures(args, olds), ...zoneFailures(args, olds), ...nodesFailures(args, olds));
  failures.push(...vpcFailures(ctx, args));
  failures.push(...failuresOf("config", explainTypos(args.config, olds.config)));
  // The note for a new instance is printed here; `decide` prints the note for a change.
  const restart = olds.plan === undefined ? explainRestart(args.config, undefined) : undefined;
  if (restart !== undefined) ctx.note(restart);
  if (args.plan === olds.plan) return failures;
  if (hasUnknown(args.plan)) return failures;
  const plans = await plansOnOffer(ctx);
  const plan = plans?.find((each) => each.name === args.plan);
  if (plans !== undefined && plan === undefined) {
    const names = plans.map((each) => each.name);
    return [...failures, { property: "plan", reason: unknownName("plan", args.plan, names, "getPlans") }];
  }
  if (plan === undefined) return failures;
  if (olds.plan === undefined && plan.price !== undefined) {
    // A replacement is checked as a new instance. Where the plan changes with it, `decidePlan` has told the price.
    notePrice(ctx, { ...(ctx.predecessors().size > 0 && { before: plan.price }), after: plan.price });
  }
  if (olds.plan === undefined) failures.push(...settingFailures(args, plan.backend));
  return [...failures, ...(plan.shared ? await sharedPlanFailures(ctx, args, plan, plans ?? []) : [])];
}

/**
 * Explains why a change of disk is refused. Making a disk smaller takes downtime, and so does any change on provider B.
 * An instance that moves to another region starts there without an added disk. The disk of an imported instance counts
 * as old. With another plan, only the comparison knows whether a new instance is made, which starts without a disk.
 */
function diskFailures({ plan, disk, region }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
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
function smallerDiskFailure(disk: InstanceValues["disk"], before: number): Failure | undefined {
  if (disk === undefined || hasUnknown(disk) || disk.allowDowntime || disk.extraSize >= before) return undefined;
  const sizes = `from ${before} to ${disk.extraSize} GB`;
  return { property: "disk", reason: `is made smaller (${sizes}), which takes downtime: add allowDowntime: true` };
}

/**
 * Checks settings against the version of a new broker, when the full version is declared; `3.13` means its newest
 * patch.
 */
function settingFailures({ config, rmqVersion = "" }: InstanceValues, backend: string | undefined): Failure[] {
  const isKnown = !hasUnknown(config) && !hasUnknown(rmqVersion) && isFullVersion(rmqVersion);
  const reason = isKnown && config ? explainTooNew(config, undefined, { backend, rmqVersion }) : undefined;
  return reason === undefined ? [] : [{ property: "config", reason }];
}

/**
 * Explains why an existing broker is too old for its settings. When the settings are sent, the broker has at least the
 * declared version.
 */
export function explainTooOldBroker(
  state: Partial<InstanceState>,
  { config, rmqVersion }: InstanceValues,
): string | undefined {
  if (config === undefined || hasUnknown(config) || hasUnknown(rmqVersion) || !state.rmqVersion) return undefined;
  const version = highest([state.rmqVersion, rmqVersion ?? state.rmqVersion]);
  // If the full version is not declared, the upgrade may lead to a version that is new enough.
  if (version !== state.rmqVersion && !isFullVersion(version ?? "")) return undefined;
  return explainTooNew(config, state.config, { backend: state.backend, rmqVersion: version });
}

/** Explains what a shared plan cannot have: its disk and its nodes do not belong to the customer. */
export function sharedPlanFailure({ disk, nodes }: Pick<InstanceValues, "disk" | "nodes">): Failure | undefined {
  if (disk !== undefined && !hasUnknown(disk) && disk.extraSize > 0) {
    return { property: "disk", reason: "cannot be added to a shared plan: choose a dedicated one" };
  }
  if (nodes === undefined || hasUnknown(nodes)) return undefined;
  return { property: "nodes", reason: "cannot be chosen for a shared plan: leave it out, or choose a dedicated one" };
}

/** Checks that the arguments fit a shared plan, and that the region offers shared plans. */
async function sharedPlanFailures(
  ctx: Ctx,
  args: InstanceValues,
  plan: Plan,
  plans: readonly Plan[],
): Promise<Failure[]> {
  const problem = sharedPlanFailure(args);
  const failures = problem === undefined ? [] : [problem];
  if (args.vpc !== undefined || args.vpcSubnet !== undefined) {
    const property = args.vpc === undefined ? "vpcSubnet" : "vpc";
    const reason = `is only for dedicated plans, and ${plan.name} is shared: leave ${property} out, or choose a dedicated plan${suchAs(plan, plans)}`;
    failures.push({ property, reason });
  }
  if (hasUnknown(args.region)) return failures;
  const region = (await regionsOnOffer(ctx))?.find((each) => regionName(each) === args.region);
  if (region?.has_shared_plans !== false) return failures;
  const reason = `is a shared one, and ${args.region} has none: choose a dedicated one${suchAs(plan, plans)}`;
  return [...failures, { property: "plan", reason }];
}

/** Names the cheapest dedicated plan with the software of a shared one. */
function suchAs({ backend }: Plan, plans: readonly Plan[]): string {
  const dedicated = plans.filter((each) => each.shared === false && each.backend === backend);
  const [cheapest] = dedicated.sort((a, b) => (a.price ?? 0) - (b.price ?? 0));
  return cheapest === undefined ? "" : `, such as ${cheapest.name}`;
}

/**
 * Moves a changed plan from "in place" to "replace" when both plans are known to be of another software or tier.
 * Otherwise the change is planned as a resize, which the service may refuse without harm. A changed region is moved
 * from "replace" to "in place" when the new plan migrates the instance.
 */
export async function decidePlan(
  ctx: Ctx,
  state: Partial<InstanceState>,
  args: InstanceValues,
  found: Differences,
): Promise<Differences> {
  const changes = found.changed.includes("plan");
  if (changes && hasUnknown(args.plan)) {
    ctx.note(
      "plan is not known before up: shown as a change in place; a plan of another software, or between shared and dedicated, may replace the broker",
    );
  }
  const plans = changes && !hasUnknown(args.plan) ? await plansOnOffer(ctx) : undefined;
  const before = knownPlan(plans, state);
  const after = changes ? plans?.find((each) => each.name === args.plan) : before;
  if (changes && before.price !== undefined && after?.price !== undefined) {
    notePrice(ctx, { before: before.price, after: after.price });
  }
  if (after !== undefined && needsNewBroker(before, after)) return moveField(found, "plan", "changed", "replaced");
  const decided = changes && isMigrated(before, after) ? withRegion(ctx, args, found) : found;
  // A replacement makes a new broker, for which other checks apply; a refresh refuses nothing.
  const isChecked = decided.replaced.length === 0 && ctx.inProgram;
  const problem = isChecked ? changeFailure(state, args, decided, after) : undefined;
  if (problem !== undefined) throw new Error(`${ctx.subject}: ${problem.property} ${problem.reason}`);
  return decided;
}

/** Explains why a change in place is refused. `after` is the plan that the instance is then on. */
function changeFailure(
  state: Partial<InstanceState>,
  args: InstanceValues,
  { changed }: Differences,
  after: Partial<Plan> | undefined,
): Failure | undefined {
  const problem = after?.shared ? sharedPlanFailure(args) : undefined;
  // A plan that is not known before `up` may need a new instance, which starts without a disk.
  if (problem !== undefined || !changed.includes("disk") || hasUnknown(args.plan)) return problem;
  return smallerDiskFailure(args.disk, state.disk?.extraSize ?? 0);
}

/**
 * Moves a changed region from "replace" to "in place", because the new plan migrates the instance: only its host name
 * changes.
 */
function withRegion(ctx: Ctx, { region }: InstanceValues, found: Differences): Differences {
  if (!found.replaced.includes("region") || hasUnknown(region)) return found;
  ctx.note(
    `moves to the region ${region} in place, together with the new plan: the host name changes; key, user and vhost stay the same`,
  );
  return moveField(found, "region", "replaced", "changed");
}

export function moveField(found: Differences, name: string, from: "changed" | "replaced", to: "changed" | "replaced") {
  return { ...found, [from]: found[from].filter((each) => each !== name), [to]: [...found[to], name] };
}

/** Refuses a number of nodes that differs from the number in the plan's name, when either of them is new. */
function nodesFailures({ plan, nodes }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (nodes === undefined || hasUnknown(nodes) || hasUnknown(plan)) return [];
  const named = nodesNamedBy(plan);
  if (named === undefined || nodes === named || (plan === olds.plan && nodes === olds.nodes)) return [];
  const reason = `must be ${named} with the plan ${plan}: leave nodes out, or choose a plan with ${nodes} (getPlans lists all of them)`;
  return [{ property: "nodes", reason }];
}

/** Refuses zones that are not one for each node, when they are new: those of an instance that exists say nothing more. */
function zoneFailures(
  { preferredAz, plan, nodes = nodesNamedBy(plan) }: InstanceValues,
  olds: Partial<InstanceValues>,
): Failure[] {
  if (preferredAz === undefined || nodes === undefined || preferredAz.length === nodes) return [];
  if (hasUnknown([preferredAz, nodes, plan]) || canonical(preferredAz) === canonical(olds.preferredAz)) return [];
  const reason = `names ${preferredAz.length} zones for ${nodes} nodes: give one for each node, or leave preferredAz out`;
  return [{ property: "preferredAz", reason }];
}

/** Explains that an instance and its VPC must be in the same region; empty when they are. */
function vpcFailures(ctx: Ctx, { region, vpc }: InstanceValues): Failure[] {
  const its = ctx.facts["vpcRegion"] ?? regionOfVpc(ctx, vpc);
  if (vpc === undefined || hasUnknown(region) || typeof its !== "string" || hasUnknown(its) || its === region)
    return [];
  const reason = `must be ${its}, where the VPC is: declare that region, or a VPC in ${region}`;
  return [{ property: "region", reason }];
}

/**
 * The plan that the instance is on, from the catalogue. For a retired plan, which the catalogue lacks, the facts come
 * from state.
 */
function knownPlan(plans: Plan[] | undefined, state: Partial<InstanceState>): Partial<Plan> {
  const listed = plans?.find((each) => each.name === state.plan);
  return {
    price: listed?.price ?? state.monthlyPrice ?? undefined,
    backend: listed?.backend ?? state.backend ?? undefined,
    shared: listed?.shared ?? state.shared ?? undefined,
  };
}

function needsNewBroker(before: Partial<Plan>, after: Partial<Plan>): boolean {
  if (before.backend !== undefined && after.backend !== undefined && before.backend !== after.backend) return true;
  if (before.shared === undefined || after.shared === undefined || before.shared === after.shared) return false;
  // The service migrates a shared instance of the alternative broker; no instance ever moves to a shared plan.
  return !before.shared || before.backend === clustered;
}

/** True when the service is certain to move an instance from a shared to a dedicated plan in place. */
function isMigrated(before: Partial<Plan>, after: Partial<Plan> | undefined): boolean {
  if (before.backend === undefined || after?.backend !== before.backend) return false;
  return before.shared === true && after.shared === false;
}
