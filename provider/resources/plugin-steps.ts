import { type Client, isApiError, isNotFound, type Plugins, type Plugin as PluginWire, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { nearest } from "../framework/nearest";
import { type PluginRef, pluginId } from "./ids";
import { isAtLeast } from "./instance-upgrade";
import { versionOf } from "./instance-waits";
import { sendOnce, sentSteps, untilLost } from "./sent";

type Ctx = Context<Client>;
type Api = ReturnType<Client["instance"]>;

/** A plugin takes seconds to tens of seconds: after ten minutes of nothing an earlier request for it was lost. */
const lostMs = 10 * 60_000;

/** The plugin as the list shows it; a community plugin is in it when it is enabled. */
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
 * Throws where an enabled plugin is of the other kind. Only the list of community plugins tells the kinds apart, and one
 * that is on already shall cost no second request: a standard one is looked up only where the run says both of it.
 */
export async function refuseOtherKind(ctx: Ctx, api: Api, ref: PluginRef): Promise<void> {
  if ((await isCommunity(ctx, api, ref)) !== ref.community) throw new Error(await unknownText(ctx, api, ref));
}

async function isCommunity(ctx: Ctx, api: Api, ref: PluginRef): Promise<boolean> {
  return (await api.plugins.community(ctx)).some((each) => each.name === ref.name);
}

/** Enables a plugin, or waits for it where an earlier run has asked for it; one that is on already is left as it is. */
export async function enable(ctx: Ctx, api: Api, ref: PluginRef): Promise<PluginWire> {
  const before = await lookAt(api.plugins, ref, ctx);
  if (before?.enabled) {
    if (!ctx.pending && (ref.community || knowsTwin(ctx, ref))) await refuseOtherKind(ctx, api, ref);
    if (!ctx.pending) ctx.note("is enabled already: nothing was sent; removing this resource disables it all the same");
    return before;
  }
  if (ctx.sent().length === 0) await refuse(ctx, api, ref, before);
  return sendOnce<PluginWire>(ctx, {
    id: pluginId(ref),
    name: "enable",
    what: `plugin ${ref.name} of instance ${ref.instance} to be enabled`,
    lostMs,
    send: () => api.plugins.enable(ref, ctx),
    poll: async () => {
      const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
      // What is blocked cannot be enabled any more; one that is on is what was asked for.
      if (seen?.enabled) return { done: seen };
      if (seen?.blocked !== undefined) throw new Error(blockedText(ctx, ref, seen.blocked));
      return { waiting: "not enabled yet" };
    },
  });
}

/** Disables a plugin; one that is off already, and one that the broker needs, is left as it is. */
export async function disable(ctx: Ctx, api: Api, ref: PluginRef): Promise<void> {
  const before = await lookAt(api.plugins, ref, ctx);
  // What a run that was cut off has sent may yet be done.
  if (!before?.enabled && !ctx.pending) return;
  if (before?.required) {
    ctx.note(`plugin ${ref.name} stays enabled: the broker requires it`);
    return;
  }
  // A service that takes either path for either kind would disable what is managed under the other id.
  if (knowsTwin(ctx, ref)) {
    ctx.note(`plugin ${ref.name} stays enabled: it is managed as ${pluginId(twinOf(ref))}`);
    return;
  }
  if (!(await askToDisable(ctx, api, ref))) return;
  await waitFor<undefined>({
    ...ctx,
    what: `plugin ${ref.name} of instance ${ref.instance} to be disabled`,
    poll: async () => {
      const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
      return seen?.enabled ? { waiting: "still enabled" } : { done: undefined };
    },
  });
}

/** Asks for a plugin to be disabled; false where none of its name and kind is enabled, or will be. */
async function askToDisable(ctx: Ctx, api: Api, ref: PluginRef): Promise<boolean> {
  try {
    await api.plugins.disable(ref, ctx);
    return true;
  } catch (error) {
    const refused = isApiError(error) && error.status === 400 && error.kind === "invalid";
    if (!refused && !isNotFound(error)) throw error;
    const seen = await lookAt(api.plugins, ref, ctx, { fresh: true });
    if (seen?.enabled) {
      if ((await isCommunity(ctx, api, ref)) !== ref.community) {
        const [kind, said] = ref.community ? ["standard", "a community"] : ["community", "a standard"];
        ctx.note(`plugin ${ref.name} stays enabled: it is a ${kind} plugin, and this resource stood for ${said} one`);
        return false;
      }
      if (refused) throw error;
      return true;
    }
    if (!(await comesAfterAll(ctx, api, ref))) return false;
    await api.plugins.disable(ref, ctx);
    return true;
  }
}

/** Whether a plugin that is not enabled, but that an earlier run asked for, becomes so. */
async function comesAfterAll(ctx: Ctx, api: Api, ref: PluginRef): Promise<boolean> {
  const sent = sentSteps(ctx).find(({ name }) => name === "enable");
  if (sent === undefined) return false;
  const seen = await untilLost<undefined>(ctx, {
    what: `plugin ${ref.name} of instance ${ref.instance}, which an earlier run asked for`,
    sent,
    lostMs,
    poll: async () => {
      const found = await lookAt(api.plugins, ref, ctx, { fresh: true });
      return found?.enabled ? { done: undefined } : { waiting: "not enabled yet" };
    },
  });
  return seen !== undefined;
}

/** Throws what the service's lists say against enabling a plugin, before anything is sent. */
async function refuse(ctx: Ctx, api: Api, ref: PluginRef, listed: PluginWire | undefined): Promise<void> {
  if (listed?.blocked !== undefined) throw new Error(blockedText(ctx, ref, listed.blocked));
  if (!ref.community) {
    if (listed === undefined) throw new Error(await unknownText(ctx, api, ref));
    return;
  }
  const offered = (await api.plugins.community(ctx)).find((each) => each.name === ref.name);
  if (offered === undefined) throw new Error(await unknownText(ctx, api, ref));
  if (offered.require === undefined || !/^\d/.test(offered.require)) return;
  const version = versionOf(await api.nodes(ctx));
  if (version !== undefined && !isAtLeast(version, offered.require)) {
    throw new Error(
      `${ctx.subject}: community plugin ${ref.name} requires broker ${offered.require} or later, instance ${ref.instance} is on ${version}: raise its rmqVersion first`,
    );
  }
}

function blockedText(ctx: Ctx, { name, instance }: PluginRef, why: string): string {
  return `${ctx.subject}: plugin ${name} of instance ${instance} cannot be enabled: ${why}`;
}

async function unknownText(ctx: Ctx, { plugins }: Api, { name, instance, community }: PluginRef): Promise<string> {
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
