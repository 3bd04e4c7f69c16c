import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api } from "../transport/request";
import {
  type AvailableSetting,
  type AvailableVersions,
  availableSettingSchema,
  availableVersionsSchema,
  type BrokerConfig,
  brokerConfigSchema,
  listOf,
  type Node,
  nodeSchema,
} from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";
import { actionOperations } from "./actions";

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

/** The operations on nodes. */
export interface NodeOperations {
  /** The nodes. A shared instance has no nodes of its own. */
  list(options?: CallOptions): Promise<Node[]>;
  /** The versions that the instance can be upgraded to. */
  availableVersions(options?: CallOptions): Promise<AvailableVersions>;
}

/** The operations on the settings of the broker. */
export interface ConfigOperations {
  /** All settings of the broker. */
  get(options?: CallOptions): Promise<BrokerConfig>;
  /** The settings that the broker takes, with their defaults. */
  availableSettings(options?: CallOptions): Promise<AvailableSetting[]>;
  /** Changes the settings that are given. */
  update(changes: BrokerConfig, options?: CallOptions): Promise<void>;
}

const nodesSchema = listOf(nodeSchema, ({ name }) => name);
const settingsSchema = z.array(availableSettingSchema);

/** Makes the operations on nodes and settings. */
export function brokerOperations(instance: Api): { nodes: NodeOperations; config: ConfigOperations } {
  const send = senderTo(instance);
  return {
    nodes: {
      list: send({ method: "GET", path: "/api/nodes", answer: nodesSchema }),
      availableVersions: send({
        method: "GET",
        path: "/api/nodes/available-versions",
        answer: availableVersionsSchema,
      }),
    },
    config: {
      get: send({ method: "GET", path: "/api/config", answer: brokerConfigSchema }),
      availableSettings: send({ method: "GET", path: "/api/config/available_settings", answer: settingsSchema }),
      update: send({ method: "PUT", path: "/api/config" }, withBody),
    },
  };
}

/** The broker itself: its nodes, versions and settings. */
export function brokerApi(instance: Api): Broker {
  const operations = brokerOperations(instance);
  const nodes = createShared(instance.transport.clock, operations.nodes.list);
  const config = createShared(instance.transport.clock, operations.config.get);
  return {
    nodes: (call, options) => nodes.get(call, { fresh: !options?.shared }),
    availableVersions: operations.nodes.availableVersions,
    async upgradeBroker(version, call) {
      await actionOperations(instance).upgradeBroker({ version }, call);
    },
    config: {
      get: config.get,
      async set(changes, call) {
        await operations.config.update(changes, call);
        config.change((before) => ({ ...before, ...changes }));
      },
      available: operations.config.availableSettings,
    },
  };
}
