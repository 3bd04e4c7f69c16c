import { Instance, type InstanceArgs } from "pulumi-broker";
import { row } from "./row";

const made = {
  name: "lifecycle-broker",
  plan: "clustered-medium-1",
  region: "provider-a::region-1",
  tags: ["b", "a"],
};

const declared = {
  ...made,
  disk: { extraSize: 25 as const },
  config: { heartbeat: 60, channelMax: 256, "broker_mqtt.exchange": "mqtt" } as const,
};

export const instance = row<InstanceArgs>({
  kind: "Instance",
  resource: Instance,
  args: () => declared,
  outputs: () => ({
    ...declared,
    nodes: 1,
    rmqVersion: "4.1.4",
    url: expect.stringMatching(/^amqps:/),
    urls: { external: expect.stringMatching(/^amqps:/), internal: expect.stringMatching(/^amqps:/) },
    host: expect.any(String),
    hostInternal: expect.any(String),
    username: expect.any(String),
    password: expect.any(String),
    vhost: expect.any(String),
    apiKey: expect.any(String),
    ready: true,
    backend: "clustered",
    shared: false,
    providerId: expect.any(String),
    monthlyPrice: 99,
    nodeNames: [expect.any(String)],
  }),
  // Only declared inputs are read, because each takes a request of its own.
  neverRead: ["config", "disk", "nodeNames", "monthlyPrice", "shared"],
  records: (state, at) =>
    state.instances
      .filter(({ id, goneAt }) => goneAt === null && ![at.instance, at.other].includes(`${id}`))
      .map(({ id, name, plan, region, tags, extra_disk_size, config }) => ({
        ...{ id, name, plan, region, tags, extra_disk_size },
        config: {
          heartbeat: config["broker.heartbeat"],
          channelMax: config["broker.channel_max"],
          exchange: config["broker_mqtt.exchange"],
        },
      })),
  held: ({ number }) => ({
    id: number,
    ...made,
    extra_disk_size: 25,
    config: { heartbeat: 60, channelMax: 256, exchange: "mqtt" },
  }),
  create: () => "POST /customer/api/instances",
  refresh: ({ id }) => [`GET /customer/api/instances/${id}`, "GET /instance/api/nodes", "GET /instance/api/config"],
  onInstance: false,
  inPlace: {
    // A setting that is removed goes back to its default.
    args: () => ({
      name: "renamed-broker",
      tags: ["c"],
      plan: "clustered-large-1",
      config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" },
    }),
    props: ["name", "tags", "plan", "config"],
    requests: ({ id }) => [
      { method: "GET", path: "/customer/api/plans" },
      { method: "PUT", path: `/customer/api/instances/${id}`, body: { name: "renamed-broker", tags: ["c"] } },
      { method: "PUT", path: `/customer/api/instances/${id}`, body: { plan: "clustered-large-1" } },
      // The first GET is sent before a change that takes time; all later ones wait for its end.
      { method: "GET", path: `/customer/api/instances/${id}` },
      { method: "GET", path: "/instance/api/nodes" },
      { method: "GET", path: "/instance/api/config/available_settings" },
      {
        method: "PUT",
        path: "/instance/api/config",
        body: { "broker.heartbeat": 30, "broker.channel_max": 128 },
      },
    ],
    outputs: () => ({
      name: "renamed-broker",
      tags: ["c"],
      plan: "clustered-large-1",
      monthlyPrice: 299,
      config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" },
    }),
    held: () => ({
      name: "renamed-broker",
      tags: ["c"],
      plan: "clustered-large-1",
      config: { heartbeat: 30, channelMax: 128, exchange: "mqtt" },
    }),
  },
  replacing: {
    args: () => ({ region: "provider-a::region-2" }),
    props: ["region"],
    outputs: () => ({ region: "provider-a::region-2" }),
    held: () => ({ region: "provider-a::region-2" }),
  },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "instances", id: number, fields: { tags: ["theirs"] } }),
    property: "tags",
    repair: ({ id }) => [
      {
        method: "PUT",
        path: `/customer/api/instances/${id}`,
        body: { name: "lifecycle-broker", tags: ["b", "a"] },
      },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "instances", id: number }),
  missingId: () => "999999",
});
