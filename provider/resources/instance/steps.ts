import { type Client, isApiError, type Node } from "../../api";
import type { Context } from "../../framework/definition";
import { sameValue } from "../../framework/values";
import { isMarker } from "../shared/marker";
import { adviseUpgrade, sendWithAdvice } from "../shared/requirements";
import {
  changedSettings,
  isListed,
  ofType,
  programName,
  type SettingValues,
  sameSetting,
  seenSettings,
  versionNeeded,
  wireName,
} from "../shared/settings";
import { highest } from "../shared/versions";
import { sharedPlanProblem } from "./plan";
import type { InstanceValues } from "./schema";
import { type InstanceState, isSharedPlan, nodesState, planState, toState } from "./state";
import { refuseVersion, upgrade } from "./upgrade";
import { reach } from "./waits";

type Ctx = Context<Client>;

/** What is known of an instance before its steps; what is not is looked at by the step that needs it. */
export interface Known {
  name?: string;
  /** With the markers. */
  tags?: readonly string[];
  plan?: string;
  region?: string;
  nodes?: number | null;
  disk?: { extraSize: number };
  rmqVersion?: string | null;
  config?: SettingValues;
  /** The settings that were managed before, where their values are not known. */
  managed?: SettingValues;
}

/**
 * Brings an instance to what is declared, step by step; nothing is sent that is so already, and what was seen after each
 * step is kept, so that a run that is cut off is gone on with.
 */
export async function bring(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<Partial<InstanceState>> {
  await refuse(ctx, id, known, args);
  const reached: Partial<InstanceState> = {};
  const steps = [changePlan, changeDisk, upgrade, changeConfig];
  // While a new instance has its marker, a run that is cut off finds it again: the marker goes last.
  const isNew = known.tags?.some(isMarker) ?? false;
  for (const step of isNew ? [...steps, changeNameAndTags] : [changeNameAndTags, ...steps]) {
    Object.assign(reached, await step(ctx, id, known, args));
    ctx.hold(id, reached);
  }
  return reached;
}

/** Throws, before anything is sent, where a later step cannot succeed. */
async function refuse(ctx: Ctx, id: string, known: Known, args: InstanceValues): Promise<void> {
  const problem = sharedPlanProblem(args);
  if (problem !== undefined && (await isSharedPlan(ctx, args.plan))) {
    throw new Error(`${ctx.subject}: ${problem.property} ${problem.reason}`);
  }
  await refuseVersion(ctx, id, known, args);
}

async function changeNameAndTags(ctx: Ctx, id: string, known: Known, { name, tags }: InstanceValues) {
  const same = known.name === name && sameValue({ set: true }, known.tags ?? [], tags);
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
      // A plan brings a node count of its own: the declared one goes with it.
      ...(nodes !== undefined && (moves || nodes !== before.nodes.length) && { nodes }),
    };
    await ctx.client.instances.update(id, changes, call).catch((error: unknown) => sayHowToReplace(ctx, error));
  });
  const { name: _name, tags: _tags, ...others } = toState(whole.seen);
  return { ...others, ...(await planState(ctx, plan)), ...nodesState(whole.nodes) };
}

function sayHowToReplace(ctx: Ctx, error: unknown): never {
  if (!isApiError(error) || error.status !== 422) throw error;
  throw new Error(
    `${error.message} To replace the broker on purpose, losing its messages: pulumi up --target-replace ${ctx.urn}`,
  );
}

async function changeDisk(ctx: Ctx, id: string, known: Known, { disk }: InstanceValues) {
  if (disk === undefined) return {};
  if (known.disk?.extraSize === disk.extraSize) return { disk };
  const allow = disk.allowDowntime === undefined ? {} : { allow_downtime: disk.allowDowntime };
  const whole = await reach(ctx, id, { disk: disk.extraSize }, (call) =>
    ctx.client.instances.resizeDisk(id, { extra_disk_size: disk.extraSize, ...allow }, call),
  );
  return { disk, ...nodesState(whole.nodes) };
}

/** The disk that was added to the plan's, as the nodes show it. */
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

/**
 * Sends the settings that differ. One taken out goes back to the service's default, or stays with a warning; one that
 * another resource of the program declares now is left to that one.
 */
export async function putSettings(
  ctx: Ctx,
  id: string,
  apiKey: string | undefined,
  seen: SettingValues,
  declared: SettingValues,
): Promise<void> {
  const broker = ctx.client.instance(id, { apiKey });
  const { set, removed } = changedSettings(seen, declared);
  const left = Object.entries(removed).filter(([name]) => ctx.holder(claimOf(id, name)) === undefined);
  const unlisted = Object.entries(set).filter(([name]) => !isListed(name));
  const needed = new Map(Object.keys(set).map((name) => [name, versionNeeded(name)]));
  if (left.length + unlisted.length > 0) {
    const available = new Map((await broker.config.available(ctx)).map((setting) => [setting.name, setting]));
    for (const [name] of unlisted) needed.set(name, available.get(name)?.version_requirement);
    for (const [name, value] of unlisted) set[name] = ofType(available.get(name)?.type, value);
    for (const [name, now] of left) {
      const value = available.get(name)?.default ?? undefined;
      if (value === undefined) ctx.warn(`${name} stays as it is: the service names no default for it`);
      else if (!sameSetting(name, now, value)) set[name] = value;
    }
  }
  if (Object.keys(set).length === 0) return;
  await sendWithAdvice(
    () => broker.config.set(set, ctx),
    (said) => adviseOnSettings(id, needed, said),
  );
}

/** What to do about settings that need a newer broker: those that the service names, else all that may be meant. */
function adviseOnSettings(id: string, needed: Map<string, string | undefined>, said: string): string | undefined {
  const all = [...needed].flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const]));
  const named = all.filter(([name]) => said.includes(name));
  const meant = named.length > 0 ? named : all;
  const version = highest(meant.map(([, each]) => each));
  const names = meant.map(([name]) => programName(name)).join(", ");
  return version && adviseUpgrade(id, names, version);
}

const claimOf = (id: string, name: string) => `setting ${name} of instance ${id}`;

/** Takes each setting for this resource; why it cannot be, where another resource of the program declares one already. */
export function settingsTaken(ctx: Ctx, id: string, config: SettingValues | undefined): string | undefined {
  for (const name of Object.keys(config ?? {}).map(wireName)) {
    const holder = ctx.claim(claimOf(id, name));
    if (holder !== undefined) {
      return `${name} of instance ${id} is also declared by "${holder.split("::").at(-1)}": keep it in one of the two`;
    }
  }
  return undefined;
}
