import { z } from "zod";

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

/** Settings that a live service has beside those of the specification; the names of these are made up. */
export const otherSettings: readonly BrokerSetting[] = [
  { name: "broker.log_exchange_level", type: "symbol", desc: "Level of the log exchange", default: "error" },
  {
    name: "message_interceptors.timestamp_overwrite",
    type: "boolean",
    desc: "Overwrites timestamps of messages that come in",
    default: false,
  },
];

/** The values of settings that were never set, for the settings whose value is not the default of the specification. */
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
  // Two settings that are numbers can also be turned off, each with a word of its own.
  if (name === "broker.connection_max") {
    return z.union([z.literal("infinity"), bounded], { error: "Must be infinity or an integer of at least 0" });
  }
  return name === "broker.consumer_timeout"
    ? z.union([z.literal(false), bounded], { error: "Must be false or an integer" })
    : bounded;
}

/** The body that changes settings: any of the settings, and no other field. */
export const settingsBody = z.strictObject(
  Object.fromEntries(
    [...brokerSettings, ...otherSettings].map((setting) => [setting.name, schemaOf(setting).optional()]),
  ),
);

/**
 * The value of a setting as the service shows it, which is not always as it was sent. A setting that was never set is
 * shown as null, or with `showsUnset` as the value in force.
 */
export function showSetting(
  { name, default: usual }: BrokerSetting,
  value: string | number | boolean | undefined,
  showsUnset: boolean,
): string | number | boolean | null {
  const shown = value ?? (showsUnset ? (unsetValues[name] ?? usual) : null);
  if (name === "broker.connection_max" && shown === 0) return "infinity";
  return shown === false ? "false" : shown;
}
