// `nouns/index.ts` lists both nouns; `instances/creation.ts` copies which plugins are enabled. Texts of refusals may
// change with their tests. `changeNow` must refuse a second change, because a live service changes one plugin at a
// time. `never_enables` must stay, because tests set it. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { collection, moment, ofInstance, orNull, type RecordIn, recordOf, usually } from "../../server/collection";
import { noContent, ok, pluginBusy, type Reply, refused, ServiceError } from "../../server/reply";
import { text } from "../../server/request";
import { type Context, dedicatedInstanceOf, listOf, noun, route } from "../../server/route";
import { dialectOf } from "../../service/dialects";
import { drawDuration } from "../../service/timings";
import { compareVersions } from "../../service/versions";
import { assertIdle } from "../instances/state";
import { beginJob } from "../jobs";
import { pluginsOf } from "./catalogue";

/** Plugins of instances, enabled or not. A plugin with a `require` is a community plugin. */
export const plugins = collection({
  name: "plugins",
  firstId: 10_001,
  first: pluginsOf,
  ...recordOf({
    ...ofInstance,
    name: usually(z.string(), "broker_plugin"),
    description: usually(z.string(), ""),
    enabled: usually(z.boolean(), false),
    /** True if the plugin was ever enabled. A community plugin stays installed when somebody disables it. */
    installed: usually(z.boolean(), (_tools, { enabled }) => enabled === true),
    /**
     * Why nobody can disable the plugin, why it is hidden from users, and why it should be enabled. Each field is null
     * or a sentence.
     */
    required: orNull(z.string()),
    hidden: orNull(z.string()),
    recommended: orNull(z.string()),
    /** Why nobody can enable the plugin, and why it is deprecated. Each field is null or a sentence. */
    blocked: orNull(z.string()),
    deprecated: orNull(z.string()),
    /** The lowest broker version of a community plugin. */
    require: orNull(z.string()),
    /** The change that is under way. */
    change: orNull(z.strictObject({ enabled: z.boolean(), endsAt: moment })),
    /** True for a plugin that stays disabled although the service accepted a request to enable it. */
    never_enables: usually(z.boolean(), false),
  }),
  settle: (plugin, now) => {
    if (plugin.change && plugin.change.endsAt <= now) {
      plugin.enabled = plugin.change.enabled && !plugin.never_enables;
      plugin.change = null;
    }
    plugin.installed ||= plugin.enabled;
  },
});

type Plugin = RecordIn<typeof plugins>;

const readingMs = [1_000, 7_000] as const;
const failingMs = 2_000;

const show = (plugin: Plugin, version: string) => ({
  name: plugin.name,
  version,
  description: plugin.description,
  enabled: plugin.enabled,
  required: plugin.required,
  hidden: plugin.hidden,
  recommended: plugin.recommended,
  blocked: plugin.blocked,
  deprecated: plugin.deprecated,
});

const asyncQuery = z.strictObject({ async: z.boolean().optional() });

type ChangeContext = Context<unknown, z.output<typeof asyncQuery>>;

/** Finds the plugin of this name and kind; refuses a plugin that can't be enabled or disabled. */
function findChangeable(context: ChangeContext, name: string, community: boolean, enabled: boolean): Plugin {
  const { rmq_version } = dedicatedInstanceOf(context);
  const plugin = listOf(context, plugins).find((each) => each.name === name && (each.require !== null) === community);
  if (!plugin) throw refused(`Unknown plugin ${name}`);
  if (enabled && plugin.blocked !== null) throw refused(plugin.blocked);
  if (!enabled && plugin.required !== null) throw refused(`Plugin ${name} is required and can't be disabled`);
  if (enabled && plugin.require !== null && compareVersions(rmq_version, plugin.require) < 0) {
    throw refused(`Plugin ${name} requires broker version ${plugin.require}`);
  }
  return plugin;
}

/** Enables or disables a plugin. An instance changes one plugin at a time. */
function changeNow(context: ChangeContext, name: string, community: boolean, enabled: boolean): Reply {
  const plugin = findChangeable(context, name, community, enabled);
  assertIdle(dedicatedInstanceOf(context), context.now);
  if (listOf(context, plugins).some((each) => each.change !== null)) {
    throw pluginBusy();
  }
  if (plugin.enabled === enabled) return noContent();
  const lasts = drawDuration(context, "changingPlugin");
  plugin.change = { enabled, endsAt: context.now + lasts };
  return context.query.async ? noContent() : { ...noContent(), takesMs: lasts };
}

/** Enables or disables a plugin as the newest services do: the answer names a job. A refused job ends as failed. */
function changeByJob(context: ChangeContext, ...what: [name: string, community: boolean, enabled: boolean]): Reply {
  const instance = dedicatedInstanceOf(context);
  try {
    changeNow(context, ...what);
  } catch (error) {
    if (error instanceof ServiceError && !error.reply.pending) {
      return beginJob(context, instance, {
        lasts: failingMs,
        error: `${(error.reply.body as { error: string }).error}`,
      });
    }
    throw error;
  }
  const underWay = listOf(context, plugins).find((each) => each.change !== null)?.change;
  return beginJob(context, instance, { lasts: (underWay?.endsAt ?? context.now) - context.now });
}

const changePlugin = (context: ChangeContext, ...what: [name: string, community: boolean, enabled: boolean]): Reply =>
  (dialectOf(context.store).plugin_jobs ? changeByJob : changeNow)(context, ...what);

/** The operations that enable and disable plugins under a path. */
const changesAt = (path: `/${string}`, community: boolean) => ({
  enable: route(`POST ${path}`, { query: asyncQuery, body: z.strictObject({ plugin_name: text }) }, (context) =>
    changePlugin(context, context.body.plugin_name, community, true),
  ),
  disable: route(`DELETE ${path}/:name`, { query: asyncQuery }, (context) =>
    changePlugin(context, context.params["name"] ?? "", community, false),
  ),
});

/** The plugins of an instance. */
export const pluginNoun = noun({
  name: "plugins",
  api: "instance",
  collections: [plugins],
  routes: {
    list: route(
      "GET /api/plugins",
      { unspecified: ["required", "hidden", "recommended", "blocked", "deprecated"] },
      (context) => {
        const instance = dedicatedInstanceOf(context);
        assertIdle(instance, context.now);
        const own = listOf(context, plugins);
        const listsInstalled = !dialectOf(context.store).offers_installed;
        // The list shows a community plugin from the start of its installation, even while the plugin is disabled.
        const listed = own.filter(
          ({ require, enabled, installed, change }) =>
            require === null || enabled || (listsInstalled && (installed || change?.enabled === true)),
        );
        return {
          ...ok(listed.map((plugin) => show(plugin, instance.rmq_version))),
          pending: own.some(({ change }) => change !== null),
          takesMs: context.random.between(...readingMs),
        };
      },
    ),
    ...changesAt("/api/plugins", false),
  },
});

/** The plugins of the community, which an instance may install. */
export const communityPluginNoun = noun({
  name: "communityPlugins",
  api: "instance",
  routes: {
    list: route("GET /api/plugins/community", (context) => {
      dedicatedInstanceOf(context);
      const all = dialectOf(context.store).offers_installed;
      const offered = listOf(context, plugins).filter(
        ({ require, installed }) => require !== null && (all || !installed),
      );
      return ok(offered.map(({ name, description, require }) => ({ name, description, require })));
    }),
    ...changesAt("/api/plugins/community", true),
  },
});
