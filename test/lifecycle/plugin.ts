import { Plugin, type PluginArgs } from "pulumi-broker";
import { type At, row } from "./row";

const name = "broker_mqtt";

const recordOn = (at: At, instance: string) =>
  at.state().plugins.find((each) => each.name === name && each.instance_id === Number(instance))?.id ?? 0;

export const plugin = row<PluginArgs>({
  kind: "Plugin",
  resource: Plugin,
  args: ({ instance }) => ({ instance, name }),
  outputs: ({ instance }) => ({
    instance,
    name,
    community: false,
    version: "3.12.13",
    description: "MQTT 3.1.1",
    enabled: true,
  }),
  records: (state) =>
    state.plugins
      .filter((each) => each.name === name && (each.enabled || each.change !== null))
      .map(({ instance_id, enabled, change }) => ({ instance_id, enabled, change })),
  held: ({ instance }) => ({ instance_id: Number(instance), enabled: true, change: null }),
  create: () => "POST /instance/api/plugins",
  refresh: () => ["GET /instance/api/plugins"],
  onInstance: true,
  inPlace: { doesNotApply: "nothing of a plugin can be changed" },
  replacing: {
    args: ({ other }) => ({ instance: other }),
    props: ["instance"],
    outputs: ({ other }) => ({ instance: other, version: "2.1.0" }),
    held: ({ other }) => ({ instance_id: Number(other) }),
  },
  outsideEdit: { doesNotApply: "it can only be disabled, and is gone then" },
  outsideDelete: (at) => ({ op: "set", in: "plugins", id: recordOn(at, at.other), fields: { enabled: false } }),
  missingId: ({ instance }) => `${instance}/plugins/broker_top`,
  idIsName: true,
});
