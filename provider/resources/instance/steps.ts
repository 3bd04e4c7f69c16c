import { type Client, isApiError, type Node } from "../../api";
import type { Context } from "../../framework/kind/context";
import { sameValue } from "../../framework/kind/values";
import { isMarker } from "../shared/marker";
import { putSettings } from "../shared/putSettings";
import { type SettingValues, seenSettings } from "../shared/settings";
import { isAtLeast } from "../shared/versions";
import { sharedPlanFailure } from "./plan";
import type { InstanceValues } from "./schema";
import { type InstanceState, isSharedPlan, type Known, nodesState, planState, toState } from "./state";
import { throwUnlessOffered, upgrade } from "./upgrade";
import { reach } from "./waits";

type Ctx = Context<Client>;

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
    ctx.hold(id, reached);
  }
  return reached;
}

/** Throws, before anything is sent, when a later step cannot succeed. */
async function throwIfHopeless(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<void> {
  const problem = sharedPlanFailure(args);
  if (problem !== undefined && (await isSharedPlan(ctx, args.plan))) {
    throw new Error(`${ctx.subject}: ${problem.property} ${problem.reason}`);
  }
  await throwUnlessOffered(ctx, id, known, args);
}

async function changeNameAndTags(ctx: Ctx, id: string, known: Known, { name, tags }: InstanceValues) {
  // Tags that the service does not show may hold the marker.
  const same = known.name === name && !known.lacksTags && sameValue({ set: true }, known.tags ?? [], tags);
  if (!same) await ctx.client.instances.update(id, { name, tags }, ctx);
  return { name, tags };
}

async function changePlan(ctx: Ctx, id: string, known: Known, { plan, nodes, region }: InstanceValues) {
  const sameRegion = known.region === undefined || known.region === region;
  if (known.plan === plan && sameRegion && (nodes === undefined || nodes === known.nodes)) return {};
  const step = { plan, nodes, ...(sameRegion ? {} : { region }) };
  const whole = await reach(ctx, id, step, async (call, before) => {
    const moves = before.seen.plan !== plan;
    const changes = {
      ...(moves && { plan }),
      ...(!sameRegion && before.seen.region !== region && { region }),
      // A new plan has its own default number of nodes, so the declared number is sent with the plan.
      ...(nodes !== undefined && (moves || nodes !== before.nodes.length) && { nodes }),
    };
    await ctx.client.instances.update(id, changes, call).catch((error: unknown) => throwWithReplaceHint(ctx, error));
  });
  const { name: _name, tags: _tags, ...others } = toState(whole.seen);
  // What the service does not show must not take away what the caller knows, such as the VPC.
  const shown = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return { ...shown, ...(await planState(ctx, plan)), ...nodesState(whole.nodes) };
}

function throwWithReplaceHint(ctx: Ctx, error: unknown): never {
  if (!isApiError(error) || error.status !== 422) throw error;
  throw new Error(`${error.message}; or ${explainReplace(ctx)}`);
}

/** Says how to replace a broker that cannot be changed as declared. */
export const explainReplace = ({ urn }: Ctx): string =>
  `replace the broker on purpose, losing its messages: pulumi up --target-replace '${urn}'`;

async function changeDisk(ctx: Ctx, id: string, known: Known, { disk }: InstanceValues) {
  if (disk === undefined) return {};
  if (known.disk?.extraSize === disk.extraSize) return { disk };
  const allow = disk.allowDowntime === undefined ? {} : { allow_downtime: disk.allowDowntime };
  const whole = await reach(ctx, id, { disk: disk.extraSize }, (call) =>
    ctx.client.instances.resizeDisk(id, { extra_disk_size: disk.extraSize, ...allow }, call),
  );
  return { disk, ...nodesState(whole.nodes) };
}

/** The disk that was added to the disk of the plan, as the nodes show it. */
export function diskOf(nodes: readonly Node[]): { extraSize: number } {
  const sizes = nodes.map((node) => node.additional_disk_size ?? 0);
  return { extraSize: sizes.length === 0 ? 0 : Math.min(...sizes) };
}

async function changeConfig(ctx: Ctx, id: string, known: Known, { config }: InstanceValues) {
  if (config === undefined) return {};
  const seen = known.config ?? (await settingsOf(ctx, id, { ...known.managed, ...config }));
  await putSettings(ctx, id, undefined, seen, config);
  return { config };
}

async function settingsOf(ctx: Ctx, id: string, declared: SettingValues): Promise<SettingValues> {
  return seenSettings(await ctx.client.instance(id).config.get(ctx, { fresh: true }), declared);
}
