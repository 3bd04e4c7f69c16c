import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { count, flag, listOf, optional, strings, text } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";
import { actionOperations } from "./actions";

/** An item of `GET /api/nodes`. */
const nodeSchema = z.object({
  name: z.string(),
  hostname: text,
  hostname_internal: text,
  configured: flag,
  running: optional(flag),
  hipe: optional(flag),
  broker_version: text,
  erlang_version: text,
  disk_size: optional(count),
  additional_disk_size: optional(count),
  availability_zone: text,
});
/** A node of an instance. */
export type Node = z.output<typeof nodeSchema>;

/** The answer of `GET /api/nodes/available-versions`. */
const availableVersionsSchema = z.object({ broker_versions: strings, erlang_versions: strings });
/** The versions that an instance can be upgraded to. */
export type AvailableVersions = z.output<typeof availableVersionsSchema>;

/** The answer of `GET /api/config`: the value of each setting, of mixed types; null when the setting is not set. */
export const brokerConfigSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  // An error that arrives with status 200 is an object too, and would look like settings that are all unset. The names
  // of all settings have a dot, and the fields of errors have none.
  .refine((settings) => Object.keys(settings).some((name) => name.includes(".")), "holds no setting of a broker");
/** The settings of a broker as the service shows them. */
export type BrokerConfig = z.output<typeof brokerConfigSchema>;

/** An item of `GET /api/config/available_settings`. */
const availableSettingSchema = z.object({
  name: z.string(),
  type: z.string(),
  desc: text,
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  min: optional(z.number()),
  max: optional(z.number()),
  version_requirement: text,
});
/** A setting that the broker takes. */
export type AvailableSetting = z.output<typeof availableSettingSchema>;

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

/** The broker itself: its nodes, versions and settings. */
export function brokerNoun(instance: Api): {
  operations: { nodes: NodeOperations; config: ConfigOperations };
  shared: Broker;
} {
  const send = senderTo(instance);
  const operations = {
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
  const nodes = createShared(instance.transport.clock, operations.nodes.list);
  const config = createShared(instance.transport.clock, operations.config.get);
  const shared: Broker = {
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
  return { operations, shared };
}
