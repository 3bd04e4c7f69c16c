import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "./declared";
import type { DoorName } from "./plugin-door";
import { declareThrough } from "./plugin-resource";

/** The stack that figures are measured on: an instance and 26 resources on it, as plain data for every tier. */

/** A resource on an instance, without the instance itself. */
type Part = Pick<Declared, "type" | "name" | "inputs">;

const part = (type: string, name: string, inputs: Record<string, unknown>): Part => ({ type, name, inputs });

/** The parts around the broker: 10 alarms, 3 recipients, 4 integrations, 2 webhooks. */
export const around: readonly Part[] = [
  ...["cpu", "memory", "disk", "connection", "channel"].map((type) =>
    part("alarm", type, { type, valueThreshold: 42, timeThreshold: 120 }),
  ),
  ...["orders", "invoices", "mails"].map((queue) =>
    part("alarm", queue, {
      type: "queue",
      queueRegex: `^${queue}`,
      valueThreshold: 1000,
      timeThreshold: 120,
      messageType: "ready",
    }),
  ),
  part("alarm", "flow", { type: "flow", timeThreshold: 120 }),
  part("alarm", "netsplit", { type: "netsplit", timeThreshold: 120 }),
  ...["ops", "night", "team"].map((name) =>
    part("recipient", name, { type: "email", value: `${name}@example.com`, name }),
  ),
  part("integration", "log-d", { system: "log_vendor_d", config: { apiKey: "k", region: "eu" } }),
  part("integration", "log-d-us", { system: "log_vendor_d", config: { apiKey: "k", region: "us3" } }),
  part("integration", "metric-c", { system: "metric_vendor_c_v3", config: { apiKey: "k" } }),
  part("integration", "metric-b", {
    system: "metric_vendor_b_v3",
    config: { region: "region-1", iamRole: "role", iamExternalId: "id" },
  }),
  ...["orders-hook", "mails-hook"].map((queue) =>
    part("webhook", queue, { webhookUri: `https://example.com/${queue}`, vhost: "/", queue, concurrency: 1 }),
  ),
];

/** The parts of the broker itself: 5 plugins, the firewall, the settings. */
const inside: readonly Part[] = [
  ...["broker_mqtt", "broker_web_mqtt", "broker_stomp", "broker_federation", "broker_stream"].map((name) =>
    part("plugin", name, { name, community: false }),
  ),
  part("firewallRuleSet", "firewall", { rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"], ports: [] }] }),
  part("brokerConfig", "settings", { config: { heartbeat: 60, channelMax: 256 } }),
];

/** All 26 resources on the instance. */
export const everything: readonly Part[] = [...around, ...inside];

/** The arguments of the instance, for a stack that declares one. */
export const shop = { plan: "clustered-medium-1", region: "provider-a::region-1" };

/** The parts as handlers receive them, on an instance that is given by its id. */
export function declared(parts: readonly Part[], instance: string): Declared[] {
  const usual: Record<string, Record<string, unknown>> = {
    alarm: { enabled: true, recipients: [] },
    firewallRuleSet: { mode: "exclusive", unmanaged: [] },
  };
  return parts.map(({ type, name, inputs }) => ({ type, name, inputs: { instance, ...usual[type], ...inputs } }));
}

/** The parts that go with the instance. A class says so itself, a program of the plugin says so with an option. */
const goWithInstance = ["plugin", "firewallRuleSet", "brokerConfig"];

/** Declares the parts; every alarm tells every recipient. `optionsOf` gives options that the plugin has to name. */
export function declare(
  parts: readonly Part[],
  instance: pulumi.CustomResource | string,
  door: DoorName = "dynamic",
  optionsOf: (kind: string) => pulumi.CustomResourceOptions = () => ({}),
): void {
  const make = ({ type, name, inputs }: Part, more: object = {}): pulumi.CustomResource => {
    const kind = type[0]?.toUpperCase() + type.slice(1);
    const isTold = door === "plugin" && typeof instance === "object" && goWithInstance.includes(type);
    const options = { ...(isTold && { deletedWith: instance }), ...(door === "plugin" && optionsOf(kind)) };
    return declareThrough(door, kind, name, { instance, ...inputs, ...more }, options);
  };
  const told = parts.filter(({ type }) => type === "recipient").map((part) => make(part));
  for (const part of parts.filter(({ type }) => type !== "recipient"))
    make(part, part.type === "alarm" ? { recipients: told } : {});
}
