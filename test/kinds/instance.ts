import type { InstanceArgs } from "pulumi-broker";
import { settingsIn, settingsOf } from "./brokerConfig";
import { row } from "./kind";
import { modelOf } from "./things";

const path = "/customer/api/instances";

const made = { name: "lifecycle-broker", plan: "clustered-medium-1", region: "provider-a::region-1", tags: ["b", "a"] };

const declared = {
  ...made,
  disk: { extraSize: 25 as const },
  config: { heartbeat: 60, channelMax: 256, "broker_mqtt.exchange": "mqtt" } as const,
};

const inModel = modelOf("instance", {
  type: "instance",
  collection: "instances",
  path,
  getById: true,
  marked: true,
  inputs: () => ({ name: "shop", plan: "clustered-small-1", region: "provider-a::region-1", tags: ["a", "b"] }),
  change: { name: "store", tags: ["c"], plan: "clustered-medium-1" },
  replacement: { region: "provider-a::region-2" },
  edit: { tags: ["edited"] },
});

const text = () => expect.any(String);

export const instance = row<InstanceArgs>({
  kind: "Instance",
  id: "123",
  operations: [
    "instances.list",
    "instances.get",
    "instances.create",
    "instances.update",
    "instances.resizeDisk",
    "instances.delete",
    "regions.list",
    "plans.list",
    "nodes.list",
    "nodes.availableVersions",
    "config.get",
    "config.availableSettings",
    "config.update",
    "actions.upgradeBroker",
  ],
  functions: {
    "instances.list": ["getInstances"],
    "instances.get": ["getInstance"],
    "nodes.list": ["getNodes"],
    "nodes.availableVersions": ["getAvailableVersions"],
  },
  secrets: ["apiKey", "password", "url", "urls"],
  look: {
    path: (id) => `${path}/${id}`,
    changed: { name: "other" },
    imports: (emulator) => {
      const { id, name, plan, region, tags } = emulator.state().instances[0]!;
      return { id: `${id}`, inputs: { name, plan, region, tags } };
    },
  },
  modelled: [inModel],
  refused: [[{ region: "region-1" }, "region: must have the form"]],
  args: () => declared,
  outputs: () => ({
    nodes: 1,
    rmqVersion: "4.1.4",
    url: expect.stringMatching(/^amqps:/),
    urls: { external: expect.stringMatching(/^amqps:/), internal: expect.stringMatching(/^amqps:/) },
    ...{ host: text(), hostInternal: text(), username: text(), password: text(), vhost: text(), apiKey: text() },
    ready: true,
    backend: "clustered",
    shared: false,
    providerId: text(),
    monthlyPrice: 99,
    nodeNames: [text()],
  }),
  // Only declared inputs are read, because each takes a request of its own.
  neverRead: ["config", "disk", "nodeNames", "monthlyPrice", "shared"],
  records: (state, at) =>
    state.instances
      .filter(({ id, goneAt }) => goneAt === null && ![at.instance, at.other].includes(`${id}`))
      .map(({ id, name, plan, region, tags, extra_disk_size, config }) => ({
        ...{ id, name, plan, region, tags, extra_disk_size },
        config: settingsIn(config),
      })),
  held: ({ number: id }, { name, plan, region, tags, config }) => ({
    ...{ id, name, plan, region, tags, extra_disk_size: 25 },
    config: settingsOf(config),
  }),
  create: () => `POST ${path}`,
  refresh: ({ id }) => [`GET ${path}/${id}`, "GET /instance/api/nodes", "GET /instance/api/config"],
  onInstance: false,
  inPlace: {
    // A setting that is removed goes back to its default.
    args: () => ({
      name: "renamed-broker",
      tags: ["c"],
      plan: "clustered-large-1",
      config: { heartbeat: 30, "broker_mqtt.exchange": "mqtt" },
    }),
    requests: ({ id }) => [
      { method: "GET", path: "/customer/api/plans" },
      { method: "PUT", path: `${path}/${id}`, body: { name: "renamed-broker", tags: ["c"] } },
      { method: "PUT", path: `${path}/${id}`, body: { plan: "clustered-large-1" } },
      // The first GET is sent before a change that takes time; all later ones wait for its end.
      { method: "GET", path: `${path}/${id}` },
      { method: "GET", path: "/instance/api/nodes" },
      { method: "GET", path: "/instance/api/config/available_settings" },
      { method: "PUT", path: "/instance/api/config", body: { "broker.heartbeat": 30, "broker.channel_max": 128 } },
    ],
    outputs: () => ({ monthlyPrice: 299 }),
  },
  replacing: { args: () => ({ region: "provider-a::region-2" }) },
  outsideEdit: {
    change: ({ number }) => ({ op: "set", in: "instances", id: number, fields: { tags: ["theirs"] } }),
    property: "tags",
    repair: ({ id }) => [
      { method: "PUT", path: `${path}/${id}`, body: { name: "lifecycle-broker", tags: ["b", "a"] } },
    ],
  },
  outsideDelete: ({ number }) => ({ op: "delete", in: "instances", id: number }),
});
