import { z } from "zod";
import type { Call } from "./call";
import { isNotFound } from "./errors";
import { type Api, type Endpoint, request } from "./request";
import { id } from "./schemas";
import { createShared } from "./sharedList";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** Why something is so, in a sentence; a bare true only says that it is so. Null, false and no word say that it is not. */
const reason = z
  .union([z.string(), z.boolean()])
  .nullish()
  .transform((value) => (value === "false" ? undefined : value === "true" || value || undefined));

/** An item of `GET /api/plugins`. */
export const pluginSchema = z
  .object({
    name: z.string(),
    version: text,
    description: text,
    enabled: z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]),
    required: reason,
    blocked: reason,
  })
  .transform(({ required, blocked, ...plugin }) => ({
    ...plugin,
    /** Whether the broker needs it: it cannot be disabled then. */
    required: required !== undefined,
    /** What the broker needs it for, in a sentence. */
    requiredFor: required === true ? undefined : required,
    /** Why it cannot be enabled, in a sentence. */
    blocked: blocked === true ? "the service blocks it" : blocked,
  }));
/** A plugin as the service shows it. */
export type Plugin = z.output<typeof pluginSchema>;

/** An item of `GET /api/plugins/community`: one that can be had. One that was installed before may be missing there. */
export const communityPluginSchema = z.object({ name: z.string(), description: text, require: text });
/** A community plugin as the service offers it; `require` is the lowest version of the broker that takes it. */
export type CommunityPlugin = z.output<typeof communityPluginSchema>;

/** The answer of `GET /api/jobs/<id>`. */
const jobSchema = z.object({ status: text, error_message: text });

/** Which plugin: the two kinds have paths of their own. */
export interface PluginName {
  name: string;
  community: boolean;
}

const list: Endpoint<Plugin[]> = { method: "GET", path: "/api/plugins", class: "read", answer: z.array(pluginSchema) };

const listCommunity: Endpoint<CommunityPlugin[]> = {
  method: "GET",
  path: "/api/plugins/community",
  class: "read",
  answer: z.array(communityPluginSchema),
};

/** The answer to a change: nothing, or the id of the job that makes it. */
const startedSchema = z.object({ job_id: id }).transform(({ job_id }) => job_id);

/** What is on stays on, what is off stays off: twice is the same as once. With `async=true` the list tells the end. */
const change = (method: "POST" | "DELETE", path: string): Endpoint<string | undefined> => ({
  method,
  path,
  query: "async=true",
  class: "idempotent",
  echo: startedSchema,
});

const enable = change("POST", "/api/plugins");
const enableCommunity = change("POST", "/api/plugins/community");
const disable = change("DELETE", "/api/plugins/{name}");
const disableCommunity = change("DELETE", "/api/plugins/community/{name}");

const job: Endpoint<z.output<typeof jobSchema>> = {
  method: "GET",
  path: "/api/jobs/{id}",
  class: "read",
  answer: jobSchema,
};

/** The plugins of an instance. */
export interface Plugins {
  /** The standard plugins, and the community plugins that are or were enabled; shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Plugin[]>;
  /** The community plugins that the service offers, shared for 30 s unless `fresh`; absence tells nothing of a plugin. */
  community(call: Call, options?: { fresh?: boolean }): Promise<CommunityPlugin[]>;
  /** Starts to enable one; the list shows when it is. Returns the job's id, where the service names one. */
  enable(plugin: PluginName, call: Call): Promise<string | undefined>;
  /** Starts to disable one; the list shows when it is. Returns the job's id, where the service names one. */
  disable(plugin: PluginName, call: Call): Promise<string | undefined>;
  /** Why the job failed, in the service's words; undefined where it did not, or where the service knows no such job. */
  whyFailed(job: string, call: Call): Promise<string | undefined>;
}

/** The plugins of one instance. */
export function pluginsApi(instance: Api): Plugins {
  const { clock } = instance.transport;
  const plugins = createShared(clock, (call) => request(instance, list, {}, call));
  const offered = createShared(clock, (call) => request(instance, listCommunity, {}, call));
  return {
    list: (call, options) => plugins.get(call, options),
    community: (call, options) => offered.get(call, options),
    enable: ({ name, community }, call) =>
      request(instance, community ? enableCommunity : enable, { body: { plugin_name: name } }, call),
    disable: ({ name, community }, call) =>
      request(instance, community ? disableCommunity : disable, { params: { name } }, call),
    async whyFailed(id, call) {
      try {
        const { status, error_message } = await request(instance, job, { params: { id } }, call);
        return status?.toLowerCase() === "failed" ? (error_message ?? "the service gives no reason") : undefined;
      } catch (error) {
        // The list tells the end as well.
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
  };
}
