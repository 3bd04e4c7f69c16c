import { type Client, type InstanceDetail, isApiError, isGone, type Node, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { sameValue } from "../framework/values";
import type { InstanceValues } from "./instance-args";
import { type InstanceState, nodesState, planState, toState } from "./instance-state";
import { upgrade } from "./instance-upgrade";
import { changedSettings, type SettingValues, seenSettings, wireName } from "./settings";

type Ctx = Context<Client>;

/** What is known of an instance before its steps; tags with the markers. */
export interface Known {
  name?: string;
  tags?: readonly string[];
  plan?: string;
  nodes?: number | null;
  disk?: { extraSize: number };
  rmqVersion?: string | null;
  config: SettingValues;
}

/** How long an instance just made may be unknown to the service's reads. */
const unseenMs = 30_000;

/** Waits until the instance can be used. */
export async function untilReady(ctx: Ctx, id: string): Promise<InstanceDetail> {
  const start = ctx.clock.now();
  return waitFor<InstanceDetail>({
    ...ctx,
    what: `instance ${id}`,
    poll: async () => {
      const seen = await ctx.client.instances.get(id, ctx, { fresh: true }).catch((error: unknown) => {
        if (isGone(error) && ctx.clock.now() - start < unseenMs) return undefined;
        throw error;
      });
      if (seen === undefined) return { waiting: "not shown yet" };
      return seen.ready === false ? { waiting: "being created" } : { done: seen };
    },
  });
}

/** What the service holds of the things that the steps change: after a failure nothing is taken as known. */
export async function observe(
  ctx: Ctx,
  id: string,
  state: Partial<InstanceState>,
  args: InstanceValues,
): Promise<Known> {
  const seen = await untilReady(ctx, id);
  const broker = ctx.client.instance(id);
  const nodes = args.disk === undefined ? undefined : await broker.nodes(ctx);
  const declared = { ...state.config, ...args.config };
  const config = args.config === undefined ? {} : seenSettings(await broker.config.get(ctx, { fresh: true }), declared);
  return { ...seen, rmqVersion: seen.rmq_version, disk: nodes && diskOf(nodes), config };
}

/**
 * Brings an instance to what is declared, step by step; nothing is sent that is so already, and what was seen after each
 * step is kept, so that a run that is cut off is gone on with.
 */
export async function bring(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<Partial<InstanceState>> {
  const reached: Partial<InstanceState> = {};
  const steps = [changeNameAndTags, changePlan, changeDisk, upgrade, changeConfig];
  for (const step of steps) {
    Object.assign(reached, await step(ctx, id, known, args));
    ctx.hold(id, reached);
  }
  return reached;
}

async function changeNameAndTags(ctx: Ctx, id: string, known: Known, { name, tags }: InstanceValues) {
  const same = known.name === name && sameValue({ set: true }, known.tags ?? [], tags);
  if (!same) await ctx.client.instances.update(id, { name, tags }, ctx);
  return { name, tags };
}

async function changePlan(ctx: Ctx, id: string, known: Known, { plan, nodes }: InstanceValues) {
  const otherNodes = nodes !== undefined && nodes !== known.nodes;
  if (known.plan === plan && !otherNodes) return {};
  const step = `plan ${plan} ${nodes ?? ""}`;
  if (!ctx.wasSent(step)) {
    const changes = { ...(known.plan === plan ? {} : { plan }), ...(otherNodes ? { nodes } : {}) };
    await ctx.client.instances.update(id, changes, ctx).catch((error: unknown) => sayHowToReplace(ctx, error));
    ctx.holdSent(id, step);
  }
  const { seen, all } = await untilPlan(ctx, id, plan, nodes);
  ctx.dropSent(step);
  const { name: _name, tags: _tags, ...others } = toState(seen, true);
  return { ...others, ...(await planState(ctx, plan)), ...nodesState(all) };
}

/** The new plan must be seen: nodes are configured before a change begins, too. */
async function untilPlan(ctx: Ctx, id: string, plan: string, nodes: number | undefined) {
  return waitFor<{ seen: InstanceDetail; all: Node[] }>({
    ...ctx,
    what: `instance ${id} to be on ${plan}`,
    poll: async () => {
      const seen = await ctx.client.instances.get(id, ctx, { fresh: true });
      if (seen.plan !== plan) return { waiting: `still on ${seen.plan}` };
      if (nodes !== undefined && seen.nodes !== nodes) return { waiting: `has ${seen.nodes ?? 0} of ${nodes} nodes` };
      if (seen.ready === false) return { waiting: "being reconfigured" };
      // A shared instance has no nodes of its own.
      const all = seen.nodes === undefined ? [] : await ctx.client.instance(id).nodes(ctx);
      const left = all.filter((node) => !node.configured).length;
      return left > 0 ? { waiting: `${left} of ${all.length} nodes being configured` } : { done: { seen, all } };
    },
  });
}

function sayHowToReplace(ctx: Ctx, error: unknown): never {
  if (!isApiError(error) || error.status !== 422) throw error;
  throw new Error(
    `${error.message} To replace the broker on purpose, losing its messages: pulumi up --target-replace ${ctx.urn}`,
  );
}

async function changeDisk(ctx: Ctx, id: string, known: Known, { disk }: InstanceValues) {
  if (disk === undefined) return {};
  const broker = ctx.client.instance(id);
  const { extraSize } = known.disk ?? diskOf(await broker.nodes(ctx));
  if (extraSize === disk.extraSize) return { disk };
  const step = `disk ${disk.extraSize}`;
  if (!ctx.wasSent(step)) {
    const allow = disk.allowDowntime === undefined ? {} : { allow_downtime: disk.allowDowntime };
    await ctx.client.instances.resizeDisk(id, { extra_disk_size: disk.extraSize, ...allow }, ctx);
    ctx.holdSent(id, step);
  }
  const nodes = await waitFor<Node[]>({
    ...ctx,
    what: `the disk of instance ${id}`,
    poll: async () => {
      const all = await broker.nodes(ctx);
      const done = all.filter((node) => node.configured && node.additional_disk_size === disk.extraSize).length;
      return done < all.length ? { waiting: `${done} of ${all.length} nodes changed` } : { done: all };
    },
  });
  ctx.dropSent(step);
  return { disk, ...nodesState(nodes) };
}

/** The disk that was added to the plan's, as the nodes show it. */
export function diskOf(nodes: readonly Node[]): { extraSize: number } {
  const sizes = nodes.map((node) => node.additional_disk_size ?? 0);
  return { extraSize: sizes.length === 0 ? 0 : Math.min(...sizes) };
}

async function changeConfig(ctx: Ctx, id: string, known: Known, { config }: InstanceValues) {
  if (config === undefined) return {};
  await putSettings(ctx, id, undefined, known.config, config);
  return { config };
}

/** Sends the settings that differ; one taken out goes back to the service's default, or stays with a warning. */
export async function putSettings(
  ctx: Ctx,
  id: string,
  apiKey: string | undefined,
  seen: SettingValues,
  declared: SettingValues,
): Promise<void> {
  const broker = ctx.client.instance(id, { apiKey });
  const { set, removed } = changedSettings(seen, declared);
  if (removed.length > 0) {
    const available = await broker.config.available(ctx);
    for (const name of removed) {
      const value = available.find((setting) => setting.name === name)?.default;
      if (value === undefined || value === null)
        ctx.warn(`${name} stays as it is: the service names no default for it`);
      else set[name] = value;
    }
  }
  if (Object.keys(set).length > 0) await broker.config.set(set, ctx);
}

/** Takes each setting for this resource; why it cannot be, where another resource of this run manages one already. */
export function settingsTaken(ctx: Ctx, id: string, config: SettingValues | undefined): string | undefined {
  for (const name of Object.keys(config ?? {})) {
    const holder = ctx.claim(`setting ${wireName(name)} of instance ${id}`);
    if (holder !== undefined) {
      return `${wireName(name)} of instance ${id} is also declared by "${holder.split("::").at(-1)}": keep it in one of the two`;
    }
  }
  return undefined;
}
