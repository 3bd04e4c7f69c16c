// `brokerNoun` declares the nodes, versions and settings of a broker. `nouns/index.ts` opens it; `resources/`,
// `functions/` and `cli/` read and set through `shared`. A new field goes into its schema. Both `refine` checks must
// stay, because an error can have status 200.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { count, flag, listOf, optional, shown, text, texts } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

const nodeSchema = shown(() => ({
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
}));
/** A node of an instance. */
export type Node = z.output<typeof nodeSchema>;

const versionsSchema = shown(() => ({ broker_versions: texts, erlang_versions: texts })) // An answer with neither list, such as an error with status 200, must not be taken for "there is nothing newer".
  .refine((seen) => Boolean(seen.broker_versions ?? seen.erlang_versions), {
    path: ["broker_versions"],
    message: "missing",
  })
  .transform((seen) => ({
    broker_versions: seen.broker_versions ?? [],
    erlang_versions: seen.erlang_versions ?? [],
  }));
/** The versions that an instance can be upgraded to. */
export type AvailableVersions = z.output<typeof versionsSchema>;

/** The answer of `GET /api/config`: the value of each setting, of mixed types; null when the setting is not set. */
export const brokerConfigSchema = z.lazy(() =>
  z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    // An error that arrives with status 200 is an object too, and would look like settings that are all unset. The names
    // of all settings have a dot, and the fields of errors have none.
    .refine((settings) => Object.keys(settings).some((name) => name.includes(".")), "holds no setting of a broker"),
);
/** The settings of a broker as the service shows them. */
export type BrokerConfig = z.output<typeof brokerConfigSchema>;

const availableSettingSchema = shown(() => ({
  name: z.string(),
  type: z.string(),
  desc: text,
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  min: optional(z.number()),
  max: optional(z.number()),
  version_requirement: text,
}));
/** A setting that the broker takes. */
export type AvailableSetting = z.output<typeof availableSettingSchema>;

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

const nodesSchema = z.lazy(() => listOf(nodeSchema, ({ name }) => name));
const settingsSchema = z.lazy(() => z.array(availableSettingSchema));

export function brokerNoun(instance: Api) {
  const send = senderTo(instance);
  const nodes: NodeOperations = {
    list: send({ method: "GET", path: "/api/nodes", answer: nodesSchema }),
    availableVersions: send({ method: "GET", path: "/api/nodes/available-versions", answer: versionsSchema }),
  };
  const config: ConfigOperations = {
    get: send({ method: "GET", path: "/api/config", answer: brokerConfigSchema }),
    availableSettings: send({ method: "GET", path: "/api/config/available_settings", answer: settingsSchema }),
    update: send({ method: "PUT", path: "/api/config" }, withBody),
  };
  const seen = createShared(instance.transport.clock, nodes.list);
  const settings = createShared(instance.transport.clock, config.get);
  const shared = {
    /** The nodes, as they are now; with `shared`, as any caller of the last 30 s has seen them. */
    nodes: (call: Call, options?: { shared?: boolean }) => seen.get(call, { fresh: !options?.shared }),
    availableVersions: nodes.availableVersions,
    config: {
      get: settings.get,
      async set(changes: BrokerConfig, call: Call) {
        await config.update(changes, call);
        settings.change((before) => ({ ...before, ...changes }));
      },
      available: config.availableSettings,
    },
  };
  return { operations: { nodes, config }, shared };
}
