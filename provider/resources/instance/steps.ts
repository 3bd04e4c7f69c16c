import { sameValue } from "../../framework/kind/values";
import type { Ctx } from "../shared/ctx";
import { isMarker } from "../shared/marker";
import { sentSteps } from "../shared/sent";
import { isAtLeast } from "../shared/versions";
import { changeDisk, diskStep, type WantedDisk } from "./disk";
import { changePlan, planStep, sharedPlanFailure, type WantedPlan } from "./plan";
import type { InstanceValues } from "./schema";
import { changeConfig } from "./settings";
import { type InstanceState, isSharedPlan, type Known } from "./state";
import { throwUnlessOffered, upgrade, versionStep, type WantedVersion } from "./version";
import { type LateStep, waitForEarlierStep } from "./waits";

/**
 * Changes an instance to what is declared, step by step. A step that is done already sends nothing. The result of each
 * step is kept in state, so that the next run can continue if this run is cut off.
 */
export async function changeInstance(
  ctx: Ctx,
  id: string,
  known: Known,
  args: InstanceValues,
): Promise<Partial<InstanceState>> {
  await throwIfHopeless(ctx, id, known, args);
  // The declared version is a minimum: state says which one the broker has.
  const isNewEnough = args.rmqVersion !== undefined && isAtLeast(known.rmqVersion, args.rmqVersion);
  const reached: Partial<InstanceState> = isNewEnough ? { rmqVersion: known.rmqVersion } : {};
  const steps = [changePlan, changeDisk, upgrade, changeConfig];
  // The marker of a new instance is removed last: after a run that is cut off, the next run finds the instance by the
  // marker.
  const isNew = known.lacksTags || known.tags?.some(isMarker);
  for (const step of isNew ? [...steps, changeNameAndTags] : [changeNameAndTags, ...steps]) {
    Object.assign(reached, await step(ctx, id, known, args));
    ctx.kept.hold(id, reached);
  }
  return reached;
}

/** Throws, before anything is sent, when a later step cannot succeed. */
async function throwIfHopeless(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<void> {
  const problem = sharedPlanFailure(args);
  if (problem !== undefined && (await isSharedPlan(ctx, args.plan))) {
    throw new Error(`${ctx.call.subject}: ${problem.property} ${problem.reason}`);
  }
  await throwUnlessOffered(ctx, id, known, args);
}

async function changeNameAndTags({ call }: Ctx, id: string, known: Known, { name, tags }: InstanceValues) {
  // Tags that the service does not show may hold the marker.
  const same = known.name === name && !known.lacksTags && sameValue({ set: true }, known.tags ?? [], tags);
  if (!same) await call.client.instances.update(id, { name, tags }, call);
  return { name, tags };
}

/**
 * Waits for the steps that an earlier run sent without seeing their effect, whatever is declared now. The declared values
 * are then sent as if they were new where a step did not happen.
 */
export async function waitForEarlierSteps(ctx: Ctx, id: string): Promise<void> {
  for (const { name, text } of sentSteps(ctx.kept)) {
    await waitForEarlierStep(ctx, id, lateStep(id, JSON.parse(name)));
    ctx.kept.dropSent(text);
  }
}

/** The step that state keeps as what was wanted. */
function lateStep(id: string, wanted: WantedPlan | WantedDisk | WantedVersion): LateStep {
  if ("disk" in wanted) return diskStep(id, wanted);
  return "version" in wanted ? versionStep(id, wanted) : planStep(id, wanted);
}
