import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { isNotFound } from "../transport/errors";
import { flag, id, listOf, text } from "../transport/schemas";
import { senderTo, withId } from "../transport/send";

/** A reason in words, or `true` when the service gives no reason. Null, false and an empty text mean "no". */
const reason = z
  .union([z.string(), z.boolean()])
  .nullish()
  .transform((value) => (value === "false" ? undefined : value === "true" || value || undefined));

/** An item of `GET /api/plugins`. */
const pluginSchema = z
  .object({
    name: z.string(),
    version: text,
    description: text,
    enabled: flag,
    required: reason,
    blocked: reason,
    recommended: reason.catch(undefined),
    hidden: reason.catch(undefined),
    deprecated: reason.catch(undefined),
  })
  .transform(({ required, blocked, recommended, hidden, deprecated, ...plugin }) => ({
    ...plugin,
    /** True when the broker needs the plugin, which then cannot be disabled. */
    required: required !== undefined,
    /** The reason why the broker needs the plugin, in a sentence. */
    requiredFor: required === true ? undefined : required,
    /** The reason why the plugin cannot be enabled, in a sentence. */
    blocked: blocked === true ? "the service blocks it" : blocked,
    /** The reasons why the plugin is recommended, hidden from users or deprecated, each in a sentence. */
    recommended: recommended === true ? "the service recommends it" : recommended,
    hidden: hidden === true ? "the service hides it" : hidden,
    deprecated: deprecated === true ? "the service calls it deprecated" : deprecated,
  }));
/** A plugin as the service shows it. */
export type Plugin = z.output<typeof pluginSchema>;

/**
 * An item of `GET /api/plugins/community`: a plugin that can be installed. An installed one may be missing from that
 * list.
 */
const communityPluginSchema = z.object({ name: z.string(), description: text, require: text });
/** A community plugin as the service offers it; `require` is the lowest broker version that the plugin works with. */
export type CommunityPlugin = z.output<typeof communityPluginSchema>;

/** The answer of `GET /api/jobs/<id>`. */
const jobSchema = z.object({ status: text, error_message: text });

/** The name and kind of a plugin: standard and community plugins have different paths. */
export interface PluginName {
  name: string;
  community: boolean;
}

/** The operations on plugins of one kind. */
export interface PluginOperations<Item> {
  /** All plugins of this kind. */
  list(options?: CallOptions): Promise<Item[]>;
  /**
   * Enables a plugin. With `async` the service answers at once, and the list shows when the plugin is enabled. Returns
   * the id of the job, if the service names one.
   */
  enable(name: string, query?: { async?: boolean }, options?: CallOptions): Promise<string | undefined>;
  /**
   * Disables a plugin. With `async` the service answers at once, and the list shows when the plugin is disabled.
   * Returns the id of the job, if the service names one.
   */
  disable(name: string, query?: { async?: boolean }, options?: CallOptions): Promise<string | undefined>;
}

const pluginList = listOf(pluginSchema, ({ name }) => name);
const communityList = listOf(communityPluginSchema, ({ name }) => name);

/** The answer to a change: the id of the job that makes the change. Some answers are empty. */
const startedSchema = z.object({ job_id: id }).transform(({ job_id }) => job_id);

/** Makes the operations on standard and on community plugins. */
function pluginOperations(instance: Api): {
  plugins: PluginOperations<Plugin>;
  communityPlugins: PluginOperations<CommunityPlugin>;
} {
  const send = senderTo(instance);
  const changes = (path: string) => ({
    enable: send(
      { method: "POST", path, isRepeatable: true, echo: startedSchema },
      (name: string, query?: { async?: boolean }) => ({ query, body: { plugin_name: name } }),
    ),
    disable: send(
      { method: "DELETE", path: `${path}/{name}`, echo: startedSchema },
      (name: string, query?: { async?: boolean }) => ({ query, params: { name } }),
    ),
  });
  const [path, communityPath] = ["/api/plugins", "/api/plugins/community"];
  return {
    plugins: { list: send({ method: "GET", path, answer: pluginList }), ...changes(path) },
    communityPlugins: {
      list: send({ method: "GET", path: communityPath, answer: communityList }),
      ...changes(communityPath),
    },
  };
}

/** The plugins of an instance. */
export interface Plugins {
  /** The standard plugins, and the community plugins that are or were enabled; shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Plugin[]>;
  /**
   * The community plugins that the service offers, shared for 30 s unless `fresh`. An installed plugin may be missing.
   */
  community(call: Call, options?: { fresh?: boolean }): Promise<CommunityPlugin[]>;
  /**
   * Starts to enable a plugin; the list shows when the plugin is enabled. Returns the id of the job if the service
   * names one.
   */
  enable(plugin: PluginName, call: Call): Promise<string | undefined>;
  /**
   * Starts to disable a plugin; the list shows when the plugin is disabled. Returns the id of the job if the service
   * names one.
   */
  disable(plugin: PluginName, call: Call): Promise<string | undefined>;
  /**
   * Why the job failed, in the service's words; undefined when the job did not fail or the service does not know it.
   */
  whyFailed(job: string, call: Call): Promise<string | undefined>;
}

/** The plugins of one instance. */
export function pluginNoun(instance: Api): {
  operations: ReturnType<typeof pluginOperations>;
  shared: { plugins: Plugins };
} {
  const { clock } = instance.transport;
  const operations = pluginOperations(instance);
  const { plugins, communityPlugins } = operations;
  const jobOf = senderTo(instance)({ method: "GET", path: "/api/jobs/{id}", answer: jobSchema }, withId);
  const kindOf = ({ community }: PluginName) => (community ? communityPlugins : plugins);
  // The service then answers at once, and the list shows when the change is done.
  const atOnce = { async: true };
  const shared: Plugins = {
    list: createShared(clock, plugins.list).get,
    community: createShared(clock, communityPlugins.list).get,
    enable: (plugin, call) => kindOf(plugin).enable(plugin.name, atOnce, call),
    disable: (plugin, call) => kindOf(plugin).disable(plugin.name, atOnce, call),
    async whyFailed(id, call) {
      try {
        const { status, error_message } = await jobOf(id, call);
        return status?.toLowerCase() === "failed" ? (error_message ?? "the service gives no reason") : undefined;
      } catch (error) {
        // A job that the service has forgotten is not a failure, because the list also shows when the change is done.
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
  return { operations, shared: { plugins: shared } };
}
