import type { Client, Plan } from "../api";
import type { Context, Failure } from "../framework/definition";
import type { Differences } from "../framework/diff";
import { hasUnknown } from "../framework/unknowns";
import { plansOnOffer, regionFailures, regionName, regionsOnOffer, unknownName } from "./catalogue";
import type { InstanceValues } from "./instance-args";
import type { InstanceState } from "./instance-state";

type Ctx = Context<Client>;

/** The broker software that cannot move from a shared to a dedicated plan. */
const clustered = "clustered";

/** Checks plan, region and disk against what is on offer, where they are new or changed, and shows the price. */
export async function offeredFailures(
  ctx: Ctx,
  args: InstanceValues,
  olds: Partial<InstanceValues>,
): Promise<Failure[]> {
  const failures = await regionFailures(ctx, args.region, olds.region);
  if (args.plan === olds.plan) return [...failures, ...shrinkFailures(args, olds)];
  if (hasUnknown(args.plan)) return failures;
  const plans = await plansOnOffer(ctx);
  const plan = plans?.find((each) => each.name === args.plan);
  if (plans !== undefined && plan === undefined) {
    const names = plans.map((each) => each.name);
    return [...failures, { property: "plan", reason: unknownName("plan", args.plan, names, "getPlans") }];
  }
  if (plan === undefined) return failures;
  if (olds.plan === undefined && plan.price !== undefined) ctx.note(`${plan.price} USD per month`);
  return [...failures, ...(plan.shared ? await sharedPlanFailures(ctx, args) : [])];
}

/** A disk is made smaller only with downtime; a new plan or region may mean a new broker, with a disk of its own. */
function shrinkFailures({ disk, region }: InstanceValues, olds: Partial<InstanceValues>): Failure[] {
  if (disk === undefined || olds.disk === undefined || region !== olds.region || hasUnknown(disk)) return [];
  if (disk.extraSize >= olds.disk.extraSize || disk.allowDowntime) return [];
  const sizes = `from ${olds.disk.extraSize} to ${disk.extraSize} GB`;
  return [{ property: "disk", reason: `is made smaller (${sizes}), which takes downtime: add allowDowntime: true` }];
}

/** A shared plan is not offered everywhere, and its disk is not the customer's. */
async function sharedPlanFailures(ctx: Ctx, args: InstanceValues): Promise<Failure[]> {
  const failures: Failure[] = [];
  if (args.disk !== undefined && !hasUnknown(args.disk) && args.disk.extraSize > 0) {
    failures.push({ property: "disk", reason: "cannot be added to a shared plan: choose a dedicated one" });
  }
  if (!hasUnknown(args.region)) {
    const region = (await regionsOnOffer(ctx))?.find((each) => regionName(each) === args.region);
    if (region?.has_shared_plans === false) {
      failures.push({
        property: "plan",
        reason: `is a shared one, and ${args.region} has none: choose a dedicated one`,
      });
    }
  }
  return failures;
}

/**
 * Moves a changed plan from "in place" to "replace", on positive evidence only: both plans known, and of another
 * software or tier. In doubt it is a resize, which the service may refuse harmlessly.
 */
export async function decidePlan(
  ctx: Ctx,
  state: Partial<InstanceState>,
  args: InstanceValues,
  found: Differences,
): Promise<Differences> {
  if (!found.changed.includes("plan") || hasUnknown(args.plan)) return found;
  const plans = await plansOnOffer(ctx);
  const before = knownPlan(plans, state);
  const after = plans?.find((each) => each.name === args.plan);
  if (before?.price !== undefined && after?.price !== undefined) {
    ctx.note(`${before.price} → ${after.price} USD per month`);
  }
  if (!needsNewBroker(before, after)) return found;
  return {
    ...found,
    changed: found.changed.filter((name) => name !== "plan"),
    replaced: [...found.replaced, "plan"],
  };
}

/** The plan that the instance is on: from the catalogue, and of a retired one what the instance itself shows. */
function knownPlan(plans: Plan[] | undefined, state: Partial<InstanceState>): Partial<Plan> {
  const listed = plans?.find((each) => each.name === state.plan);
  return {
    price: listed?.price ?? state.monthlyPrice ?? undefined,
    backend: listed?.backend ?? state.backend ?? undefined,
    shared: listed?.shared ?? state.shared ?? undefined,
  };
}

function needsNewBroker(before: Partial<Plan>, after: Plan | undefined): boolean {
  if (after === undefined) return false;
  if (before.backend !== undefined && after.backend !== undefined && before.backend !== after.backend) return true;
  if (before.shared === undefined || after.shared === undefined || before.shared === after.shared) return false;
  // The service migrates a shared instance of the alternative broker; no instance ever moves to a shared plan.
  return !before.shared || before.backend === clustered;
}
