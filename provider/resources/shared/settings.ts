// `instance/`, `brokerConfig.ts`, `putSettings.ts` and `cli/adopt/account.ts` use the settings of a broker here. A new
// setting goes into `table` and `BrokerSettings`; names must stay, because state keeps them.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { BrokerConfig as Wire } from "../../api";
import type { Saying } from "../../framework/kind/context";
import type { Rule } from "../../framework/kind/definition";
import type { FieldMarks } from "../../framework/kind/marks";
import { hasUnknown, isUnknown, mapValues } from "../../framework/kind/values";
import { nearest } from "../../framework/preview/nearest";
import { explainTooOld } from "./requirements";

/**
 * Settings of a broker. Only those that are written down are managed, and only those that differ are sent. A setting
 * that is taken out goes back to the default that the service names for it.
 * @category Settings, plugins and maintenance
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
  /** How many connections there may be, 0 or more; 0 and `"infinity"` mean no limit, and are sent as they are written. */
  connectionMax?: pulumi.Input<number | "infinity">;
  /** The largest allowed payload of a message in bytes. */
  maxMessageSize?: pulumi.Input<number>;
  /** True when metrics are given per object, not aggregated. Service's default: false. Needs broker 3.8.0 or later. */
  prometheusReturnPerObjectMetrics?: pulumi.Input<boolean>;
  /**
   * Any setting by the service's own name, as `getAvailableSettings` lists it. A setting of this page is checked under
   * either name.
   */
  [name: `${string}.${string}`]: pulumi.Input<string | number | boolean> | undefined;
}

/** Settings as plain values, under the names that the program uses. */
export type SettingValues = Record<string, string | number | boolean>;

type SettingValue = string | number | boolean;

const whole = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.number().int("must be a whole number").min(min, `must be ${min} or more`).max(max, `must be ${max} or less`);

interface Listed {
  wire: string;
  type: "boolean" | "int" | "float" | "symbol";
  schema(): z.ZodType<SettingValue>;
  /** The default that the specification names. */
  usual?: SettingValue;
  /** The version of the clustered broker that the setting needs. */
  needs?: string;
}

const text = () => z.string().min(1, "must not be empty");

const table = {
  heartbeat: { wire: "broker.heartbeat", type: "int", schema: () => whole(0), usual: 120 },
  channelMax: { wire: "broker.channel_max", type: "int", schema: () => whole(0), usual: 128 },
  consumerTimeout: {
    wire: "broker.consumer_timeout",
    type: "int",
    schema: () => z.union([whole(10_000, 25_000_000), z.literal(false)]),
    usual: 900_000,
    needs: "3.8.15",
  },
  vmMemoryHighWatermark: {
    wire: "broker.vm_memory_high_watermark",
    type: "float",
    schema: () => z.number().min(0.4, "must be 0.4 or more").max(0.9, "must be 0.9 or less"),
    usual: 0.81,
  },
  queueIndexEmbedMsgsBelow: {
    wire: "broker.queue_index_embed_msgs_below",
    type: "int",
    schema: () => whole(0, 10_485_760),
    usual: 4096,
  },
  mqttExchange: { wire: "broker_mqtt.exchange", type: "symbol", schema: () => text(), usual: "amq.topic" },
  defaultVhost: { wire: "broker.default_vhost", type: "symbol", schema: () => text(), usual: "/" },
  connectionMax: {
    wire: "broker.connection_max",
    type: "int",
    schema: () => z.union([whole(0), z.literal("infinity")]),
  },
  maxMessageSize: { wire: "broker.max_message_size", type: "int", schema: () => whole(0) },
  prometheusReturnPerObjectMetrics: {
    wire: "broker_prometheus.return_per_object_metrics",
    type: "boolean",
    schema: () => z.boolean(),
    usual: false,
    needs: "3.8.0",
  },
} as const satisfies Record<string, Listed>;

/** The settings that the specification lists, by their names on the wire. */
export const listed: ReadonlyMap<string, Listed> = new Map(Object.values(table).map((each) => [each.wire, each]));

/** Makes the schema of {@link BrokerSettings}. A setting is checked under the program's and under the service's name. */
export function settingsSchema() {
  const shape = Object.fromEntries(
    Object.entries(table).flatMap(([name, { wire, schema }]) =>
      [name, wire].map((each) => [each, schema().optional()]),
    ),
  );
  return z.object(shape).catchall(z.union([z.string(), z.number(), z.boolean()]));
}

/** The marks of settings, which are compared by their names on the wire and by their meanings. */
export const settingsMarks: FieldMarks = { keep: "forget", normal: (value) => meanings(value) };

/** Refuses names that no setting can have, and a setting that is given under both of its names. */
export const settingsRule: Rule<{ config?: SettingValues }> = {
  needs: ["config"],
  ofNames: true,
  refuses({ config = {} }) {
    const names = Object.keys(config);
    const reasons = [explainForeignNames(names), explainTwice(names)].filter((reason) => reason !== undefined);
    return reasons.length > 0 ? reasons.join("; ") : undefined;
  },
};

function explainForeignNames(names: readonly string[]): string | undefined {
  const foreign = names.filter((name) => !Object.hasOwn(table, name) && !/^[a-z][\w-]*(\.[\w-]+)+$/i.test(name));
  if (foreign.length === 0) return undefined;
  const described = foreign.map((name) => {
    const [meant] = nearest(name, Object.keys(table), 1);
    return `"${name}"${meant === undefined ? "" : ` (did you mean ${meant}?)`}`;
  });
  return `has unknown settings: ${described.join(", ")}. Use one of these names: ${Object.keys(table).join(", ")}. You can also use the service's own name of a setting ("broker.…")`;
}

function explainTwice(names: readonly string[]): string | undefined {
  const twice = names.filter((name) => names.some((other) => other !== name && wireName(other) === wireName(name)));
  return twice.length > 0
    ? `gives the same setting under two names (${twice.join(", ")}): keep only one of these names`
    : undefined;
}

/** The most letters in which a misspelling may differ from the listed name. */
const mostMisspelt = 2;

/** Explains that a name is a misspelling. A name that `before` has is none, because the service accepted it. */
export function explainTypos(config: SettingValues | undefined, before: Readonly<Record<string, unknown>> | undefined) {
  // The names are known even where the values are not known yet.
  if (config === undefined || isUnknown(config)) return undefined;
  const names = Object.keys(config).filter((name) => wireName(name) === name && !listed.has(name));
  const typos = names.flatMap((name) => {
    const meant = before?.[name] === undefined ? nearest(name, [...listed.keys()], 1, mostMisspelt)[0] : undefined;
    return meant === undefined ? [] : [`the service has no setting "${name}": did you mean "${meant}"?`];
  });
  return typos.length > 0 ? typos.join("; ") : undefined;
}

/** The service's name of a setting. */
export const wireName = (name: string): string =>
  Object.hasOwn(table, name) ? table[name as keyof typeof table].wire : name;

/** The name of a setting in a program, for the service's own name of it. */
export const programName = (wire: string): string =>
  Object.entries(table).find(([, entry]) => entry.wire === wire)?.[0] ?? wire;

/** Explains why the broker is too old for a setting in `config` that `before` does not have. */
export function explainTooNew(
  config: SettingValues,
  before: SettingValues | undefined,
  facts: Readonly<Record<string, unknown>>,
): string | undefined {
  const had = byWireName(before ?? {});
  const reasons = Object.keys(config).flatMap((name) => {
    const needed = had[wireName(name)] === undefined ? listed.get(wireName(name))?.needs : undefined;
    const reason = needed && explainTooOld(facts, needed);
    return reason ? [`${name} ${reason}`] : [];
  });
  return reasons.length > 0 ? reasons.join("; ") : undefined;
}

/** Notes each setting that was taken out, with the default that takes its place. */
export function noteResets(say: Saying, config: SettingValues | undefined, before: SettingValues | undefined): void {
  if (before === undefined || config === undefined || hasUnknown(config)) return;
  for (const [name, value] of Object.entries(changedSettings(before, config).removed)) {
    const usual = listed.get(name)?.usual;
    if (usual !== undefined && sameSetting(name, value, usual)) continue;
    const to = usual === undefined ? ", if the service shows a default" : ` ${usual}`;
    say.note(
      `${programName(name)} goes back to the service's default${to}, unless another resource declares this setting`,
    );
  }
}

/** Notes that a new default vhost takes effect only after a restart. */
export function noteRestart(say: Saying, config: SettingValues | undefined, before: SettingValues | undefined): void {
  const [now, old] = [config, before].map((settings) => byWireName(settings ?? {})["broker.default_vhost"]);
  if (now !== undefined && now !== old) say.note("defaultVhost takes effect after a restart of the broker");
}

/** The service's values of the declared settings, or else of all. A setting without a value is left out. */
export function seenSettings(wire: Wire, declared: SettingValues | undefined): SettingValues {
  const names = declared === undefined ? Object.keys(wire).map(programName) : Object.keys(declared);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = wire[wireName(name)];
      if (value === null || value === undefined) return [];
      const type = listed.get(wireName(name))?.type ?? typeOf(declared?.[name]);
      return [[name, ofType(type, value)]];
    }),
  );
}

/** The settings to send, and the values of those that were taken out. */
export function changedSettings(seen: SettingValues, declared: SettingValues) {
  const now = byWireName(seen);
  const wanted = byWireName(declared);
  const differs = ([name, value]: [string, SettingValue]) =>
    now[name] === undefined || !sameSetting(name, now[name], value);
  return {
    set: Object.fromEntries(Object.entries(wanted).filter(differs)),
    removed: Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(wanted, name))),
  };
}

const byWireName = (settings: SettingValues): SettingValues =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [wireName(name), value]));

/** True when two values of a setting mean the same; the setting is given by its name on the wire. */
export const sameSetting = (wire: string, a: SettingValue, b: SettingValue): boolean =>
  meaning(wire, a) === meaning(wire, b);

const meanings = (settings: unknown) =>
  mapValues(byWireName((settings ?? {}) as SettingValues), (value, wire) => meaning(wire, value as SettingValue));

/** The form in which values are compared: a text, where only the service knows the type of the setting. */
function meaning(wire: string, value: SettingValue): SettingValue {
  if (wire === "broker.connection_max" && value === "infinity") return 0;
  return ofType(listed.get(wire)?.type ?? "symbol", value);
}

/** The type of a setting that is not listed, guessed from the value that the program gives. */
const typeOf = (value: SettingValue | undefined): string | undefined =>
  ({ number: "float", boolean: "boolean", string: "symbol" })[typeof value as string];

/** A value in the type of its setting, because the service mixes types. A value that does not fit stays as it is. */
export function ofType(type: string | undefined, value: SettingValue): SettingValue {
  if (type === "symbol") return String(value);
  if (type === undefined || typeof value !== "string") return value;
  if (value === "true" || value === "false") return value === "true";
  return type !== "boolean" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}
