import { type InstanceDetail, isApiError, isNotFound, type Node, type Poll, waitFor } from "../../api";
import type { Calling, Ctx } from "../shared/ctx";
import { holdSentStep } from "../shared/sent";
import { nodesOf } from "./state";

/** An instance with its nodes; a shared instance has no nodes of its own. */
export interface Whole {
  seen: InstanceDetail;
  nodes: Node[];
}

/** A step that takes effect late. Each part of an instance that has such steps makes them: plan, disk and version. */
export interface LateStep {
  /** What is wanted. The JSON text of this object is the name of the step in state. */
  wanted: object;
  /** What a wait for the step waits for: `the disk of instance 7 to be changed`. */
  what: string;
  /** True when an instance is as the step wants it. */
  isReached(whole: Whole): boolean;
  /** Describes what an instance shows in place of what is wanted: `on version 3.12.14`. */
  describe(whole: Whole): string;
}

const nameOf = ({ wanted }: LateStep): string => JSON.stringify(wanted);

/** For how many milliseconds the service may not show an instance that was just made. */
const unseenMs = 30_000;

/**
 * For how many milliseconds a step of an earlier run may show no effect before it counts as not done: far longer than
 * the few seconds in which the nodes still look as before.
 */
const lostMs = 60_000;

/**
 * For how many milliseconds a step of this run may show no effect: the service has accepted the step and may begin
 * late.
 */
const beginMs = 600_000;

/** Waits until a new instance can be used. */
export async function waitForReady(call: Calling, id: string): Promise<InstanceDetail> {
  const start = call.clock.now();
  return waitFor<InstanceDetail>({
    ...call,
    what: `instance ${id}`,
    poll: async () => {
      const seen = await call.client.instances.get(id, call, { fresh: true }).catch((error: unknown) => {
        if (isNotFound(error) && call.clock.now() - start < unseenMs) return undefined;
        throw error;
      });
      if (seen === undefined) return { waiting: "not shown yet" };
      return seen.ready === false ? { waiting: "being created" } : { done: seen };
    },
  });
}

/**
 * Waits until the effect of a step is seen and every node is configured (the nodes also look configured before the step
 * begins). An instance that stays idle without the effect has missed the step: the wait then ends with an error that
 * says what the instance shows.
 */
async function waitForEffect(ctx: Ctx, id: string, step: LateStep): Promise<Whole> {
  let idleSince: number | undefined;
  let patience = beginMs;
  return waitFor<Whole>({
    ...ctx.call,
    what: step.what,
    poll: async () => {
      const whole = await look(ctx, id);
      const found = pollStep(whole, step);
      if ("done" in found) return found;
      if (describeChange(whole) !== undefined) patience = lostMs;
      idleSince = isIdle(whole) ? (idleSince ?? ctx.call.clock.now()) : undefined;
      if (idleSince === undefined || ctx.call.clock.now() - idleSince < patience) return found;
      ctx.kept.dropSent(nameOf(step));
      throw new Error(
        `${ctx.call.subject}: waited for ${step.what}, but the instance is idle ${step.describe(whole)}: run up again, or declare what the instance shows`,
      );
    },
  });
}

/**
 * Waits for a step that an earlier run sent without seeing its effect. A step that shows no effect for a minute, on an
 * idle instance, did not happen.
 */
export async function waitForEarlierStep(ctx: Ctx, id: string, step: LateStep): Promise<void> {
  let idleSince: number | undefined;
  await waitFor<undefined>({
    ...ctx.call,
    what: step.what,
    poll: async () => {
      const whole = await look(ctx, id);
      const found = pollStep(whole, step);
      if ("done" in found) return { done: undefined };
      idleSince = describeChange(whole) === undefined ? (idleSince ?? ctx.call.clock.now()) : undefined;
      const lost = idleSince !== undefined && ctx.call.clock.now() - idleSince >= lostMs;
      return lost ? { done: undefined } : found;
    },
  });
}

/**
 * Takes a step and waits for its effect. The instance is looked at before the step is sent, and again while the service
 * is busy, because a killed run may have sent the step without a note of it. State keeps a step that was sent, so that
 * the next run waits for its effect.
 */
export async function reach(
  ctx: Ctx,
  id: string,
  step: LateStep,
  send: (call: Calling & { busy: "throw" }, before: Whole) => Promise<void>,
): Promise<Whole> {
  const already = await waitFor<Whole | undefined>({
    ...ctx.call,
    what: step.what,
    poll: async () => {
      const whole = await look(ctx, id);
      const found = pollStep(whole, step);
      if ("done" in found || describeChange(whole) !== undefined) return found;
      return send({ ...ctx.call, busy: "throw" }, whole).then(() => ({ done: undefined }), busyWith);
    },
  });
  if (already !== undefined) return already;
  const text = holdSentStep(ctx.kept, id, { name: nameOf(step) });
  const whole = await waitForEffect(ctx, id, step);
  ctx.kept.dropSent(text);
  return whole;
}

function busyWith(error: unknown): { waiting: string } {
  if (isApiError(error) && error.kind === "busy") return { waiting: error.serviceMessage ?? "the service is busy" };
  throw error;
}

/** Looks at an instance and its nodes. */
export async function look(ctx: Ctx, id: string): Promise<Whole> {
  const seen = await ctx.call.client.instances.get(id, ctx.call, { fresh: true });
  return { seen, nodes: await nodesOf(ctx, id, seen.plan) };
}

/** True when the nodes show that no change is under way; never for an instance without nodes of its own. */
function isIdle(whole: Whole): boolean {
  return whole.nodes.length > 0 && describeChange(whole) === undefined;
}

/** Describes the change that is under way; undefined when there is no change. */
export function describeChange({ seen, nodes }: Whole): string | undefined {
  if (seen.ready === false) return "being reconfigured";
  const left = nodes.filter((node) => !node.configured).length;
  return left > 0 ? `${left} of ${nodes.length} nodes being configured` : undefined;
}

function pollStep(whole: Whole, step: LateStep): Poll<Whole> {
  const busy = describeChange(whole);
  if (busy !== undefined) return { waiting: busy };
  return step.isReached(whole) ? { done: whole } : { waiting: "not begun yet" };
}
