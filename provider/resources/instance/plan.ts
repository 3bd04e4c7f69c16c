// `preview.ts` and `definition.ts` call the file to check a new plan and tell its price; `steps.ts` and `network.ts`
// use `explainReplace` and `moveField`. Texts may change (then run `npm run docs`). A change may count as a replacement
// only if both plans are known, because a replacement loses messages.
import type { Plan } from "../../api";
import type { Sharing } from "../../framework/kind/context";
import type { Differences, Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/values";
import { plansOnOffer, regionName, regionsOnOffer, unknownName } from "../shared/catalogue";
import type { Ctx } from "../shared/ctx";
import { failuresOf, throwIfRefused } from "../shared/refusals";
import { explainTooNew } from "../shared/settings";
import { isFullVersion } from "../shared/versions";
import type { InstanceValues } from "./schema";
import { smallerDiskFailure } from "./sizes";
import { isSharedPlan, type State } from "./state";

/** Explains what a shared plan cannot have: its disk and its nodes do not belong to the customer. */
function sharedPlanFailure({ disk, nodes }: InstanceValues): Failure | undefined {
  if (disk !== undefined && !hasUnknown(disk) && disk.extraSize > 0)
    return {
      property: "disk",
      reason: 'cannot be added to a shared plan: leave the input "disk" out, or choose a dedicated plan',
    };
  if (nodes === undefined || hasUnknown(nodes)) return undefined;
  return {
    property: "nodes",
    reason: 'cannot be chosen for a shared plan: leave the input "nodes" out, or choose a dedicated plan',
  };
}

/** Throws, before any change is sent, when the declared disk or nodes do not fit a shared plan. */
export async function throwUnlessFit(ctx: Ctx, args: InstanceValues): Promise<void> {
  const problem = sharedPlanFailure(args);
  if (problem !== undefined && (await isSharedPlan(ctx, args.plan)))
    throw new Error(`${ctx.call.subject}: ${problem.property} ${problem.reason}`);
}

/** Checks a new plan against the service's offers and what depends on it, and shows the price of a new instance. */
export async function planFailures(ctx: Ctx, args: InstanceValues, olds: Partial<InstanceValues>): Promise<Failure[]> {
  if (args.plan === olds.plan || hasUnknown(args.plan)) return [];
  const plans = await plansOnOffer(ctx);
  if (plans === undefined) return [];
  const plan = plans.find((each) => each.name === args.plan);
  if (plan === undefined) {
    const names = plans.map((each) => each.name);
    return [{ property: "plan", reason: unknownName("plan", args.plan, names, "getPlans") }];
  }
  if (olds.plan === undefined && plan.price !== undefined) {
    // A replacement is checked as a new instance. Where the plan changes with it, `decidePlan` has told the price.
    notePrice(ctx, { ...(ctx.run.predecessors().size > 0 && { before: plan.price }), after: plan.price });
  }
  return [
    ...(olds.plan === undefined ? settingFailures(args, plan.backend) : []),
    ...(plan.shared ? await sharedPlanFailures(ctx, args, plan, plans) : []),
  ];
}

/** Checks settings against the full version of a new broker; `3.13` means its newest patch. */
function settingFailures({ config, rmqVersion = "" }: InstanceValues, backend: string | undefined): Failure[] {
  if (!config || hasUnknown(config) || hasUnknown(rmqVersion) || !isFullVersion(rmqVersion)) return [];
  return failuresOf("config", explainTooNew(config, undefined, { backend, rmqVersion }));
}

/** Checks that the arguments fit a shared plan, and that the region offers shared plans. */
async function sharedPlanFailures(ctx: Ctx, args: InstanceValues, plan: Plan, plans: readonly Plan[]) {
  const problem = sharedPlanFailure(args);
  const failures = problem === undefined ? [] : [problem];
  if (args.vpc !== undefined || args.vpcSubnet !== undefined) {
    const property = args.vpc === undefined ? "vpcSubnet" : "vpc";
    const reason = `needs a dedicated plan, but the plan ${plan.name} is shared: leave ${property} out, or choose a dedicated plan${suchAs(plan, plans)}`;
    failures.push({ property, reason });
  }
  if (hasUnknown(args.region)) return failures;
  const region = (await regionsOnOffer(ctx))?.find((each) => regionName(each) === args.region);
  if (region?.has_shared_plans !== false) return failures;
  const reason = `is a shared plan, but the region ${args.region} has no shared plans: choose a dedicated plan${suchAs(plan, plans)}`;
  return [...failures, { property: "plan", reason }];
}

/** Names the cheapest dedicated plan with the software of a shared one. */
function suchAs({ backend }: Plan, plans: readonly Plan[]): string {
  const dedicated = plans.filter((each) => each.shared === false && each.backend === backend);
  const [cheapest] = dedicated.sort((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity));
  return cheapest === undefined ? " (getPlans lists all plans)" : `, such as ${cheapest.name}`;
}

/**
 * Moves a changed plan from "in place" to "replace" when both plans are known to be of another software or tier. A
 * changed region moves from "replace" to "in place" when the new plan migrates the instance.
 */
export async function decidePlan(ctx: Ctx, state: State, args: InstanceValues, found: Differences) {
  const changes = found.changed.includes("plan");
  if (changes && hasUnknown(args.plan)) {
    ctx.say.note(
      "the new plan is not known before pulumi up, so the preview shows an update in place. A plan with other software, or a change between a shared and a dedicated plan, can replace the broker",
    );
  }
  const plans = changes && !hasUnknown(args.plan) ? await plansOnOffer(ctx) : undefined;
  const before = knownPlan(plans, state);
  const after = changes ? plans?.find((each) => each.name === args.plan) : before;
  if (changes && before.price !== undefined && after?.price !== undefined)
    notePrice(ctx, { before: before.price, after: after.price });
  const effect = after === undefined ? "resizes" : effectOf(before, after);
  if (effect === "replaces") return moveField(found, "plan", "changed", "replaced");
  // With the new plan, the service migrates the instance to the new region in place.
  const isMoved = effect === "migrates" && found.replaced.includes("region") && !hasUnknown(args.region);
  if (isMoved) {
    ctx.say.note(
      `the change of the plan also moves the instance to the region ${args.region}, but does not replace the instance: the host name changes; key, user and vhost stay the same`,
    );
  }
  const decided = isMoved ? moveField(found, "region", "replaced", "changed") : found;
  // A replacement makes a new broker, for which other checks apply; a refresh refuses nothing.
  if (decided.replaced.length > 0 || !ctx.run.inProgram) return decided;
  // A plan that is not known before `up` may need a new instance, which starts without a disk.
  const isDiskChecked = decided.changed.includes("disk") && !hasUnknown(args.plan);
  const problem =
    (after?.shared ? sharedPlanFailure(args) : undefined) ??
    (isDiskChecked ? smallerDiskFailure(args.disk, state.disk?.extraSize ?? 0) : undefined);
  throwIfRefused(ctx.call, problem && `${problem.property} ${problem.reason}`);
  return decided;
}

export function moveField(found: Differences, name: string, from: "changed" | "replaced", to: "changed" | "replaced") {
  return { ...found, [from]: found[from].filter((each) => each !== name), [to]: [...found[to], name] };
}

/** The plan of the instance, from the catalogue, or from state where the plan is retired and not listed any more. */
function knownPlan(plans: Plan[] | undefined, state: State): Partial<Plan> {
  const listed = plans?.find((each) => each.name === state.plan);
  return {
    price: listed?.price ?? state.monthlyPrice ?? undefined,
    backend: listed?.backend ?? state.backend ?? undefined,
    shared: listed?.shared ?? state.shared ?? undefined,
  };
}

/** What a change of plan does to the broker, as far as both plans are known. */
function effectOf(before: Partial<Plan>, after: Partial<Plan>): "replaces" | "migrates" | "resizes" {
  const isBackendKnown = before.backend !== undefined && after.backend !== undefined;
  if (isBackendKnown && before.backend !== after.backend) return "replaces";
  if (before.shared === undefined || after.shared === undefined || before.shared === after.shared) return "resizes";
  // The service migrates a shared instance of the alternative broker; no instance ever moves to a shared plan.
  if (!before.shared || before.backend === "clustered") return "replaces";
  return isBackendKnown ? "migrates" : "resizes";
}

/** Says how to replace a broker that cannot be changed as declared. */
export const explainReplace = ({ urn }: Sharing): string =>
  `run pulumi up --target-replace '${urn}' to replace the broker (a replacement loses the messages of the broker)`;

/** The cost of an instance in USD per month: before the run, if the instance exists already, and after the run. */
interface Price {
  before?: number;
  after: number;
}

/** The topic under which a run keeps the prices that it has told, by URN. */
const prices = "prices";

/**
 * Tells the cost of an instance, once in a run, on the stack's row: the instance's row says what happens to its data.
 * From the second instance on, the line has the total so far, because no provider knows which resource is last.
 */
function notePrice(ctx: Ctx, { before, after }: Price): void {
  if (ctx.run.urn === undefined || !ctx.run.inProgram) return;
  const told = ctx.run.recall(prices) as ReadonlyMap<string, Price>;
  const earlier = told.get(ctx.run.urn);
  // A replacement comes here twice: as a change of price, and then as a new instance, which is not told again.
  if (
    earlier !== undefined &&
    (before === undefined || before === after || (earlier.before === before && earlier.after === after))
  )
    return;
  ctx.run.tell(prices, ctx.run.urn, { before, after });
  const own = before === undefined ? `new, ${after} USD per month` : describeChange(before, after);
  const total = describeTotal([...(ctx.run.recall(prices) as typeof told).values()]);
  ctx.say.noteOnStack(`${ctx.call.subject}: ${own}${total}`);
}

function describeTotal(all: readonly Price[]): string {
  if (all.length < 2) return "";
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, each) => total + each, 0) * 100) / 100;
  const [before, after] = [sum(all.map((each) => each.before ?? 0)), sum(all.map((each) => each.after))];
  return `; so far, this run makes or changes ${all.length} instances. Total price: ${before} → ${after} USD per month (removed instances are not counted)`;
}

const describeChange = (before: number, after: number): string =>
  before === after ? `replaced, ${after} USD per month as before` : `${before} → ${after} USD per month`;
