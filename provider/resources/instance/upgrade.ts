import { type Client, isApiError, waitFor } from "../../api";
import type { Context } from "../../framework/kind/context";
import { plansOnOffer } from "../shared/catalogue";
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
import type { Known } from "./state";
import { describeChange, look, reach } from "./waits";

type Ctx = Context<Client>;

/** How many milliseconds an upgrade may take to begin after its request got no usable answer. */
const beginMs = 30_000;

/** The most brokers of the account that are asked for versions, and how long each of them may take to answer. */
const mostAsked = 10;
const askedMs = 15_000;

/**
 * The version that the request for a new instance names. A full version is sent as it is. For a shorter one, such as
 * `3.13`, the newest patch is sent that another broker of the account has or is offered. The service lists no versions
 * for new instances: if no broker tells of such a patch, the service chooses and takes the newest version.
 */
export async function versionOfNew(ctx: Ctx, { rmqVersion, plan }: InstanceValues): Promise<string | undefined> {
  if (rmqVersion === undefined || isFullVersion(rmqVersion)) return rmqVersion;
  const known = await versionsElsewhere(ctx, plan);
  return highest(known.filter((each) => matchesVersion(each, rmqVersion)));
}

/** Throws, before anything is sent, when the declared version is not on offer: an upgrade cannot be undone. */
export async function throwUnlessOffered(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<void> {
  const { rmqVersion } = args;
  if (rmqVersion === undefined || isAtLeast(known.rmqVersion, rmqVersion)) return;
  const version = versionOf((await look(ctx, id)).nodes) ?? known.rmqVersion;
  if (!isAtLeast(version, rmqVersion)) await nextStep(ctx, id, version, args);
}

/**
 * Upgrades to at least the declared version, in as few steps as the service allows. A broker that is newer already
 * stays as it is.
 */
export async function upgrade(ctx: Ctx, id: string, known: Known, args: InstanceValues) {
  const { rmqVersion } = args;
  if (rmqVersion === undefined || isAtLeast(known.rmqVersion, rmqVersion)) return {};
  let version = versionOf((await look(ctx, id)).nodes) ?? known.rmqVersion;
  while (!isAtLeast(version, rmqVersion)) {
    const step = await nextStep(ctx, id, version, args);
    const { nodes } = await reach(ctx, id, { version: step }, (call) => send(call, id, step));
    version = versionOf(nodes) ?? step;
    ctx.hold(id, { rmqVersion: version });
  }
  return { rmqVersion: version };
}

/** The next version on the way to the declared version, or the reason why the declared version is refused. */
export type NextStep = { version: string } | { refusal: string };

/**
 * Chooses the declared version when it is on offer, otherwise a step that can lead to it. Throws when there is neither.
 */
async function nextStep(ctx: Ctx, id: string, version: string | null | undefined, args: InstanceValues) {
  const step = await findNextStep(ctx, id, version, args);
  if ("refusal" in step) throw new Error(`${ctx.subject}: rmqVersion ${step.refusal}`);
  return step.version;
}

/**
 * Decides whether the declared version is on offer: to this broker, or to another broker with the same software. In the
 * second case a step leads towards it. The preview and `up` both ask here.
 */
export async function findNextStep(
  ctx: Ctx,
  id: string,
  version: string | null | undefined,
  { plan, rmqVersion: wanted = "" }: InstanceValues,
): Promise<NextStep> {
  const { broker_versions: offered } = await ctx.client.instance(id).availableVersions(ctx);
  const newer = offered.filter((each) => compareVersions(each, version ?? "0") > 0);
  const there = highest(newer.filter((each) => matchesVersion(each, wanted)));
  if (there !== undefined) return { version: there };
  const onTheWay = highest(newer.filter((each) => !isPreRelease(each)));
  if (onTheWay !== undefined && compareVersions(onTheWay, wanted) < 0) {
    // The service tells no version that follows after a step: only another broker can show that the version exists.
    const others = await versionsElsewhere(ctx, plan, id);
    if (others.some((each) => matchesVersion(each, wanted))) return { version: onTheWay };
  }
  return {
    refusal: `${wanted} is not on offer for instance ${id}, which is on ${version ?? "an unknown version"}: ${explainOffer(wanted, newer, onTheWay)}`,
  };
}

/** Explains which versions can be declared in place of one that is not on offer. */
function explainOffer(wanted: string, newer: readonly string[], onTheWay: string | undefined): string {
  // A pre-release is shown only to a user who asked for one.
  const choices = newer.filter((each) => !isPreRelease(each) || isPreRelease(wanted));
  if (choices.length === 0) return "the service offers no newer release";
  const isBeyond = onTheWay !== undefined && compareVersions(onTheWay, wanted) < 0;
  const later = isBeyond ? ` first (no broker of the account that can be asked shows that ${wanted} exists)` : "";
  return `the service offers ${choices.join(", ")}: declare one of these${later}`;
}

/** The versions that other brokers of the account with the same software have or are offered. */
async function versionsElsewhere(ctx: Ctx, plan: string, except?: string): Promise<string[]> {
  const plans = new Map((await plansOnOffer(ctx))?.map((each) => [each.name, each]));
  const backend = plans.get(plan)?.backend;
  if (backend === undefined) return [];
  const isLike = (name: string) => plans.get(name)?.backend === backend && plans.get(name)?.shared !== true;
  const others = (await ctx.client.instances.list(ctx)).filter((each) => each.id !== except && isLike(each.plan));
  const found = others.slice(0, mostAsked).map((each) => versionsOf(ctx, each.id));
  return (await Promise.all(found)).flat();
}

/** The versions that one broker has or is offered; empty when the broker is busy or cannot be asked. */
async function versionsOf(ctx: Ctx, id: string): Promise<string[]> {
  const call = { ...ctx, busy: "throw" as const, deadline: Math.min(ctx.deadline, ctx.clock.now() + askedMs) };
  try {
    const { rmq_version } = await ctx.client.instances.get(id, call);
    const { broker_versions } = await ctx.client.instance(id).availableVersions(call);
    return rmq_version === undefined ? broker_versions : [rmq_version, ...broker_versions];
  } catch (error) {
    if (isApiError(error) && error.kind !== "stopped") return [];
    throw error;
  }
}

async function send(ctx: Ctx, id: string, version: string): Promise<void> {
  try {
    await ctx.client.instance(id).upgradeBroker(version, ctx);
  } catch (error) {
    // The request was sent and got no usable answer. If the upgrade has begun, it must not be requested again.
    if (!isApiError(error) || !error.ambiguous || !(await hasBegun(ctx, id, version))) throw error;
  }
}

async function hasBegun(ctx: Ctx, id: string, version: string): Promise<boolean> {
  const until = ctx.clock.now() + beginMs;
  return waitFor<boolean>({
    ...ctx,
    what: `an upgrade of instance ${id} to ${version}`,
    poll: async () => {
      const whole = await look(ctx, id);
      if (describeChange(whole) !== undefined || isAtLeast(versionOf(whole.nodes), version)) return { done: true };
      return ctx.clock.now() < until ? { waiting: "checking whether it began" } : { done: false };
    },
  });
}
