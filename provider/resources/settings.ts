import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { BrokerConfig as Wire } from "../api";
import type { Rule } from "../framework/definition";
import type { FieldMarks } from "../framework/marks";
import { canonical } from "../framework/values";

/**
 * Settings of a broker. Only those that are written down are managed, and only those that differ are sent. A setting
 * that is taken out goes back to the default that the service names for it.
 */
export interface BrokerSettings {
  /** AMQP 0-9-1 heartbeat timeout in seconds, 0 or more. Service's default: 120. */
  heartbeat?: pulumi.Input<number>;
  /** Channels per connection, 0 or more; 0 means no limit. Service's default: 128. */
  channelMax?: pulumi.Input<number>;
  /**
   * Milliseconds, 10,000 to 25,000,000, after which a consumer that does not acknowledge is cancelled; `false` never
   * cancels. Service's default: 900,000. Needs broker 3.8.15 or later.
   */
  consumerTimeout?: pulumi.Input<number | false>;
  /** The relative memory level that starts flow control, 0.4 to 0.9. Service's default: 0.81. */
  vmMemoryHighWatermark?: pulumi.Input<number>;
  /** Bytes, 0 to 10,485,760, below which messages are kept in the queue's index; 0 never. Service's default: 4096. */
  queueIndexEmbedMsgsBelow?: pulumi.Input<number>;
  /** The topic exchange that MQTT clients publish to. Service's default: `amq.topic`. */
  mqttExchange?: pulumi.Input<string>;
  /** The vhost that a new database starts with. Takes effect after a restart. Service's default: `/`. */
  defaultVhost?: pulumi.Input<string>;
  /** How many connections there may be, 0 or more; 0 means no limit. */
  connectionMax?: pulumi.Input<number>;
  /** The largest allowed payload of a message in bytes. */
  maxMessageSize?: pulumi.Input<number>;
  /** Whether metrics are given per object, not aggregated. Service's default: false. Needs broker 3.8.0 or later. */
  prometheusReturnPerObjectMetrics?: pulumi.Input<boolean>;
  /** Any other setting, by the name that `getAvailableSettings` lists it under. */
  [name: `broker${string}.${string}`]: pulumi.Input<string | number | boolean> | undefined;
}

/** Settings as plain values, under the names that the program uses. */
export type SettingValues = Record<string, string | number | boolean>;

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.number().int("must be a whole number").min(min, `must be ${min} or more`).max(max, `must be ${max} or less`);

/** The settings of the specification's table: their names on the wire, and their bounds. */
const table = {
  heartbeat: { wire: "broker.heartbeat", schema: whole(0) },
  channelMax: { wire: "broker.channel_max", schema: whole(0) },
  consumerTimeout: { wire: "broker.consumer_timeout", schema: z.union([whole(10_000, 25_000_000), z.literal(false)]) },
  vmMemoryHighWatermark: {
    wire: "broker.vm_memory_high_watermark",
    schema: z.number().min(0.4, "must be 0.4 or more").max(0.9, "must be 0.9 or less"),
  },
  queueIndexEmbedMsgsBelow: { wire: "broker.queue_index_embed_msgs_below", schema: whole(0, 10_485_760) },
  mqttExchange: { wire: "broker_mqtt.exchange", schema: z.string().min(1, "must not be empty") },
  defaultVhost: { wire: "broker.default_vhost", schema: z.string().min(1, "must not be empty") },
  connectionMax: { wire: "broker.connection_max", schema: whole(0) },
  maxMessageSize: { wire: "broker.max_message_size", schema: whole(0) },
  prometheusReturnPerObjectMetrics: {
    wire: "broker_prometheus.return_per_object_metrics",
    schema: z.boolean(),
  },
} as const;

const shape = Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema.optional()]));

/** The schema of {@link BrokerSettings}. */
export const settingsSchema = z.object(shape).catchall(z.union([z.string(), z.number(), z.boolean()]));

/** How settings are compared: by their names and values on the wire. */
export const settingsMarks: FieldMarks = {
  keep: true,
  normal: (value) =>
    Object.fromEntries(
      Object.entries((value ?? {}) as SettingValues).map(([name, each]) => [
        wireName(name),
        normalValue(wireName(name), each),
      ]),
    ),
};

/** Refuses names that are none, and one setting under two names. */
export const settingsRule: Rule<{ config?: SettingValues }> = {
  needs: ["config"],
  refuses({ config = {} }) {
    const names = Object.keys(config);
    const foreign = names.filter((name) => !Object.hasOwn(table, name) && !/^broker\w*\.[\w.]+$/.test(name));
    if (foreign.length > 0) {
      return `knows no setting ${foreign.map((name) => `"${name}"`).join(", ")}: use ${Object.keys(table).join(", ")}, or the service's own name ("broker.…")`;
    }
    const twice = names.filter((name) => names.some((other) => other !== name && wireName(other) === wireName(name)));
    return twice.length > 0 ? `has one setting under two names: ${twice.join(", ")}` : undefined;
  },
};

/** The service's name of a setting. */
export function wireName(name: string): string {
  return Object.hasOwn(table, name) ? table[name as keyof typeof table].wire : name;
}

/** The name of a setting in a program, of the service's own. */
function programName(wire: string): string {
  return Object.entries(table).find(([, entry]) => entry.wire === wire)?.[0] ?? wire;
}

/** The declared settings as the service has them; what is unset there is left out. Undeclared: all that are set. */
export function seenSettings(wire: Wire, declared: SettingValues | undefined): SettingValues {
  const names = declared === undefined ? Object.keys(wire).map(programName) : Object.keys(declared);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = wire[wireName(name)];
      return value === null || value === undefined ? [] : [[name, normalValue(wireName(name), value)]];
    }),
  );
}

/** What must be sent to get from the settings seen to those declared, and the values of those taken out. */
export function changedSettings(
  seen: SettingValues,
  declared: SettingValues,
): { set: SettingValues; removed: SettingValues } {
  const now = byWireName(seen);
  const wanted = byWireName(declared);
  const differing = Object.entries(wanted).filter(([name, value]) => canonical(now[name]) !== canonical(value));
  return {
    set: Object.fromEntries(differing),
    removed: Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(wanted, name))),
  };
}

function byWireName(settings: SettingValues): SettingValues {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [wireName(name), normalValue(wireName(name), value)]),
  );
}

/** Whether two values of a setting, by its name on the wire, mean the same. */
export function sameSetting(wire: string, a: string | number | boolean, b: string | number | boolean): boolean {
  return normalValue(wire, a) === normalValue(wire, b);
}

/** The service mixes types: "false" for false, numbers as text, "infinity" for no limit of connections. */
function normalValue(wire: string, value: string | number | boolean): string | number | boolean {
  if (wire === "broker.connection_max" && value === "infinity") return 0;
  if (value === "true" || value === "false") return value === "true";
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
