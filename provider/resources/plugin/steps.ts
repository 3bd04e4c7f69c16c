import {
  type ApiError,
  type Client,
  isApiError,
  isNotFound,
  type Plugins,
  type Plugin as PluginWire,
  waitFor,
} from "../../api";
import type { Context } from "../../framework/definition";
import { nearest } from "../../framework/nearest";
import { findToDelete } from "../shared/child";
import { type PluginRef, pluginId } from "../shared/ids";
import { sendOnce, sentSteps, waitForSentStep } from "../shared/sent";
import { isAtLeast, versionOf } from "../shared/versions";

type Ctx = Context<Client>;
type Api = ReturnType<Client["instance"]>;

/** A plugin takes seconds to tens of seconds: after ten minutes of nothing an earlier request for it was lost. */
const lostMs = 10 * 60_000;

/** The plugin as the list shows it; a community plugin is in it from when it is enabled for the first time. */
export async function lookAt(plugins: Plugins, { name }: PluginRef, ...how: Parameters<Plugins["list"]>) {
  return (await plugins.list(...how)).find((each) => each.name === name);
}

/** The plugin of the same name and the other kind: at most one of the two is there. */
const twinOf = (ref: PluginRef): PluginRef => ({ ...ref, community: !ref.community });

/** Whether this run knows the twin, as when `community` is corrected: the plugin is then managed under the twin's id. */
function knowsTwin(ctx: Ctx, ref: PluginRef): boolean {
  const twin = pluginId(twinOf(ref));
  return ctx.isOthers(twin) || ctx.predecessors().has(twin);
}

/**
 * Throws where a plugin that is to change from a community plugin to a standard one is offered as a community plugin. Only
 * what the list of community plugins has tells a kind: it leaves out what was ever installed.
 */
async function throwIfWrongKind(ctx: Ctx, api: Api, ref: PluginRef): Promise<void> {
  if (!ref.community && (await isOffered(ctx, api, ref))) throw new Error(await explainUnknown(ctx, api, ref));
}

async function isOffered(ctx: Ctx, api: Api, { name }: PluginRef): Promise<boolean> {
  return (await api.plugins.community(ctx)).some((each) => each.name === name);
}

/** Enables a plugin, or waits for it where an earlier run has asked for it; one that is on already is left as it is. */
export async function enable(ctx: Ctx, api: Api, ref: PluginRef): Promise<PluginWire> {
  const before = await lookAt(api.plugins, ref, ctx);
  if (before?.enabled) {
    if (!ctx.pending && knowsTwin(ctx, ref)) await throwIfWrongKind(ctx, api, ref);
    if (!ctx.pending) ctx.note("is enabled already: nothing was sent; removing this resource disables it all the same");
    return before;
  }
  if (ctx.sent().length === 0) await throwIfImpossible(ctx, api, ref, before);
  return sendOnce<PluginWire>(ctx, {
    id: pluginId(ref),
    name: "enable",
    what: `plugin ${ref.name} of instance ${ref.instance} to be enabled`,
    lostMs,
    send: () =>
      api.plugins.enable(ref, ctx).catch((error: unknown) => {
        throw withAdvice(error, ref);
      }),
    whyFailed: (job) => whyFailed(ctx, api, ref, job),
    poll: async () => {
      const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
      // What is blocked cannot be enabled any more; one that is on is what was asked for.
      if (seen?.enabled) return { done: seen };
      if (seen?.blocked !== undefined) throw new Error(explainBlocked(ctx, ref, seen.blocked));
      return { waiting: "not enabled yet" };
    },
  });
}

/** Disables a plugin; one that is off already, and one that the broker needs, is left as it is. */
export async function disable(
  ctx: Ctx,
  api: Api,
  ref: PluginRef,
  key: { instanceApiKey?: string | undefined },
): Promise<void> {
  const look = async (options?: { fresh: boolean }) => {
    const seen = await lookAt(api.plugins, ref, ctx, options);
    return seen?.enabled ? seen : undefined;
  };
  // What a run that was cut off has sent may yet be done.
  const before = ctx.pending ? await look() : await findToDelete(ctx, pluginId(ref), key, look);
  if (before === undefined && !ctx.pending) return;
  if (before?.required) {
    const why = before.requiredFor === undefined ? "" : ` (${before.requiredFor})`;
    ctx.note(`plugin ${ref.name} stays enabled: the broker requires it${why}`);
    return;
  }
  // A service that takes either path for either kind would disable what is managed under the other id.
  if (knowsTwin(ctx, ref)) {
    ctx.note(`plugin ${ref.name} stays enabled: it is managed as ${pluginId(twinOf(ref))}`);
    return;
  }
  const asked = await askToDisable(ctx, api, ref);
  if (asked === undefined) return;
  await waitFor<undefined>({
    ...ctx,
    what: `plugin ${ref.name} of instance ${ref.instance} to be disabled`,
    poll: async () => {
      // The list may show it as disabled before the job has ended: a job that failed is looked for first.
      const failed = asked.job === undefined ? undefined : await whyFailed(ctx, api, ref, asked.job);
      const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
      if (!seen?.enabled) return { done: undefined };
      if (failed === undefined) return { waiting: "still enabled" };
      throw new Error(`${ctx.subject}: plugin ${ref.name} of instance ${ref.instance} stays enabled: ${failed}`);
    },
  });
}

/** Asks for a plugin to be disabled; undefined where it is not enabled, and will not be. */
async function askToDisable(ctx: Ctx, api: Api, ref: PluginRef): Promise<{ job?: string } | undefined> {
  const ask = async () => ({ job: await api.plugins.disable(ref, ctx) });
  try {
    return await ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
    if (seen?.enabled) {
      // An earlier try of the same request may have begun it, and the service then knows of nothing to disable.
      if (isNotFound(error) && error.attempts > 1) return {};
      throw withAdvice(error, ref);
    }
    return (await waitForEarlierEnable(ctx, api, ref)) ? ask() : undefined;
  }
}

/** Whether an answer says that there is nothing to do it to, or that it is not done, for a reason that will not pass. */
const isRefusal = (error: unknown): error is ApiError =>
  isNotFound(error) || (isApiError(error) && error.status === 400 && error.kind === "invalid");

/** Why a job failed, with what to do about it. */
async function whyFailed(ctx: Ctx, api: Api, ref: PluginRef, job: string): Promise<string | undefined> {
  const failed = await api.plugins.whyFailed(job, ctx);
  return failed && failed + adviceOn(failed, ref);
}

function withAdvice(error: unknown, ref: PluginRef): unknown {
  const said = isRefusal(error) ? `${error.serviceMessage ?? ""} ${error.kind}` : "";
  const advice = adviceOn(said, ref);
  return advice === "" ? error : new Error(`${(error as ApiError).message}${advice}`);
}

/** A service that does not know an existing plugin was asked for one of the other kind. */
function adviceOn(said: string, { community }: PluginRef): string {
  if (!/unknown|not ?found|no such|does(n't| not) exist/i.test(said)) return "";
  return community
    ? "; if it comes with the broker, declare it with community: false first"
    : "; if it is a community plugin, declare it with community: true first";
}

/** Whether a plugin that is not enabled, but that an earlier run asked for, becomes so. */
async function waitForEarlierEnable(ctx: Ctx, api: Api, ref: PluginRef): Promise<boolean> {
  const sent = sentSteps(ctx).find(({ name }) => name === "enable");
  if (sent === undefined) return false;
  const seen = await waitForSentStep<undefined>(ctx, {
    what: `plugin ${ref.name} of instance ${ref.instance}, which an earlier run asked for`,
    sent,
    lostMs,
    whyFailed: (job) => whyFailed(ctx, api, ref, job),
    poll: async () => {
      const found = await lookAt(api.plugins, ref, ctx, { fresh: true });
      return found?.enabled ? { done: undefined } : { waiting: "not enabled yet" };
    },
  });
  return seen !== undefined;
}

/** Throws what the service's lists say against enabling a plugin, before anything is sent. */
async function throwIfImpossible(ctx: Ctx, api: Api, ref: PluginRef, listed: PluginWire | undefined): Promise<void> {
  if (listed?.blocked !== undefined) throw new Error(explainBlocked(ctx, ref, listed.blocked));
  if (!ref.community) {
    if (listed === undefined) throw new Error(await explainUnknown(ctx, api, ref));
    return;
  }
  const offered = (await api.plugins.community(ctx)).find((each) => each.name === ref.name);
  if (offered === undefined && listed === undefined) throw new Error(await explainUnknown(ctx, api, ref));
  if (offered?.require === undefined || !/^\d/.test(offered.require)) return;
  const version = versionOf(await api.nodes(ctx));
  if (version !== undefined && !isAtLeast(version, offered.require)) {
    throw new Error(
      `${ctx.subject}: community plugin ${ref.name} requires broker ${offered.require} or later, instance ${ref.instance} is on ${version}: raise its rmqVersion first`,
    );
  }
}

function explainBlocked(ctx: Ctx, { name, instance }: PluginRef, why: string): string {
  return `${ctx.subject}: plugin ${name} of instance ${instance} cannot be enabled: ${why}`;
}

async function explainUnknown(ctx: Ctx, { plugins }: Api, { name, instance, community }: PluginRef): Promise<string> {
  const standard = (await plugins.list(ctx)).map((each) => each.name);
  const others = (await plugins.community(ctx)).map((each) => each.name);
  const [kind, own, foreign] = community ? ["community plugin", others, standard] : ["plugin", standard, others];
  const text = `${ctx.subject}: instance ${instance} has no ${kind} "${name}"`;
  if (foreign.includes(name)) {
    return `${text}, but a ${community ? "standard" : "community"} plugin of that name: set community to ${!community}`;
  }
  const near = nearest(name, own);
  return near.length > 0 ? `${text}: did you mean ${near.join(", ")}?` : `${text}, and none with a name like it`;
}
