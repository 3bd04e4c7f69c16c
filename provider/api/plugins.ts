import { z } from "zod";
import { type Connection, type Endpoint, request } from "./request";
import { createShared } from "./shared-list";
import type { Call } from "./types";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** True, or "true"; what is missing, null or anything else is false. */
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");

/** An item of `GET /api/plugins`. */
export const pluginSchema = z.object({
  name: z.string(),
  version: text,
  description: text,
  enabled: z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]),
  /** Whether the broker needs it: it cannot be disabled then. */
  required: flag,
  /** Why it cannot be enabled, in a sentence. */
  blocked: z
    .union([z.string(), z.boolean()])
    .nullish()
    .transform((value) => (value === true ? "the service blocks it" : value || undefined)),
});
/** A plugin as the service shows it. */
export type Plugin = z.output<typeof pluginSchema>;

/** An item of `GET /api/plugins/community`: one that can be had, whether it is enabled or not. */
export const communityPluginSchema = z.object({ name: z.string(), description: text, require: text });
/** A community plugin as the service offers it; `require` is the lowest version of the broker that takes it. */
export type CommunityPlugin = z.output<typeof communityPluginSchema>;

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

/** What is on stays on, what is off stays off: twice is the same as once. With `async=true` the list tells the end. */
const change = (method: "POST" | "DELETE", path: string): Endpoint<void> => ({
  method,
  path,
  query: "async=true",
  class: "idempotent",
});

const enable = change("POST", "/api/plugins");
const enableCommunity = change("POST", "/api/plugins/community");
const disable = change("DELETE", "/api/plugins/{name}");
const disableCommunity = change("DELETE", "/api/plugins/community/{name}");

/** The plugins of an instance. */
export interface Plugins {
  /** The standard plugins, and the community plugins that are enabled; shared for 30 s unless `fresh`. */
  list(call: Call, options?: { fresh?: boolean }): Promise<Plugin[]>;
  /** The community plugins that the service offers, shared for 30 s unless `fresh`. */
  community(call: Call, options?: { fresh?: boolean }): Promise<CommunityPlugin[]>;
  /** Starts to enable one; the list shows when it is. */
  enable(plugin: PluginName, call: Call): Promise<void>;
  /** Starts to disable one; the list shows when it is. */
  disable(plugin: PluginName, call: Call): Promise<void>;
}

/** The plugins of one instance. */
export function pluginsApi(instance: Connection): Plugins {
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
  };
}
