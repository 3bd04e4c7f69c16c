import type { PluginArgs } from "pulumi-broker";
import { row } from "./kind";
import { type ModelKind, on, type Unit } from "./things";

const name = "broker_mqtt";
const path = "/instance/api/plugins";

const unit = (instance: unknown, plugin: unknown): Unit => ({
  key: `plugin ${instance}/plugins/${plugin}`,
  content: { enabled: true },
});

const inModel: ModelKind = {
  name: "plugin",
  type: "plugin",
  single: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    name: variant.changed ? "broker_web_mqtt" : "broker_mqtt",
    community: false,
  }),
  units: (state, all) =>
    state.plugins
      .filter((each) => all.includes(`${each.instance_id}`) && /^broker_(web_)?mqtt$/.test(each.name))
      .filter(({ enabled, change }) => enabled || change?.enabled)
      .map((each) => ({
        ...unit(each.instance_id, each.name),
        remove: { op: "set", in: "plugins", id: each.id, fields: { enabled: false, change: null } },
      })),
  wants: ({ instance, name: plugin }) => [unit(instance, plugin)],
};

export const plugin = row<PluginArgs>({
  kind: "Plugin",
  id: "123/community-plugins/broker_top",
  operations: [
    "plugins.list",
    "plugins.enable",
    "plugins.disable",
    "communityPlugins.list",
    "communityPlugins.enable",
    "communityPlugins.disable",
  ],
  functions: { "plugins.list": ["getPlugins"], "communityPlugins.list": ["getCommunityPlugins"] },
  look: { path, isList: true, inputs: { community: false } },
  modelled: [inModel],
  refused: [[{ name: "" }, "name: must"]],
  args: ({ instance }) => ({ instance, name }),
  outputs: ({ instance, other }) => ({
    community: false,
    // The brokers of the emulator's two instances have plugins of different versions.
    version: instance === other ? "2.1.0" : "3.12.13",
    description: "MQTT 3.1.1",
    enabled: true,
  }),
  records: (state) =>
    state.plugins
      .filter((each) => each.name === name && (each.enabled || each.change !== null))
      .map(({ instance_id, enabled, change }) => ({ instance_id, enabled, change })),
  held: (_at, { instance }) => ({ instance_id: Number(instance), enabled: true, change: null }),
  inPlace: { doesNotApply: "nothing of a plugin can be changed" },
  outsideEdit: { doesNotApply: "it can only be disabled, and is gone then" },
  outsideDelete: ({ state, other }) => {
    const found = state().plugins.find((each) => each.name === name && each.instance_id === Number(other));
    return { op: "set", in: "plugins", id: found?.id ?? 0, fields: { enabled: false } };
  },
  missingId: ({ instance }) => `${instance}/plugins/broker_top`,
  idIsName: true,
});
