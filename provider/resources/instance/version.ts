// `definition.ts` and `preview.ts` choose the version of a new broker here, and upgrade a broker in steps.
// `throwUnlessOffered` must stop a change before anything is sent: no upgrade can be undone. Texts may change.
import { isApiError, waitFor } from "../../api";
import type { Saying } from "../../framework/kind/context";
import type { Differences } from "../../framework/kind/definition";
import { fromCatalogue, plansOnOffer } from "../shared/catalogue";
import type { Calling, Ctx } from "../shared/ctx";
import { throwIfRefused } from "../shared/refusals";
import {
  compareVersions,
  highest,
  isAtLeast,
  isFullVersion,
  isPreRelease,
  matchesVersion,
  versionOf,
} from "../shared/versions";
import type { InstanceValues } from "./schema";
import { nodesAfter } from "./sizes";
import type { Known, State } from "./state";
import { describeChange, look, reach } from "./steps";

/** How many milliseconds an upgrade may take to begin after its request got no usable answer. */
const beginMs = 30_000;

/** The most brokers of the account that are asked for versions, and the milliseconds that each answer may take. */
const mostAsked = 10;
const askedMs = 15_000;

/**
 * The version that the request for a new instance names. For a short one, such as `3.13`, this is the newest patch that
 * another broker of the account has or is offered. If none tells of one, the service chooses.
 */
export async function versionOfNew(ctx: Ctx, { rmqVersion, plan }: InstanceValues): Promise<string | undefined> {
  if (rmqVersion === undefined || isFullVersion(rmqVersion)) return rmqVersion;
  return highest((await versionsElsewhere(ctx, plan)).filter((each) => matchesVersion(each, rmqVersion)));
}

/** Throws, before any change is sent, when the declared version is not on offer: an upgrade cannot be undone. */
export async function throwUnlessOffered(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<void> {
  const { rmqVersion } = args;
  if (rmqVersion === undefined || isAtLeast(known.rmqVersion, rmqVersion)) return;
  const version = versionOf((await look(ctx, id)).nodes) ?? known.rmqVersion;
  if (!isAtLeast(version, rmqVersion)) await nextStep(ctx, id, version, args);
}

/** Upgrades to at least the declared version, in as few steps as the service allows. */
export async function upgrade(ctx: Ctx, id: string, known: Known, args: InstanceValues) {
  const { rmqVersion } = args;
  if (rmqVersion === undefined || isAtLeast(known.rmqVersion, rmqVersion)) return {};
  let version = versionOf((await look(ctx, id)).nodes) ?? known.rmqVersion;
  while (!isAtLeast(version, rmqVersion)) {
    const step = await nextStep(ctx, id, version, args);
    const { nodes } = await reach(ctx, id, { version: step }, (call) => send({ ...ctx, call }, id, step));
    version = versionOf(nodes) ?? step;
    ctx.kept.hold(id, { rmqVersion: version });
  }
  return { rmqVersion: version };
}

/** The next version on the way to the declared version, or the reason why the declared version is refused. */
type NextStep = { version: string } | { refusal: string };

/** The declared version when it is on offer, otherwise a step that can lead to it. Throws when there is neither. */
async function nextStep(ctx: Ctx, id: string, version: string | null | undefined, args: InstanceValues) {
  const step = await findNextStep(ctx, id, version, args);
  if ("refusal" in step) throw new Error(`${ctx.call.subject}: rmqVersion ${step.refusal}`);
  return step.version;
}

/** Finds the next step: the declared version if it is on offer, or a step towards it that a similar broker shows. */
async function findNextStep(
  ctx: Ctx,
  id: string,
  version: string | null | undefined,
  { plan, rmqVersion: wanted = "" }: InstanceValues,
): Promise<NextStep> {
  const { broker_versions: offered } = await ctx.call.client.instance(id).availableVersions(ctx.call);
  const newer = offered.filter((each) => compareVersions(each, version ?? "0") > 0);
  const there = highest(newer.filter((each) => matchesVersion(each, wanted)));
  if (there !== undefined) return { version: there };
  const onTheWay = highest(newer.filter((each) => !isPreRelease(each)));
  if (onTheWay !== undefined && compareVersions(onTheWay, wanted) < 0) {
    // The service does not say what it offers after a step: only another broker shows that the wanted version exists.
    const others = await versionsElsewhere(ctx, plan, id);
    if (others.some((each) => matchesVersion(each, wanted))) return { version: onTheWay };
  }
  return {
    refusal: `${wanted} is not available for the instance ${id}, which has version ${version ?? "unknown"}: ${explainOffer(wanted, newer, onTheWay)}`,
  };
}

/** Explains which versions can be declared in place of one that is not on offer. */
function explainOffer(wanted: string, newer: readonly string[], onTheWay: string | undefined): string {
  // A pre-release is shown only to a user who asked for one.
  const choices = newer.filter((each) => !isPreRelease(each) || isPreRelease(wanted));
  if (choices.length === 0) return "leave rmqVersion out, because the service offers no newer version";
  const isBeyond = onTheWay !== undefined && compareVersions(onTheWay, wanted) < 0;
  return isBeyond
    ? `nothing shows whether version ${wanted} exists. If version ${wanted} exists, first upgrade the instance to one of the versions ${choices.join(", ")}. After this upgrade, declare version ${wanted} again. If version ${wanted} does not exist, correct rmqVersion`
    : `declare one of the versions that the service offers, ${choices.join(", ")}`;
}

/** The versions that other brokers of the account with the same software have or are offered. */
async function versionsElsewhere(ctx: Ctx, plan: string, except?: string): Promise<string[]> {
  const plans = new Map((await plansOnOffer(ctx))?.map((each) => [each.name, each]));
  const backend = plans.get(plan)?.backend;
  if (backend === undefined) return [];
  const isLike = (name: string) => plans.get(name)?.backend === backend && plans.get(name)?.shared !== true;
  const all = await ctx.call.client.instances.list(ctx.call);
  const others = all.filter((each) => each.id !== except && isLike(each.plan));
  return (await Promise.all(others.slice(0, mostAsked).map((each) => versionsOf(ctx.call, each.id)))).flat();
}

/** The versions that one broker has or is offered; empty when the broker is busy or cannot be asked. */
async function versionsOf(outer: Calling, id: string): Promise<string[]> {
  const call = { ...outer, busy: "throw" as const, deadline: Math.min(outer.deadline, outer.clock.now() + askedMs) };
  try {
    const { rmq_version } = await outer.client.instances.get(id, call);
    const { broker_versions } = await outer.client.instance(id).availableVersions(call);
    return rmq_version === undefined ? broker_versions : [rmq_version, ...broker_versions];
  } catch (error) {
    if (isApiError(error) && error.kind !== "stopped") return [];
    throw error;
  }
}

async function send(ctx: Ctx, id: string, version: string): Promise<void> {
  try {
    await ctx.call.client.instance(id).operations.actions.upgradeBroker({ version }, ctx.call);
  } catch (error) {
    // The request was sent and got no usable answer. If the upgrade has begun, it must not be requested again.
    if (!isApiError(error) || !error.ambiguous || !(await hasBegun(ctx, id, version))) throw error;
  }
}

async function hasBegun(ctx: Ctx, id: string, version: string): Promise<boolean> {
  const until = ctx.call.clock.now() + beginMs;
  return waitFor<boolean>(ctx.call, `an upgrade of instance ${id} to ${version}`, async () => {
    const whole = await look(ctx, id);
    if (describeChange(whole) !== undefined || isAtLeast(versionOf(whole.nodes), version)) return { done: true };
    return ctx.call.clock.now() < until ? { waiting: "checking whether it began" } : { done: false };
  });
}

/** Drops a change to a version that the broker has passed, because the declared version is a minimum. */
export function withoutOldVersion(say: Saying, state: State, { rmqVersion }: InstanceValues, found: Differences) {
  if (rmqVersion === undefined || !isAtLeast(state.rmqVersion, rmqVersion)) return found;
  if (!matchesVersion(state.rmqVersion ?? "", rmqVersion))
    say.note(`the broker is on ${state.rmqVersion}, newer than the declared minimum ${rmqVersion}: no change`);
  return { ...found, changed: found.changed.filter((name) => name !== "rmqVersion") };
}

/** The topic under which a run keeps the next version of each upgrade, so that the service is asked once. */
const nextVersions = "next versions";

export async function noteUpgrade(ctx: Ctx, id: string, state: State, args: InstanceValues): Promise<void> {
  const { rmqVersion: wanted = "" } = args;
  // After an unfinished run, only a look at the nodes can tell how far its upgrade has come.
  if (ctx.kept.pending) return;
  const key = `${id} ${state.rmqVersion} ${wanted}`;
  let next = ctx.run.recall(nextVersions).get(key) as Partial<NextStep> | undefined;
  if (next === undefined) {
    next = (await nextStepFor(ctx, id, state, args)) ?? {};
    ctx.run.tell(nextVersions, key, next);
  }
  throwIfRefused(ctx.call, "refusal" in next ? `rmqVersion ${next.refusal}` : undefined);
  if (!("version" in next)) return;
  const isLast = isAtLeast(next.version, wanted);
  const way = isLast ? `${next.version}` : `${wanted} in steps, first ${next.version}`;
  ctx.say.note(
    `rmqVersion ${state.rmqVersion ?? "not known"} → ${way}: ${describeDowntime(nodesAfter(state, args) ?? state.nodes, isLast)}`,
  );
}

/** Looks for the next version; undefined when the service cannot be asked, or when there is nothing left to do. */
function nextStepFor(ctx: Ctx, id: string, state: State, args: InstanceValues): Promise<NextStep | undefined> {
  return fromCatalogue(ctx, `versions for instance ${id}`, async (within) => {
    const now = { ...ctx, call: { ...within, busy: "throw" as const } };
    const next = await findNextStep(now, id, state.rmqVersion, args);
    if ("version" in next) return next;
    // Something else may have upgraded the broker after state was last written.
    const version = versionOf((await look(now, id)).nodes) ?? state.rmqVersion;
    if (version === state.rmqVersion) return next;
    return isAtLeast(version, args.rmqVersion ?? "") ? undefined : findNextStep(now, id, version, args);
  });
}

function describeDowntime(nodes: number | null | undefined, isLast: boolean): string {
  const each = isLast ? "" : " at each step";
  if (typeof nodes !== "number") return `the broker restarts${each}`;
  if (nodes === 1) return `the broker is down while it restarts${each}`;
  return `the nodes restart one after another${each}, and their clients have to reconnect`;
}
