import { BrokerConfig, type BrokerConfigArgs } from "pulumi-broker";
import { row } from "./row";

const config = { heartbeat: 60, channelMax: 256, "broker_mqtt.exchange": "mqtt" } as const;

export const brokerConfig = row<BrokerConfigArgs>({
  kind: "BrokerConfig",
  resource: BrokerConfig,
  args: ({ instance }) => ({ instance, config }),
  outputs: ({ instance }) => ({ instance, config }),
  // A resource without a declaration shows every setting, under the names of the schema.
  undeclared: {
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
  },
  // An instance always has settings, so only those of the instance that the id names are compared.
  records: (state, { id }) =>
    state.instances
      .filter((each) => `${each.id}/config` === id)
      .map((each) => ({
        id: each.id,
        heartbeat: each.config["broker.heartbeat"],
        channelMax: each.config["broker.channel_max"],
        exchange: each.config["broker_mqtt.exchange"],
      })),
  held: ({ id }) => ({ id: Number(id.split("/")[0]), heartbeat: 60, channelMax: 256, exchange: "mqtt" }),
  create: () => "PUT /instance/api/config",
  refresh: () => ["GET /instance/api/config"],
  onInstance: true,
  inPlace: {
    // A setting that is removed goes back to its default.
    args: () => ({ config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" } }),
    props: ["config"],
    requests: () => [
      { method: "GET", path: "/instance/api/config/available_settings" },
      {
        method: "PUT",
        path: "/instance/api/config",
        body: { "broker.heartbeat": 30, "broker.channel_max": 128 },
      },
    ],
    outputs: () => ({ config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" } }),
    held: () => ({ heartbeat: 30, channelMax: 128 }),
  },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other }),
    held: () => ({}),
  },
  outsideEdit: {
    change: ({ other }) => ({
      op: "set",
      in: "instances",
      id: Number(other),
      fields: { config: { "broker.heartbeat": 61, "broker.channel_max": 256, "broker_mqtt.exchange": "mqtt" } },
    }),
    property: "config",
    repair: () => [{ method: "PUT", path: "/instance/api/config", body: { "broker.heartbeat": 60 } }],
  },
  outsideDelete: { doesNotApply: "a broker always has settings" },
  missingId: () => "999999/config",
  idIsName: true,
  staysWhenDeleted: true,
});
