// `instance.ts` passes `instanceDefinition` to the class. A new step goes into `steps`. A new broker must lose its
// marker last, because this tag is how a later run finds an unfinished broker.
import { type Call, type InstanceBody, waitFor } from "../../api";
import { throwIfClaimed } from "../../framework/run/claims";
import { type Ctx, queueOf, readCall, removals } from "../shared/ctx";
import { accountKey, defineKind, named } from "../shared/defineKind";
import { parseNumericId } from "../shared/ids";
import { markedInstances } from "../shared/leftOver";
import { checkNew, findCutOff, isMarker, markerOf, warnOfLate, warnOfMarker } from "../shared/marker";
import { claimsOf } from "../shared/putSettings";
import { noneIfNotFound } from "../shared/refusals";
import { seenSettings } from "../shared/settings";
import { isAtLeast } from "../shared/versions";
import { declaredNetwork, lookForNetwork, madeFrom, warnOfNetwork } from "./network";
import { throwUnlessFit } from "./plan";
import { decide, offeredFailures } from "./preview";
import { addresses, altered, type InstanceValues, instanceRules, instanceSchema, ofPlan } from "./schema";
import type { InstanceState, Known, State } from "./state";
import { diskOf, networkState, nodesOf, nodesShown, nodesState, planState, rememberTier, toState } from "./state";
import { changeConfig, changeDisk, changeNameAndTags, changePlan, waitForEarlierSteps, waitForReady } from "./steps";
import { throwUnlessOffered, upgrade, versionOfNew } from "./version";

export const instanceDefinition = defineKind<InstanceValues, InstanceState>({
  type: "Instance",
  schema: instanceSchema,
  rules: instanceRules,
  arrange: named,
  facts: ({ plan, backend, rmqVersion, vpcSubnet }) => ({ plan, backend, rmqVersion, vpcSubnet }),
  alters: altered,
  outputs: [...addresses, "username", "password", "vhost", "apiKey", "ready", "providerId", ...ofPlan],
  secretOutputs: ["url", "urls", "password", "apiKey"],
  marked: markedInstances,
  // An hour, and three more where the service may swap a disk, for which the cluster has to be down.
  timeouts: { create: ({ disk }) => 60 + (disk?.extraSize && disk.allowDowntime ? 180 : 0) },
  leaves: () =>
    "; the plugins, firewall rules, settings, custom domain and private connectivity of this instance stay too, even if the program no longer declares them",
  saysChanges: ["plan", "nodes", "disk", "rmqVersion"],
  goneMeans:
    "with its messages. After a refresh, pulumi up makes a new, empty broker with another URL, and you pay for the new broker. If somebody deleted the old broker on purpose, run pulumi refresh and remove the broker from the program",
  replaceLoses: "its messages, queues, users and settings are lost, and its host name and credentials change",

  ...accountKey,
  offered: offeredFailures,
  decide,

  async create(ctx, args) {
    const { instances } = ctx.call.client;
    const found = await findCutOff(ctx, "instance", args, {
      list: (options) => instances.list(ctx.call, options),
      get: (id) => instances.find(id, ctx.call),
      isTwin: ({ name, region }) => name === args.name && region === args.region,
      twin: `an instance named "${args.name}" in ${args.region}`,
      madeFrom: (item) => madeFrom(ctx, item, args),
    });
    const { id, first, isRepeated } = found ?? (await post(ctx, args));
    if (found && args.copySettings !== undefined)
      ctx.say.warn(`copySettings: took effect only if the interrupted run that made instance ${id} declared it`);
    ctx.kept.hold(id, first);
    const work = finish(ctx, id, args, found !== undefined);
    const list = (call: Call) => instances.list(call, { fresh: true });
    if (isRepeated) await warnOfLate(ctx, "instance", id, work, list);
    return { id, state: { ...first, ...(await work) } };
  },

  async read(ctx, id, state) {
    const number = parseNumericId("Instance", id);
    const broker = ctx.call.client.instance(number);
    const call = readCall(ctx);
    const seen = await ctx.call.client.instances.find(number, call);
    if (seen === undefined) return undefined;
    if (state.url === undefined) warnOfMarker(ctx, `instance ${id}`, seen.tags);
    const config = state.config && seenSettings(await broker.config.get(call), state.config);
    rememberTier(ctx.call, state);
    // An imported instance needs all requests, as nothing is known of it. One that `.get` reads declares nothing.
    const isImported = state.url === undefined && state.plan !== undefined;
    const isSamePlan = !isImported && (state.plan ?? seen.plan) === seen.plan;
    const needsNodes = !isSamePlan || state.disk !== undefined || ctx.kept.declaredInputs.includes("nodes");
    const nodes = needsNodes ? await nodesShown({ ...ctx, call }, id, seen.plan) : undefined;
    return {
      ...toState(seen),
      ...(isSamePlan ? {} : await planState({ ...ctx, call }, seen.plan)),
      ...(isImported ? await networkState(call, seen) : {}),
      ...(config && { config }),
      ...(nodes ? nodesState(nodes) : { nodes: seen.nodes }),
      ...(nodes && state.disk && { disk: { ...state.disk, ...diskOf(nodes) } }),
    };
  },

  async update(ctx, id, state, args) {
    return ctx.inTurn(queueOf(id), async (turn) => {
      rememberTier(turn.call, state);
      const known = turn.kept.pending ? await observe(turn, id, state) : { ...state, config: state.config ?? {} };
      const network = await lookForNetwork(turn, id, state, args);
      const reached = { ...network, ...(await changeInstance(turn, id, known, args)) };
      if (!turn.kept.pending) return reached;
      // An earlier run was cut off before the instance was complete, so state may lack what a create adds to it.
      const seen = await turn.call.client.instances.get(id, turn.call);
      const nodes = await nodesOf(turn, id, seen.plan);
      const missing = { ...(await planState(turn, seen.plan)), ...(await declaredNetwork(turn.call, args, seen)) };
      return { ...toState(seen), ...missing, ...nodesState(nodes), ...reached };
    });
  },

  async delete(ctx, id, state) {
    const number = parseNumericId("Instance", id);
    const { instances } = ctx.call.client;
    ctx.run.tell(removals, number);
    try {
      await instances.delete(number, ctx.call);
      await waitFor(ctx.call, `instance ${number} to be gone`, async () => {
        const left = await instances.get(number, ctx.call, { fresh: true }).catch(noneIfNotFound);
        return left === undefined ? { done: undefined } : { waiting: "being deleted" };
      });
    } catch (error) {
      ctx.run.tell(removals, number, false);
      throw error;
    }
    // The VPC was made by the service, for a declared subnet or for VPC Connect.
    if (!ctx.kept.declaredInputs.includes("vpc") && state.vpc) {
      ctx.say.note(`VPC ${state.vpc} of the instance stays: if nothing else needs this VPC, delete it separately`);
    }
  },
});

/** Looks at the instance after a failure, when state proves nothing. Steps look at disk and settings themselves. */
async function observe(ctx: Ctx, id: string, { config }: State): Promise<Known> {
  await waitForReady(ctx.call, id);
  await waitForEarlierSteps(ctx, id);
  const seen = await ctx.call.client.instances.get(id, ctx.call, { fresh: true });
  return { ...seen, rmqVersion: seen.rmq_version, managed: config };
}

async function post(ctx: Ctx, args: InstanceValues) {
  const asked = { ...args, rmqVersion: await versionOfNew(ctx, args) };
  const mark = markerOf(ctx.run.urn ?? "");
  const { id, answer, isRepeated } = await ctx.call.client.instances.create(wireOf(asked, mark), ctx.call, { mark });
  return { id, first: { apiKey: answer?.apikey, url: answer?.url }, isRepeated };
}

function wireOf({ name, plan, region, tags, vpc, copySettings, ...args }: InstanceValues, mark: string): InstanceBody {
  return {
    name,
    plan,
    region,
    tags: [...tags, mark],
    vpc_id: vpc === undefined ? undefined : Number(vpc),
    vpc_subnet: args.vpcSubnet,
    nodes: args.nodes,
    rmq_version: args.rmqVersion,
    preferred_az: args.preferredAz,
    copy_settings: copySettings && { subscription_id: Number(copySettings.instance), settings: copySettings.settings },
  };
}

/** Waits until a new instance can be used, and makes the changes that its request could not include. */
async function finish(ctx: Ctx, id: string, args: InstanceValues, takenOver: boolean): Promise<State> {
  throwIfClaimed(ctx, claimsOf(id, args.config));
  const seen = await waitForReady(ctx.call, id, (each) => takenOver || checkNew(ctx, "instance", each, args));
  const told = { ...(await planState(ctx, seen.plan)), ...(await declaredNetwork(ctx.call, args, seen)) };
  const state = { ...toState(seen), ...told };
  if (takenOver) warnOfNetwork(ctx, id, args, told);
  rememberTier(ctx.call, state);
  ctx.kept.hold(id, state);
  return ctx.inTurn(queueOf(id), async (turn) => {
    const nodes = await nodesOf(turn, id, seen.plan);
    const made = { ...state, ...nodesState(nodes) };
    const known = takenOver
      ? await observe(turn, id, {})
      : { ...made, tags: seen.tags, lacksTags: seen.lacksTags, config: {}, disk: diskOf(nodes) };
    return { ...made, ...(await changeInstance(turn, id, known, args)) };
  });
}

/** Changes an instance step by step, each kept in state for a run after a cut. A step that is done sends nothing. */
async function changeInstance(ctx: Ctx, id: string, known: Known, args: InstanceValues) {
  // Nothing is sent when a later step cannot succeed.
  await throwUnlessFit(ctx, args);
  await throwUnlessOffered(ctx, id, known, args);
  // The declared version is a minimum: state says which one the broker has.
  const isNewEnough = args.rmqVersion !== undefined && isAtLeast(known.rmqVersion, args.rmqVersion);
  const reached: State = isNewEnough ? { rmqVersion: known.rmqVersion } : {};
  const steps = [changePlan, changeDisk, upgrade, changeConfig];
  // The marker goes last: by its marker the next run finds a new instance after a cut.
  const isNew = known.lacksTags || known.tags?.some(isMarker);
  for (const step of isNew ? [...steps, changeNameAndTags] : [changeNameAndTags, ...steps]) {
    Object.assign(reached, await step(ctx, id, known, args));
    ctx.kept.hold(id, reached);
  }
  return reached;
}
