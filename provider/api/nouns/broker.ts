import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type Api, type Endpoint, request } from "../transport/request";
import {
  type AvailableSetting,
  type AvailableVersions,
  availableSettingSchema,
  availableVersionsSchema,
  type BrokerConfig,
  brokerConfigSchema,
  listOf,
  type Message,
  messageSchema,
  type Node,
  nodeSchema,
} from "../transport/schemas";

/** The broker of an instance. */
export interface Broker {
  /** The nodes, as they are now; with `shared`, as any caller of the last 30 s has seen them. */
  nodes(call: Call, options?: { shared?: boolean }): Promise<Node[]>;
  /** The versions that the instance can be upgraded to now. */
  availableVersions(call: Call): Promise<AvailableVersions>;
  /** Starts an upgrade of the broker to a version that `availableVersions` offers. */
  upgradeBroker(version: string, call: Call): Promise<void>;
  readonly config: {
    /** All settings of the broker, shared for 30 s unless `fresh`. */
    get(call: Call, options?: { fresh?: boolean }): Promise<BrokerConfig>;
    /** Changes only the settings that are given. */
    set(changes: BrokerConfig, call: Call): Promise<void>;
    /** The settings that the broker takes, with their defaults. */
    available(call: Call): Promise<AvailableSetting[]>;
  };
}

/** Lists the nodes. */
export const listNodes: Endpoint<Node[]> = {
  method: "GET",
  path: "/api/nodes",
  answer: listOf(nodeSchema, ({ name }) => name),
};

/** Lists the versions that the instance can be upgraded to. */
export const listVersions: Endpoint<AvailableVersions> = {
  method: "GET",
  path: "/api/nodes/available-versions",
  answer: availableVersionsSchema,
};

/** Starts an upgrade of the broker. */
export const upgradeBroker: Endpoint<Message | undefined> = {
  method: "POST",
  path: "/api/actions/upgrade-broker",
  echo: messageSchema,
};

/** Reads the settings. */
export const getConfig: Endpoint<BrokerConfig> = {
  method: "GET",
  path: "/api/config",
  answer: brokerConfigSchema,
};

/** Changes the settings that are sent. */
export const putConfig: Endpoint<void> = { method: "PUT", path: "/api/config" };

/** Lists the settings that the broker takes. */
export const listSettings: Endpoint<AvailableSetting[]> = {
  method: "GET",
  path: "/api/config/available_settings",
  answer: z.array(availableSettingSchema),
};

/** The broker itself: its nodes, versions and settings. */
export function brokerApi(instance: Api): Broker {
  const nodes = createShared(instance.transport.clock, (call) => request(instance, listNodes, {}, call));
  const config = createShared(instance.transport.clock, (call) => request(instance, getConfig, {}, call));
  return {
    nodes: (call, options) => nodes.get(call, { fresh: !options?.shared }),
    availableVersions: (call) => request(instance, listVersions, {}, call),
    async upgradeBroker(version, call) {
      await request(instance, upgradeBroker, { body: { version } }, call);
    },
    config: {
      get: (call, options) => config.get(call, options),
      async set(changes, call) {
        await request(instance, putConfig, { body: changes }, call);
        config.change((before) => ({ ...before, ...changes }));
      },
      available: (call) => request(instance, listSettings, {}, call),
    },
  };
}
