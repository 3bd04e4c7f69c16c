// `pluginNoun` declares plugins, and the jobs that change them. `nouns/index.ts` opens it; `resources/plugin/` lists,
// enables and disables plugins through `shared`. A new field goes into `pluginSchema`. `atOnce` must stay, because the
// callers wait for the list and not for the answer.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { isNotFound } from "../transport/errors";
import { flag, id, listOf, shown, text } from "../transport/schemas";
import { senderTo, withId } from "../transport/send";

/** A reason in words, or `true` when the service gives no reason. Null, false and an empty text mean "no". */
const reason = z.lazy(() =>
  z
    .union([z.string(), z.boolean()])
    .nullish()
    .transform((value) => (value === "false" ? undefined : value === "true" || value || undefined)),
);

/** A reason in the words of the service, or else in `words`. */
const reasonOr = (words: string) => reason.transform((value) => (value === true ? words : value));

const pluginSchema = shown(() => ({
  name: z.string(),
  version: text,
  description: text,
  enabled: flag,
  required: reason,
  /** The reason why the plugin cannot be enabled, in a sentence. */
  blocked: reasonOr("the service blocks it"),
  /** The reasons why the plugin is recommended, hidden from users or deprecated, each in a sentence. */
  recommended: reasonOr("the service recommends it").catch(undefined),
  hidden: reasonOr("the service hides it").catch(undefined),
  deprecated: reasonOr("the service calls it deprecated").catch(undefined),
})).transform(({ required, ...plugin }) => ({
  ...plugin,
  /** True when the broker needs the plugin, which then cannot be disabled. */
  required: required !== undefined,
  /** The reason why the broker needs the plugin, in a sentence. */
  requiredFor: required === true ? undefined : required,
}));
/** A plugin as the service shows it. */
export type Plugin = z.output<typeof pluginSchema>;

/** An item of `GET /api/plugins/community`. A plugin that is installed may be missing from that list. */
const communityPluginSchema = shown(() => ({ name: z.string(), description: text, require: text }));
/** A community plugin as the service offers it; `require` is the lowest broker version that the plugin works with. */
export type CommunityPlugin = z.output<typeof communityPluginSchema>;

const jobSchema = shown(() => ({ status: text, error_message: text }));

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

const pluginList = z.lazy(() => listOf(pluginSchema, ({ name }) => name));
const communityList = z.lazy(() => listOf(communityPluginSchema, ({ name }) => name));

/** The answer to a change: the id of the job that makes the change. Some answers are empty. */
const startedSchema = shown(() => ({ job_id: id })).transform(({ job_id }) => job_id);

export function pluginNoun(instance: Api) {
  const { clock } = instance.transport;
  const send = senderTo(instance);
  const operationsOf = <Item>(path: string, answer: z.ZodType<Item[]>): PluginOperations<Item> => ({
    list: send({ method: "GET", path, answer }),
    enable: send({ method: "POST", path, isRepeatable: true, echo: startedSchema }, (name, query) => ({
      query,
      body: { plugin_name: name },
    })),
    disable: send({ method: "DELETE", path: `${path}/{name}`, echo: startedSchema }, (name, query) => ({
      query,
      params: { name },
    })),
  });
  const plugins = operationsOf("/api/plugins", pluginList);
  const communityPlugins = operationsOf("/api/plugins/community", communityList);
  const jobOf = send({ method: "GET", path: "/api/jobs/{id}", answer: jobSchema }, withId);
  const kindOf = ({ community }: PluginName) => (community ? communityPlugins : plugins);
  const atOnce = { async: true };
  const shared = {
    /** The standard plugins, and the community plugins that are or were enabled. */
    list: createShared(clock, plugins.list).get,
    /** The community plugins that the service offers. An installed plugin may be missing. */
    community: createShared(clock, communityPlugins.list).get,
    enable: (plugin: PluginName, call: Call) => kindOf(plugin).enable(plugin.name, atOnce, call),
    disable: (plugin: PluginName, call: Call) => kindOf(plugin).disable(plugin.name, atOnce, call),
    /** Why the job failed, in the service's words; undefined when it did not fail or the service does not know it. */
    async whyFailed(id: string, call: Call): Promise<string | undefined> {
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
  return { operations: { plugins, communityPlugins }, shared: { plugins: shared } };
}
