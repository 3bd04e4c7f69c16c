// `nouns/index.ts` lists `configNoun`; `test/unit/emulator/config.test.ts` reads `brokerSettings`. Descriptions may
// change. Types and bounds must stay, because the specification has them. `showSetting` and both times must stay,
// because a live service answers so. Keys of `routes` must stay, because tests use them.
import { z } from "zod";
import { invalid, ok, refused } from "../server/reply";
import { type Context, instanceOf, noun, route } from "../server/route";
import { dialectOf } from "../service/dialects";
import { compareVersions } from "../service/versions";
import { assertIdle } from "./instances/state";

/** A setting of the broker, as the service lists it. */
interface BrokerSetting {
  name: string;
  type: "boolean" | "int" | "float" | "symbol";
  desc: string;
  default: string | number | boolean | null;
  min?: number;
  max?: number;
  version_requirement?: string;
}

/** The settings of the specification, in the order of its table. */
export const brokerSettings: readonly BrokerSetting[] = [
  {
    name: "broker_prometheus.return_per_object_metrics",
    type: "boolean",
    desc: "Return metrics per object instead of aggregated ones",
    default: false,
    version_requirement: "3.8.0",
  },
  { name: "broker.heartbeat", type: "int", desc: "AMQP 0-9-1 heartbeat timeout in seconds", default: 120, min: 0 },
  {
    name: "broker.channel_max",
    type: "int",
    desc: "Channels per connection, 0 means no limit",
    default: 128,
    min: 0,
  },
  {
    name: "broker.consumer_timeout",
    type: "int",
    desc: "Milliseconds after which a consumer that does not acknowledge is cancelled, false disables this",
    default: 900000,
    min: 10000,
    max: 25000000,
    version_requirement: "3.8.15",
  },
  {
    name: "broker.vm_memory_high_watermark",
    type: "float",
    desc: "Relative memory level at which flow control starts",
    default: 0.81,
    min: 0.4,
    max: 0.9,
  },
  {
    name: "broker.queue_index_embed_msgs_below",
    type: "int",
    desc: "Bytes below which messages are embedded in the queue index, 0 turns this off",
    default: 4096,
    min: 0,
    max: 10485760,
  },
  {
    name: "broker_mqtt.exchange",
    type: "symbol",
    desc: "Topic exchange that MQTT clients publish to",
    default: "amq.topic",
  },
  {
    name: "broker.default_vhost",
    type: "symbol",
    desc: "Vhost created with a new database, restart required",
    default: "/",
  },
  { name: "broker.connection_max", type: "int", desc: "Connections, 0 means no limit", default: null },
  { name: "broker.max_message_size", type: "int", desc: "Bytes of the largest message allowed", default: null },
];

/** Settings that a live service has, and the specification does not list. We made up their names. */
const otherSettings: readonly BrokerSetting[] = [
  { name: "broker.log_exchange_level", type: "symbol", desc: "Level of the log exchange", default: "error" },
  {
    name: "message_interceptors.timestamp_overwrite",
    type: "boolean",
    desc: "Overwrites timestamps of messages that come in",
    default: false,
  },
];

/** The values of settings that nobody ever set, where the value is not the default of the specification. */
const unsetValues: Record<string, string | number> = {
  "broker.consumer_timeout": 7_200_000,
  "broker.connection_max": "infinity",
  "broker.max_message_size": 134_217_728,
};

function schemaOf({ name, type, min, max }: BrokerSetting): z.ZodType<string | number | boolean> {
  if (type === "boolean") return z.boolean();
  if (type === "symbol") return z.string().min(1, "Can't be empty");
  const low = min ?? 0;
  const high = max ?? Number.MAX_SAFE_INTEGER;
  const number = type === "int" ? z.int() : z.number();
  const bounded = number.min(low, `Must be at least ${low}`).max(high, `Must be at most ${high}`);
  // Two of the settings that are numbers also take a value that turns the limit off.
  if (name === "broker.connection_max") {
    return z.union([z.literal("infinity"), bounded], { error: "Must be infinity or an integer of at least 0" });
  }
  return name === "broker.consumer_timeout"
    ? z.union([z.literal(false), bounded], { error: "Must be false or an integer" })
    : bounded;
}

/** The body that changes settings: any of the settings, and no other field. */
const settingsBody = z.strictObject(
  Object.fromEntries(
    [...brokerSettings, ...otherSettings].map((setting) => [setting.name, schemaOf(setting).optional()]),
  ),
);

/**
 * The value of a setting as the service shows it, which can differ from the value that was sent. For a setting that
 * nobody ever set, the service shows null, or with `showsUnset` the value in force.
 */
function showSetting(
  { name, default: usual }: BrokerSetting,
  value: string | number | boolean | undefined,
  showsUnset: boolean,
): string | number | boolean | null {
  const shown = value ?? (showsUnset ? (unsetValues[name] ?? usual) : null);
  if (name === "broker.connection_max" && shown === 0) return "infinity";
  return shown === false ? "false" : shown;
}

const readingMs = 4_000;
const writingMs = 13_000;

/** The instance whose key was used; refuses an instance on a shared plan or with a change under way. */
const configurableInstanceOf = (context: Context) => {
  const instance = instanceOf(context);
  if (instance.shared) throw refused("The configuration isn't available on shared plans");
  assertIdle(instance, context.now);
  return instance;
};

/** The settings that the service lists. The dialect decides whether `otherSettings` are among them. */
const offeredSettings = ({ store }: Context) => {
  const { specified_only, shows_unset } = dialectOf(store);
  return specified_only || !shows_unset ? brokerSettings : [...brokerSettings, ...otherSettings];
};

/** The settings that the instance's broker version has. Only the clustered broker has version requirements. */
const settingsOf = (context: Context) => {
  const { backend, rmq_version } = instanceOf(context);
  return offeredSettings(context).filter(
    ({ version_requirement }) =>
      backend === "alternative" ||
      version_requirement === undefined ||
      compareVersions(rmq_version, version_requirement) >= 0,
  );
};

/** The settings of an instance's broker. The record of the instance holds the settings. */
export const configNoun = noun({
  name: "config",
  api: "instance",
  routes: {
    get: route("GET /api/config", (context) => {
      const { config } = configurableInstanceOf(context);
      const { specified_only, shows_unset } = dialectOf(context.store);
      const shown = settingsOf(context).map((setting) => {
        const value = config[setting.name];
        return [setting.name, specified_only ? (value ?? null) : showSetting(setting, value, shows_unset)];
      });
      const body = Object.fromEntries(shown);
      return { ...ok(body), takesMs: readingMs };
    }),
    availableSettings: route("GET /api/config/available_settings", (context) => ok(offeredSettings(context))),
    update: route("PUT /api/config", { body: settingsBody, unspecified: [] }, (context) => {
      const instance = configurableInstanceOf(context);
      const known = settingsOf(context).map(({ name }) => name);
      const tooNew = Object.keys(context.body).filter((name) => !known.includes(name));
      if (tooNew.length > 0) throw invalid(tooNew.map((name) => [name, "Requires a newer broker version"]));
      Object.assign(instance.config, context.body);
      return { ...ok({ success: "Broker config has been updated" }), takesMs: writingMs };
    }),
  },
});
