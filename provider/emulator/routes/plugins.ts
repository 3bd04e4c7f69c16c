import { z } from "zod";
import { assertIdle, timing } from "../instanceState";
import type { RecordOf } from "../records";
import { busy, noContent, ok, type Reply, refused } from "../reply";
import { text } from "../request";
import { type Context, listOf, type Route, route } from "../route";
import { compareVersions } from "../versions";
import { dedicated } from "./actions";

const READING_MS = [1_000, 7_000] as const;

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
});

const asyncQuery = z.strictObject({ async: z.boolean().optional() });

type Change = Context<unknown, z.output<typeof asyncQuery>>;

/** Enables or disables a plugin, one at a time for each instance. */
function change(context: Change, name: string, community: boolean, enabled: boolean): Reply {
  const instance = dedicated(context);
  const own = listOf(context, "plugins");
  const plugin = own.find((each) => each.name === name && (each.require !== null) === community);
  if (!plugin) {
    throw refused(`Unknown plugin ${name}`);
  }
  if (enabled && plugin.blocked !== null) {
    throw refused(plugin.blocked);
  }
  if (!enabled && plugin.required) {
    throw refused(`Plugin ${name} is required and can't be disabled`);
  }
  if (enabled && plugin.require !== null && compareVersions(instance.rmq_version, plugin.require) < 0) {
    throw refused(`Plugin ${name} requires broker version ${plugin.require}`);
  }
  assertIdle(instance, context.now);
  if (own.some((each) => each.change !== null)) {
    throw busy("Another plugin is being changed, try again in a few minutes");
  }
  if (plugin.enabled === enabled) {
    return noContent();
  }
  const lasts = timing(context, "changingPlugin");
  plugin.change = { enabled, endsAt: context.now + lasts };
  return context.query.async ? noContent() : { ...noContent(), takesMs: lasts };
}

const routesOf = (kind: "plugins" | "communityPlugins", path: string, community: boolean): Route[] => [
  route({
    operation: `${kind}.enable`,
    method: "POST",
    path,
    auth: "instance",
    query: asyncQuery,
    body: z.strictObject({ plugin_name: text }),
    handle: (context) => change(context, context.body.plugin_name, community, true),
  }),
  route({
    operation: `${kind}.disable`,
    method: "DELETE",
    path: `${path}/:name`,
    auth: "instance",
    query: asyncQuery,
    handle: (context) => change(context, context.params["name"] ?? "", community, false),
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
      const instance = dedicated(context);
      assertIdle(instance, context.now);
      const own = listOf(context, "plugins");
      // A community plugin is listed with the others while it is there.
      const listed = own.filter(({ require, enabled }) => require === null || enabled);
      return {
        ...ok(listed.map((plugin) => show(plugin, instance.rmq_version))),
        pending: own.some(({ change }) => change !== null),
        takesMs: context.random.between(...READING_MS),
      };
    },
  }),
  route({
    operation: "communityPlugins.list",
    method: "GET",
    path: "/api/plugins/community",
    auth: "instance",
    handle: (context) => {
      dedicated(context);
      const offered = listOf(context, "plugins").filter((plugin) => plugin.require !== null);
      return ok(offered.map(({ name, description, require }) => ({ name, description, require })));
    },
  }),
  ...routesOf("plugins", "/api/plugins", false),
  ...routesOf("communityPlugins", "/api/plugins/community", true),
];
