import type { BrokerConfigArgs } from "pulumi-broker";
import type { StateChange } from "../../provider/emulator";
import { row } from "./kind";
import { type ModelKind, on, type Values } from "./things";

const path = "/instance/api/config";
const config = { heartbeat: 60, channelMax: 256, "broker_mqtt.exchange": "mqtt" } as const;
const wireNames: Record<string, string> = { heartbeat: "broker.heartbeat", channelMax: "broker.channel_max" };

const inModel: ModelKind = {
  name: "brokerConfig",
  type: "brokerConfig",
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    config: variant.changed ? { heartbeat: 90 } : { heartbeat: 60, channelMax: 256 },
  }),
  units: (state, all) =>
    state.instances
      .filter(({ id }) => all.includes(`${id}`))
      .flatMap(({ id, config: held }) =>
        Object.entries(held).map(([name, value]) => ({
          key: `brokerConfig ${id}/config ${name}`,
          content: { value },
          ...(name === "broker.heartbeat" && {
            edit: { op: "set", in: "instances", id, fields: { config: { ...held, [name]: 33 } } } as StateChange,
          }),
        })),
      ),
  wants: ({ instance, config: given }) =>
    Object.entries(given as Values).map(([name, value]) => ({
      key: `brokerConfig ${instance}/config ${wireNames[name]}`,
      content: { value },
    })),
};

/** The settings that the rows of this kind and of the instance compare, as the emulator holds them. */
export const settingsIn = (held: Values) => ({
  heartbeat: held["broker.heartbeat"],
  channelMax: held["broker.channel_max"],
  exchange: held["broker_mqtt.exchange"],
});

/** The same, as a resource declares them: a setting that it does not name has its default. */
export const settingsOf = (declared: unknown) => {
  const { heartbeat, channelMax = 128, "broker_mqtt.exchange": exchange } = declared as Values;
  return { heartbeat, channelMax, exchange };
};

export const brokerConfig = row<BrokerConfigArgs>({
  kind: "BrokerConfig",
  id: "123/config",
  operations: ["config.get", "config.availableSettings", "config.update"],
  functions: { "config.get": ["getConfig"], "config.availableSettings": ["getAvailableSettings"] },
  notAdopted: "the settings are arguments of the Instance",
  look: { path, inputs: { config: { heartbeat: 60 } }, changed: { config: { heartbeat: 90 } } },
  modelled: [inModel],
  refused: [[{ config: { heartbeat: -1 } }, "config: config.heartbeat: must be 0 or more"]],
  args: ({ instance }) => ({ instance, config }),
  // A resource without a declaration shows every setting, under the names of the schema.
  undeclared: () => ({
    config: {
      heartbeat: 60,
      channelMax: 256,
      mqttExchange: "mqtt",
      connectionMax: "infinity",
      prometheusReturnPerObjectMetrics: false,
      // The service shows settings that were never set with their values, including some that the schema does not have.
      consumerTimeout: 7_200_000,
      defaultVhost: "/",
      maxMessageSize: 134_217_728,
      queueIndexEmbedMsgsBelow: 4096,
      vmMemoryHighWatermark: 0.81,
      "broker.log_exchange_level": "error",
      "message_interceptors.timestamp_overwrite": "false",
    },
  }),
  // An instance always has settings, so only those of the instance that the id names are compared.
  records: (state, { id }) =>
    state.instances
      .filter((each) => `${each.id}/config` === id)
      .map((each) => ({ id: each.id, ...settingsIn(each.config) })),
  held: ({ id }, outputs) => ({ id: Number(id.split("/")[0]), ...settingsOf(outputs.config) }),
  create: () => `PUT ${path}`,
  inPlace: {
    // A setting that is removed goes back to its default.
    args: () => ({ config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" } }),
    requests: () => [
      { method: "GET", path: `${path}/available_settings` },
      { method: "PUT", path, body: { "broker.heartbeat": 30, "broker.channel_max": 128 } },
    ],
  },
  outsideEdit: {
    change: ({ other }) => ({
      op: "set",
      in: "instances",
      id: Number(other),
      fields: { config: { "broker.heartbeat": 61, "broker.channel_max": 256, "broker_mqtt.exchange": "mqtt" } },
    }),
    property: "config",
    repair: () => [{ method: "PUT", path, body: { "broker.heartbeat": 60 } }],
  },
  outsideDelete: { doesNotApply: "a broker always has settings" },
  idIsName: true,
  staysWhenDeleted: true,
});
