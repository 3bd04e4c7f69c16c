import { z } from "zod";
import type { RecordOf } from "../../records";
import { noContent, ok, pluginBusy, type Reply, refused, ServiceError } from "../../server/reply";
import { text } from "../../server/request";
import { type Context, dedicatedInstanceOf, listOf, type Route, route } from "../../server/route";
import { dialectOf } from "../../service/dialects";
import { beginJob } from "../../service/jobs";
import { compareVersions } from "../../service/versions";
import { assertIdle, drawDuration } from "../instances/state";

const readingMs = [1_000, 7_000] as const;
const failingMs = 2_000;

type Plugin = RecordOf<"plugins">;

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
  const plugin = listOf(context, "plugins").find((each) => each.name === name && (each.require !== null) === community);
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
  if (listOf(context, "plugins").some((each) => each.change !== null)) {
    throw pluginBusy();
  }
  if (plugin.enabled === enabled) return noContent();
  const lasts = drawDuration(context, "changingPlugin");
  plugin.change = { enabled, endsAt: context.now + lasts };
  return context.query.async ? noContent() : { ...noContent(), takesMs: lasts };
}

/** Enables or disables a plugin as the newest services do: the answer names a job, and the job tells of a refusal. */
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
  const underWay = listOf(context, "plugins").find((each) => each.change !== null)?.change;
  return beginJob(context, instance, { lasts: (underWay?.endsAt ?? context.now) - context.now });
}

const changePlugin = (context: ChangeContext, ...what: [name: string, community: boolean, enabled: boolean]): Reply =>
  (dialectOf(context.store.list("dialects")).plugin_jobs ? changeByJob : changeNow)(context, ...what);

const routesOf = (kind: "plugins" | "communityPlugins", path: string, community: boolean): Route[] => [
  route({
    operation: `${kind}.enable`,
    method: "POST",
    path,
    auth: "instance",
    query: asyncQuery,
    body: z.strictObject({ plugin_name: text }),
    handle: (context) => changePlugin(context, context.body.plugin_name, community, true),
  }),
  route({
    operation: `${kind}.disable`,
    method: "DELETE",
    path: `${path}/:name`,
    auth: "instance",
    query: asyncQuery,
    handle: (context) => changePlugin(context, context.params["name"] ?? "", community, false),
  }),
];

/** Operations of the instance API on plugins. */
export const pluginRoutes: Route[] = [
  route({
    operation: "plugins.list",
    method: "GET",
    path: "/api/plugins",
    auth: "instance",
    handle: (context) => {
      const instance = dedicatedInstanceOf(context);
      assertIdle(instance, context.now);
      const own = listOf(context, "plugins");
      const listsInstalled = !dialectOf(context.store.list("dialects")).offers_installed;
      // A community plugin is listed with the others from the time when it is first enabled, also while it is disabled.
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
  }),
  route({
    operation: "communityPlugins.list",
    method: "GET",
    path: "/api/plugins/community",
    auth: "instance",
    handle: (context) => {
      dedicatedInstanceOf(context);
      const all = dialectOf(context.store.list("dialects")).offers_installed;
      const offered = listOf(context, "plugins").filter(
        ({ require, installed }) => require !== null && (all || !installed),
      );
      return ok(offered.map(({ name, description, require }) => ({ name, description, require })));
    },
  }),
  ...routesOf("plugins", "/api/plugins", false),
  ...routesOf("communityPlugins", "/api/plugins/community", true),
];
