import { type Client, isApiError, waitFor } from "../api";
import type { Context } from "../framework/definition";
import type { InstanceValues } from "./instance-args";
import type { Known } from "./instance-steps";
import { changing, look, reach, versionOf } from "./instance-waits";
import { compareVersions, highest, lowest } from "./versions";

type Ctx = Context<Client>;

/** How long an upgrade whose request got no usable answer may take to show that it began. */
const beginMs = 30_000;

/**
 * Upgrades to at least the declared version, one step after another where the service offers only the next one. A
 * service that is newer already is left as it is.
 */
export async function upgrade(ctx: Ctx, id: string, known: Known, { rmqVersion }: InstanceValues) {
  if (rmqVersion === undefined || isAtLeast(known.rmqVersion, rmqVersion)) return {};
  let version = versionOf((await look(ctx, id)).nodes) ?? known.rmqVersion;
  while (!isAtLeast(version, rmqVersion)) {
    const step = await nextStep(ctx, id, version, rmqVersion);
    const { nodes } = await reach(ctx, id, { version: step }, (call) => send(call, id, step));
    version = versionOf(nodes) ?? step;
    ctx.hold(id, { rmqVersion: version });
  }
  return { rmqVersion: version };
}

/** Whether a version satisfies a declared minimum. */
export function isAtLeast(version: string | null | undefined, minimum: string): boolean {
  return version !== null && version !== undefined && compareVersions(version, minimum) >= 0;
}

/** The declared version where it is on offer, else the highest one below it. */
async function nextStep(ctx: Ctx, id: string, version: string | null | undefined, wanted: string): Promise<string> {
  const { broker_versions: offered } = await ctx.client.instance(id).availableVersions(ctx);
  const newer = offered.filter((each) => compareVersions(each, version ?? "0") > 0);
  const within = newer.filter((each) => compareVersions(each, wanted) <= 0);
  // A minimum such as 3.13 is no version itself: then the first one above it will do.
  const step = highest(within) ?? lowest(newer.filter((each) => each.startsWith(`${wanted}.`)));
  if (step !== undefined) return step;
  const list = newer.length > 0 ? newer.join(", ") : "no other version";
  throw new Error(`${ctx.subject}: cannot be upgraded from ${version} to ${wanted}, the service offers ${list}`);
}

async function send(ctx: Ctx, id: string, version: string): Promise<void> {
  try {
    await ctx.client.instance(id).upgradeBroker(version, ctx);
  } catch (error) {
    // Sent, and no usable answer: an upgrade that has begun must not be asked for again.
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
      if (changing(whole) !== undefined || isAtLeast(versionOf(whole.nodes), version)) return { done: true };
      return ctx.clock.now() < until ? { waiting: "looking whether it began" } : { done: false };
    },
  });
}
