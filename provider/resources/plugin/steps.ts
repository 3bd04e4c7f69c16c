// `plugin.ts` calls these steps to enable or disable a plugin; `cli/adopt/onBroker.ts` makes ids with `pluginIds`.
// `lostMs` may change. The forms of ids and the step name `enable` must stay, because state keeps both.
import type { ApiError, InstanceClient, Plugin as PluginWire } from "../../api";
import { isApiError, isNotFound, waitFor, withAdvice } from "../../api";
import type { Sharing } from "../../framework/kind/context";
import { nearest } from "../../framework/preview/nearest";
import { findToDelete } from "../shared/child";
import type { Calling, Ctx } from "../shared/ctx";
import { idsOf, partThat } from "../shared/ids";
import type { Place } from "../shared/partKind";
import { sendOnce, sentSteps, waitForSentStep } from "../shared/sent";
import { isAtLeast, versionOf } from "../shared/versions";

interface PluginRef {
  instance: string;
  name: string;
  community: boolean;
}

interface PluginPlace extends PluginRef, Place {}

/** True when a text can be the name of a plugin. */
export const isPluginName = (text: string): text is string => /^[a-z0-9_]{1,100}$/i.test(text);

const ids = idsOf("Plugin", "<instance>/plugins|community-plugins/<name>", {
  name: partThat(isPluginName, "broker_shovel"),
});

export const pluginIds = {
  make: ({ instance, name, community }: PluginRef): string =>
    ids.make({ instance, kind: community ? "community-plugins" : "plugins", name }),
  parse(id: string): PluginRef {
    const { instance, kind, name } = ids.parse(id);
    return { instance, name, community: kind === "community-plugins" };
  },
};

/** The time after which a request without effect counts as lost. A plugin takes seconds to tens of seconds. */
const lostMs = 10 * 60_000;

/** Finds the plugin in the list. A community plugin appears there when it is enabled for the first time. */
export const lookAt = async ({ name, api }: PluginPlace, ...how: Parameters<InstanceClient["plugins"]["list"]>) =>
  (await api.plugins.list(...how)).find((each) => each.name === name);

/** The id of a resource that manages this plugin as the other kind, as after `community` was corrected. */
function knownTwin(run: Sharing, at: PluginPlace): string | undefined {
  const twin = pluginIds.make({ ...at, community: !at.community });
  return run.isOthers(twin) || run.predecessors().has(twin) ? twin : undefined;
}

/** Throws when a plugin is to be a standard one although the service still offers it as a community plugin. */
async function throwIfWrongKind(call: Calling, at: PluginPlace): Promise<void> {
  if (!at.community && (await findOffered(call, at)) !== undefined) throw new Error(await explainUnknown(call, at));
}

const findOffered = async (call: Calling, { name, api }: PluginPlace) =>
  (await api.plugins.community(call)).find((each) => each.name === name);

/** Enables a plugin, or waits for an earlier run's request. A plugin that is enabled already stays as it is. */
export async function enable(ctx: Ctx, at: PluginPlace): Promise<PluginWire> {
  const before = await lookAt(at, ctx.call);
  if (before?.enabled) {
    if (!ctx.kept.pending && knownTwin(ctx.run, at)) await throwIfWrongKind(ctx.call, at);
    const later = before.required
      ? "the broker requires the plugin, so the plugin stays enabled when you remove this resource"
      : "if you remove this resource, the plugin will be disabled";
    if (!ctx.kept.pending) ctx.say.note(`is enabled already: nothing was sent; ${later}`);
    return before;
  }
  if (ctx.kept.sent().length === 0) await throwIfImpossible(ctx.call, at, before);
  return sendOnce<PluginWire>(ctx, {
    id: at.id,
    name: "enable",
    what: `plugin ${at.name} of instance ${at.instance} to be enabled`,
    lostMs,
    send: () =>
      at.api.plugins.enable(at, ctx.call).catch((error: unknown) => {
        throw adviseOnError(error, at);
      }),
    explainFailure: (job) => explainFailure(ctx.call, at, job),
    poll: async () => {
      const seen = await lookAt(at, ctx.call, { fresh: true });
      // The wait ends with an enabled plugin. A blocked plugin cannot be enabled any more, so the wait fails.
      if (seen?.enabled) return { done: seen };
      if (seen?.blocked !== undefined) throw new Error(explainBlocked(ctx.call, at, seen.blocked));
      return { waiting: "not enabled yet" };
    },
  });
}

/** Disables a plugin. A plugin that is disabled already, or that the broker requires, stays as it is. */
export async function disable(ctx: Ctx, at: PluginPlace, key: { instanceApiKey?: string }): Promise<void> {
  const look = async (options?: { fresh: boolean }) => {
    const seen = await lookAt(at, ctx.call, options);
    return seen?.enabled ? seen : undefined;
  };
  // An earlier interrupted run may have asked for the plugin, which may then appear later.
  const before = ctx.kept.pending ? await look() : await findToDelete(ctx.call, at.id, key, look);
  if (before === undefined && !ctx.kept.pending) return;
  if (before?.required) {
    const why = before.requiredFor === undefined ? "" : ` (${before.requiredFor})`;
    ctx.say.note(`plugin ${at.name} stays enabled: the broker requires it${why}`);
    return;
  }
  // The service may accept the path of either kind, and would then disable the plugin managed under the other id.
  const twin = knownTwin(ctx.run, at);
  if (twin !== undefined) {
    ctx.say.note(`plugin ${at.name} stays enabled, because this program now manages the plugin under the id ${twin}`);
    return;
  }
  const asked = await askToDisable(ctx, at);
  if (asked === undefined) return;
  await waitFor<undefined>(ctx.call, `plugin ${at.name} of instance ${at.instance} to be disabled`, async () => {
    // The job is looked at before the list, because the list may show the plugin as disabled before the job has ended.
    const failed = asked.job === undefined ? undefined : await explainFailure(ctx.call, at, asked.job);
    if (!(await lookAt(at, ctx.call, { fresh: true }))?.enabled) return { done: undefined };
    if (failed === undefined) return { waiting: "still enabled" };
    throw new Error(
      `${ctx.call.subject}: the service could not disable plugin ${at.name} of instance ${at.instance}. Correct the cause, then run again. The service says: ${failed}`,
    );
  });
}

/** Sends the request to disable a plugin; undefined when the plugin is not enabled and will not become so. */
async function askToDisable(ctx: Ctx, at: PluginPlace): Promise<{ job?: string } | undefined> {
  const ask = async () => ({ job: await at.api.plugins.disable(at, ctx.call) });
  try {
    return await ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if ((await lookAt(at, ctx.call, { fresh: true }))?.enabled) {
      // An earlier attempt of this request may have begun to disable the plugin, so that nothing is left to disable.
      if (isNotFound(error) && error.attempts > 1) return {};
      throw adviseOnError(error, at);
    }
    return (await waitForEarlierEnable(ctx, at)) ? ask() : undefined;
  }
}

/** True when an error is a lasting refusal: the service finds nothing to disable, or will not disable it. */
const isRefusal = (error: unknown): error is ApiError =>
  isNotFound(error) || (isApiError(error) && error.status === 400 && error.kind === "invalid");

/** Explains why a job failed, with advice; undefined when it did not fail. */
async function explainFailure(call: Calling, at: PluginPlace, job: string): Promise<string | undefined> {
  const failed = await at.api.plugins.whyFailed(job, call);
  const advice = failed && adviceOn(failed, at);
  return advice ? `${failed}; ${advice}` : failed;
}

function adviseOnError(error: unknown, at: PluginRef): unknown {
  const said = isRefusal(error) ? `${error.serviceMessage ?? ""} ${error.kind}` : "";
  const advice = adviceOn(said, at);
  if (advice === undefined) return error;
  return new Error(withAdvice(error as ApiError, { invalid: advice, notFound: advice }).message);
}

/** Advises to correct `community` or the name when the service does not know the plugin; otherwise undefined. */
function adviceOn(said: string, { name, community }: PluginRef): string | undefined {
  if (!/unknown|not ?found|no such|does(n't| not) exist/i.test(said)) return undefined;
  return community
    ? `the service seems to know no community plugin "${name}". If this plugin comes with the broker, set community: false on this resource. If not, correct the name`
    : `the service seems to know no standard plugin "${name}". If this plugin is a community plugin, set community: true on this resource. If not, correct the name`;
}

/** Waits for a plugin that an earlier run asked for. Returns true when the plugin became enabled. */
async function waitForEarlierEnable(ctx: Ctx, at: PluginPlace): Promise<boolean> {
  const sent = sentSteps(ctx.kept).find(({ name }) => name === "enable");
  if (sent === undefined) return false;
  const seen = await waitForSentStep<undefined>(ctx.call, {
    what: `plugin ${at.name} of instance ${at.instance} to be enabled`,
    sent,
    lostMs,
    explainFailure: (job) => explainFailure(ctx.call, at, job),
    poll: async () => {
      const found = await lookAt(at, ctx.call, { fresh: true });
      return found?.enabled ? { done: undefined } : { waiting: "not enabled yet" };
    },
  });
  return seen !== undefined;
}

/** Throws, before anything is sent, when the service's lists show that a plugin cannot be enabled. */
async function throwIfImpossible(call: Calling, at: PluginPlace, listed: PluginWire | undefined): Promise<void> {
  if (listed?.blocked !== undefined) throw new Error(explainBlocked(call, at, listed.blocked));
  const offered = at.community ? await findOffered(call, at) : undefined;
  if (offered === undefined && listed === undefined) throw new Error(await explainUnknown(call, at));
  if (offered?.require === undefined || !/^\d/.test(offered.require)) return;
  const version = versionOf(await at.api.nodes(call));
  if (version !== undefined && !isAtLeast(version, offered.require)) {
    throw new Error(
      `${call.subject}: community plugin ${at.name} needs broker version ${offered.require} or later, but instance ${at.instance} has version ${version}: raise rmqVersion of the instance first`,
    );
  }
}

const explainBlocked = (call: Calling, { name, instance }: PluginRef, why: string): string =>
  `${call.subject}: the service cannot enable plugin ${name} of instance ${instance}. Correct the cause that the service gives, or remove the plugin. The service says: ${why}`;

async function explainUnknown(call: Calling, { name, instance, community, api }: PluginPlace): Promise<string> {
  const standard = (await api.plugins.list(call)).map((each) => each.name);
  const others = (await api.plugins.community(call)).map((each) => each.name);
  const [kind, own, foreign] = community ? ["community", others, standard] : ["standard", standard, others];
  const text = `${call.subject}: instance ${instance} has no ${kind} plugin "${name}"`;
  if (foreign.includes(name))
    return `${text}, but the instance has a ${community ? "standard" : "community"} plugin with this name: set community to ${!community}`;
  const near = nearest(name, own);
  return near.length > 0
    ? `${text}: did you mean ${near.join(", ")}?`
    : `${text}, and no plugin has a similar name: choose ${community ? `one of ${own.join(", ")}` : "a name that getPlugins lists"}`;
}
