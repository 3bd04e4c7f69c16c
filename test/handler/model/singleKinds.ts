import type { State, StateChange } from "../../../provider/emulator";
import { type Kind, on, type Unit, type Values, type Variant } from "./kind";

const pluginUnit = (instance: unknown, plugin: unknown, enabled: boolean): Unit => ({
  key: `plugin ${instance}/plugins/${plugin}`,
  content: { enabled },
});

const plugin: Kind = {
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
      .filter(({ instance_id, name }) => all.includes(`${instance_id}`) && /^broker_(web_)?mqtt$/.test(name))
      .filter(({ enabled, change }) => enabled || change?.enabled)
      .map(({ id, instance_id, name }) => ({
        ...pluginUnit(instance_id, name, true),
        remove: { op: "set", in: "plugins", id, fields: { enabled: false, change: null } },
      })),
  wants: ({ instance, name }) => [pluginUnit(instance, name, true)],
};

const office = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"], ports: [] as number[] };
const vpn = { ip: "203.0.113.0/24", services: [] as string[], ports: [443, 5671] };
const strange = { ip: "192.0.2.0/24", services: ["HTTPS" as const], ports: [] as number[], description: "" };

const declaredRules = ({ changed }: Variant) => (changed ? [vpn] : [office, { ...vpn, ports: [5671] }]);
type WireRules = State["firewalls"][number]["rules"];

const rulesOf = (rules: readonly Values[]) =>
  rules
    .map(({ ip, services = [], ports = [] }) => ({ ip, services, ports }))
    .sort((a, b) => String(a.ip).localeCompare(String(b.ip)));

/** A set that owns the whole firewall of its instance. */
const exclusiveFirewall: Kind = {
  name: "exclusiveFirewall",
  type: "firewallRuleSet",
  group: "firewall",
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    rules: declaredRules(variant),
    mode: "exclusive",
    unmanaged: [],
    takeOver: true,
  }),
  units: (state, all) =>
    state.firewalls
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .map(({ id, instance_id, rules }) => ({
        key: `exclusiveFirewall ${instance_id}/firewall`,
        content: { rules: rulesOf(rules) },
        edit: { op: "set", in: "firewalls", id, fields: { rules: [...withoutStrange(rules), strange], change: null } },
      })),
  wants: ({ instance, rules }) => [
    { key: `exclusiveFirewall ${instance}/firewall`, content: { rules: rulesOf(rules as Values[]) } },
  ],
};

const withoutStrange = (rules: WireRules) => rules.filter(({ ip }) => ip !== strange.ip);

/** A set that owns the rules that it lists. */
const mergeFirewall: Kind = {
  name: "mergeFirewall",
  type: "firewallRuleSet",
  group: "firewall",
  single: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    rules: declaredRules(variant),
    mode: "merge",
    unmanaged: [],
    // An outsider may have edited a rule that a later declaration names.
    takeOver: true,
  }),
  units: (state, all) =>
    state.firewalls
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .flatMap(({ id, instance_id, rules, change }) =>
        (change?.rules ?? rules).map((rule): Unit => {
          const others = rules.filter(({ ip }) => ip !== rule.ip);
          const fields = (changed: WireRules) => ({ rules: changed, change: null });
          return {
            key: `mergeFirewall ${instance_id}/firewall ${rule.ip}`,
            content: { services: rule.services, ports: rule.ports },
            edit: { op: "set", in: "firewalls", id, fields: fields([...others, { ...rule, ports: [15671] }]) },
            ...(rule.ip !== "0.0.0.0/0" && { remove: { op: "set", in: "firewalls", id, fields: fields(others) } }),
          };
        }),
      ),
  wants: ({ instance, rules }) =>
    (rules as Values[]).map(({ ip, services, ports }) => ({
      key: `mergeFirewall ${instance}/firewall ${ip}`,
      content: { services, ports },
    })),
};

const wireNames: Record<string, string> = { heartbeat: "broker.heartbeat", channelMax: "broker.channel_max" };

const brokerConfig: Kind = {
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
      .flatMap(({ id, config }) =>
        Object.entries(config).map(([name, value]) => ({
          key: `brokerConfig ${id}/config ${name}`,
          content: { value },
          ...(name === "broker.heartbeat" && {
            edit: { op: "set", in: "instances", id, fields: { config: { ...config, [name]: 33 } } } as StateChange,
          }),
        })),
      ),
  wants: ({ instance, config }) =>
    Object.entries(config as Values).map(([name, value]) => ({
      key: `brokerConfig ${instance}/config ${wireNames[name]}`,
      content: { value },
    })),
};

const settings: Kind = {
  name: "settings",
  type: "maintenanceSettings",
  single: true,
  stays: true,
  inputs: (variant, account) => ({
    instance: on(variant, account),
    preferredMaintenanceDay: variant.changed ? "Monday" : "Sunday",
    preferredMaintenanceTime: "03:30",
  }),
  units: (state, all) =>
    state.maintenanceSettings
      .filter(({ instance_id }) => all.includes(`${instance_id}`))
      .map(({ id, instance_id, preferred_maintenance_day: day, preferred_maintenance_time: time }) => ({
        key: `settings ${instance_id}/maintenance-settings`,
        content: { day, time },
        edit: { op: "set", in: "maintenanceSettings", id, fields: { preferred_maintenance_day: "Friday" } },
      })),
  wants: ({ instance, preferredMaintenanceDay: day, preferredMaintenanceTime: time }) => [
    { key: `settings ${instance}/maintenance-settings`, content: { day, time } },
  ],
};

/** The kinds of which an instance has one. */
export const singleKinds: readonly Kind[] = [plugin, mergeFirewall, exclusiveFirewall, brokerConfig, settings];
