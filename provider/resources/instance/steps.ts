// `definition.ts` calls the steps, each of which makes one change of a broker, and both waits. `version.ts` upgrades
// with `reach`, `look` and `describeChange`. Texts and times may change. The keys of `Wanted` must stay, because the
// state of a cut-off run holds a sent step as JSON with these keys.
import { type InstanceDetail, isApiError, isNotFound, type Node, type Poll, waitFor } from "../../api";
import { withoutNone } from "../../ask/ask";
import { sameValue } from "../../framework/kind/values";
import type { Calling, Ctx } from "../shared/ctx";
import { putSettings } from "../shared/putSettings";
import { busyWords } from "../shared/refusals";
import { sentSteps } from "../shared/sent";
import { seenSettings } from "../shared/settings";
import { isAtLeast, versionOf } from "../shared/versions";
import { explainReplace } from "./plan";
import type { InstanceValues } from "./schema";
import { countOf } from "./sizes";
import { addedTo, type Known, nodesOf, nodesState, planState, toState } from "./state";

export async function changeNameAndTags({ call }: Ctx, id: string, known: Known, { name, tags }: InstanceValues) {
  // Tags that the service does not show may hold the marker.
  const same = known.name === name && !known.lacksTags && sameValue({ set: true }, known.tags ?? [], tags);
  if (!same) await call.client.instances.update(id, { name, tags }, call);
  return { name, tags };
}

export async function changePlan(ctx: Ctx, id: string, known: Known, { plan, nodes, region }: InstanceValues) {
  const sameRegion = known.region === undefined || known.region === region;
  if (known.plan === plan && sameRegion && (nodes === undefined || nodes === known.nodes)) return {};
  const whole = await reach(ctx, id, { plan, nodes, ...(sameRegion ? {} : { region }) }, async (call, before) => {
    const moves = before.seen.plan !== plan;
    const changes = {
      ...(moves && { plan }),
      ...(!sameRegion && before.seen.region !== region && { region }),
      // A new plan has its own default number of nodes, so the declared number is sent with the plan.
      ...(nodes !== undefined && (moves || nodes !== before.nodes.length) && { nodes }),
    };
    await ctx.call.client.instances.update(id, changes, call).catch((error: unknown) => {
      if (!isApiError(error) || error.status !== 422) throw error;
      throw new Error(`${error.message}; if you want this change nevertheless, ${explainReplace(ctx.run)}`);
    });
  });
  const { name: _name, tags: _tags, ...others } = toState(whole.seen);
  // What the service does not show must not take away what the caller knows, such as the VPC.
  return { ...withoutNone(others), ...(await planState(ctx, plan)), ...nodesState(whole.nodes) };
}

export async function changeDisk(ctx: Ctx, id: string, known: Known, { disk }: InstanceValues) {
  if (disk === undefined) return {};
  if (known.disk?.extraSize === disk.extraSize) return { disk };
  const allow = disk.allowDowntime === undefined ? {} : { allow_downtime: disk.allowDowntime };
  const whole = await reach(ctx, id, { disk: disk.extraSize }, (call) =>
    ctx.call.client.instances.resizeDisk(id, { extra_disk_size: disk.extraSize, ...allow }, call),
  );
  return { disk, ...nodesState(whole.nodes) };
}

export async function changeConfig(ctx: Ctx, id: string, known: Known, { config }: InstanceValues) {
  if (config === undefined) return {};
  const api = ctx.call.client.instance(id);
  const read = () => api.config.get(ctx.call, { fresh: true });
  const seen = known.config ?? seenSettings(await read(), { ...known.managed, ...config });
  await putSettings(ctx, id, api, seen, config);
  return { config };
}

/** An instance with its nodes; a shared instance has no nodes of its own. */
interface Whole {
  seen: InstanceDetail;
  nodes: Node[];
}

/** The aim of a late step: plan (nodes, region), added disk in GB, or version. Its JSON text is the name in state. */
type Wanted = { plan: string; nodes?: number; region?: string } | { disk: number } | { version: string };

/** A step whose effect takes time. */
interface LateStep {
  name: string;
  /** The effect in messages: `the disk of instance 7 to be changed`. */
  what: string;
  /** True when an instance is as the step wants it. */
  isReached(whole: Whole): boolean;
  /** Describes an instance that is not as wanted: `on version 3.12.14`. */
  describe(whole: Whole): string;
}

function lateStep(id: string, wanted: Wanted): LateStep {
  const name = JSON.stringify(wanted);
  if ("disk" in wanted) {
    return {
      name,
      what: `the disk of instance ${id} to be changed`,
      isReached: ({ nodes }) =>
        nodes.length > 0 ? nodes.every((node) => addedTo(node) === wanted.disk) : wanted.disk === 0,
      describe: ({ nodes }) => `with extra disk space of ${nodes.map(addedTo).join(", ")} GB on its nodes`,
    };
  }
  if ("version" in wanted) {
    return {
      name,
      what: `instance ${id} to be on version ${wanted.version}`,
      isReached: ({ nodes }) => isAtLeast(versionOf(nodes), wanted.version),
      describe: ({ nodes }) => `on version ${versionOf(nodes)}`,
    };
  }
  const { plan, nodes, region } = wanted;
  const where = region === undefined ? "" : ` in ${region}`;
  return {
    name,
    what: `instance ${id} to be on ${plan}${where}${nodes === undefined ? "" : ` with ${countOf(nodes)}`}`,
    isReached: (whole) =>
      whole.seen.plan === plan &&
      (region === undefined || whole.seen.region === region) &&
      (nodes === undefined || whole.nodes.length === nodes),
    describe: (whole) =>
      `on plan ${whole.seen.plan} in region ${whole.seen.region} with ${countOf(whole.nodes.length)}`,
  };
}

/** For how many milliseconds the service may not show an instance that was just made. */
const unseenMs = 30_000;

/** For how many milliseconds a step of an earlier run may show no effect: nodes look as before for some seconds. */
const lostMs = 60_000;

/** For how many milliseconds a step of this run, which the service has accepted, may show no effect. */
const beginMs = 600_000;

/** Waits until a new instance can be used. */
export async function waitForReady(call: Calling, id: string, look?: (seen: InstanceDetail) => void) {
  const start = call.clock.now();
  return waitFor<InstanceDetail>(call, `instance ${id}`, async () => {
    const seen = await call.client.instances.get(id, call, { fresh: true }).catch((error: unknown) => {
      if (isNotFound(error) && call.clock.now() - start < unseenMs) return undefined;
      throw error;
    });
    if (seen === undefined) return { waiting: "not shown yet" };
    look?.(seen);
    return seen.ready === false ? { waiting: "being created" } : { done: seen };
  });
}

/**
 * Waits until the effect of a step is seen and every node is configured. An instance that stays idle without the effect
 * has missed the step. The wait then ends with an error, or without an error for a step of an earlier run.
 */
async function waitForEffect(ctx: Ctx, id: string, step: LateStep, isEarlier = false): Promise<Whole> {
  let idleSince: number | undefined;
  let patience = isEarlier ? lostMs : beginMs;
  return waitFor<Whole>(ctx.call, step.what, async () => {
    const whole = await look(ctx, id);
    const found = pollStep(whole, step);
    if ("done" in found) return found;
    const isBusy = describeChange(whole) !== undefined;
    if (isBusy) patience = lostMs;
    // An instance without nodes of its own does not show whether a change is under way.
    const isIdle = !isBusy && (isEarlier || whole.nodes.length > 0);
    idleSince = isIdle ? (idleSince ?? ctx.call.clock.now()) : undefined;
    if (idleSince === undefined || ctx.call.clock.now() - idleSince < patience) return found;
    if (isEarlier) return { done: whole };
    ctx.kept.dropSent(step.name);
    throw new Error(
      `${ctx.call.subject}: waited for ${step.what}, but the instance stays ${step.describe(whole)}: to repeat the change, run pulumi up again; to give up the change, declare the values that pulumi refresh shows`,
    );
  });
}

/** Waits for the steps of an earlier run, even undeclared ones. A step without effect is then sent like a new step. */
export async function waitForEarlierSteps(ctx: Ctx, id: string): Promise<void> {
  for (const { name, text } of sentSteps(ctx.kept)) {
    await waitForEffect(ctx, id, lateStep(id, JSON.parse(name)), true);
    ctx.kept.dropSent(text);
  }
}

/**
 * Takes a step and waits for its effect. A look before the request finds a step that a killed run has sent without a
 * note. State keeps a step that was sent, so that the next run waits for its effect.
 */
export async function reach(
  ctx: Ctx,
  id: string,
  wanted: Wanted,
  send: (call: Calling & { busy: "throw" }, before: Whole) => Promise<void>,
): Promise<Whole> {
  const step = lateStep(id, wanted);
  const already = await waitFor<Whole | undefined>(ctx.call, step.what, async () => {
    const whole = await look(ctx, id);
    const found = pollStep(whole, step);
    if ("done" in found || describeChange(whole) !== undefined) return found;
    return send({ ...ctx.call, busy: "throw" }, whole).then(
      () => ({ done: undefined }),
      (error: unknown) => ({ waiting: busyWords(error) }),
    );
  });
  if (already !== undefined) return already;
  ctx.kept.holdSent(id, step.name);
  const whole = await waitForEffect(ctx, id, step);
  ctx.kept.dropSent(step.name);
  return whole;
}

/** Looks at an instance and its nodes. */
export async function look(ctx: Ctx, id: string): Promise<Whole> {
  const seen = await ctx.call.client.instances.get(id, ctx.call, { fresh: true });
  return { seen, nodes: await nodesOf(ctx, id, seen.plan) };
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
