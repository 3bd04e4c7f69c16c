import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it decides which resources outlast a run, by options, transforms and protection.
 * Instances that outlast the run that was to remove them: nothing that stands on them is forgotten, or made twice.
 */

const instanceToken = "pulumi-nodejs:dynamic/broker:Instance";
const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1" };

sharedStack("kept", { speed: 300 });

/** Removes from the service what a test has kept. */
afterEach(async () => {
  await stack.destroy();
  const kept = emulator.state().instances.filter(({ id }) => id > 1002);
  emulator.patch(...kept.map(({ id }) => ({ op: "delete" as const, in: "instances" as const, id })));
});

/** One of each kind that an instance holds any number of, and a plugin and a firewall, of which there is one. */
function around(instance: broker.InstanceInput, prefix = "") {
  const on = { instance, vhost: "/", queue: "orders" };
  const names = (name: string) => `${prefix}${name}`;
  new broker.Webhook(names("hook"), { ...on, webhookUri: "https://example.com/hook" });
  new broker.Recipient(names("ops"), { instance, name: "ops", type: "email", value: "ops@example.com" });
  new broker.Alarm(names("long"), { instance, type: "queue", valueThreshold: 7, timeThreshold: 60 });
  new broker.EventBridge(names("bridge"), { ...on, cloudRegion: "region-1", cloudAccountId: "123456789012" });
  new broker.Integration(names("logs"), { instance, system: "log_vendor_d", config: { apiKey: "k", region: "eu" } });
  new broker.Integration(names("metrics"), { instance, system: "metric_vendor_c_v3", config: { apiKey: "k" } });
  new broker.Plugin(names("mqtt"), { instance, name: "broker_mqtt" });
  const rules = [{ ip: "198.51.100.0/24", services: ["AMQPS" as const] }];
  new broker.FirewallRuleSet(names("firewall"), { instance, mode: "merge", rules });
}

/** The instance of this name that is there, and how many of each kind stand on it; what it comes with is left out. */
function named(name: string): { ids: number[]; held: Record<string, number> } {
  const { instances, ...state } = emulator.state();
  const ids = instances.filter((each) => each.name === name && each.goneAt === null).map(({ id }) => id);
  const count = <T extends { instance_id: number }>(all: T[], isOurs: (each: T) => boolean = () => true) =>
    all.filter((each) => each.instance_id === ids[0] && isOurs(each)).length;
  const held = {
    webhooks: count(state.webhooks),
    recipients: count(state.recipients, (each) => each.name === "ops"),
    alarms: count(state.alarms, ({ type }) => type === "queue"),
    eventBridges: count(state.eventBridges),
    logs: count(state.logs),
    metrics: count(state.metrics),
    plugins: count(state.plugins, (each) => each.name === "broker_mqtt" && each.enabled),
    firewall: count(state.firewalls, ({ rules }) => rules.some(({ ip }) => ip === "198.51.100.0/24")),
  };
  return { ids, held };
}
const namedEach = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, named(name)]));
const one = {
  ...{ webhooks: 1, recipients: 1, alarms: 1, eventBridges: 1, logs: 1, metrics: 1 },
  ...{ plugins: 1, firewall: 1 },
};
const none = Object.fromEntries(Object.keys(one).map((kind) => [kind, 0]));

const declared = (names: readonly string[]) => async () => {
  for (const name of names) around(new broker.Instance(name, { ...shop, name }), `${name}-`);
};
const refusal = { status: 403, body: { error: "no" } };

test.each<[string, names: string[], prevent: () => Promise<unknown>]>([
  [
    "refused by the service",
    ["shop"],
    async () => emulator.fault({ match: { method: "DELETE", path: "/api/instances/*" }, fault: refusal }),
  ],
  [
    "protected in state, or by a transform",
    ["in-state", "by-transform"],
    async () => {
      const { program } = stack;
      stack.program = async () => {
        pulumi.runtime.registerResourceTransform(({ type, name, props, opts }) =>
          type === instanceToken && name === "by-transform" ? { props, opts: { ...opts, protect: true } } : undefined,
        );
        await program();
      };
      await stack.up();
      await stack.cli(["state", "protect", "--yes", "--stack", stack.name, stack.urn(instanceToken, "in-state")]);
    },
  ],
])("a destroy that cannot remove an instance, %s: the next up makes nothing twice", async (_what, names, prevent) => {
  stack.program = declared(names);
  await stack.up();
  const made = namedEach(names);
  await prevent();
  await stack.destroy({ exit: "failure" });
  emulator.clearFaults();
  stack.program = declared(names);
  await stack.up();
  for (const name of names) expect([name, named(name)]).toEqual([name, { ids: made[name]?.ids, held: one }]);
});

/** Gives an option to all that is in it, as anybody's component may. */
class Box extends pulumi.ComponentResource {
  readonly shop: broker.Instance;
  constructor(name: string, options?: pulumi.ComponentResourceOptions) {
    super("test:index:Box", `box-${name}`, {}, options);
    this.shop = new broker.Instance(name, { ...shop, name }, { parent: this });
  }
}
const retained = { retainOnDelete: true };

/** The ways in which an option comes to an instance, by its name; the last one is what the others must differ from. */
const ways: Record<string, (name: string) => broker.Instance> = {
  "in-component": (name) => new Box(name, retained).shop,
  "in-monitored": (name) => new broker.MonitoredInstance(name, { instance: { ...shop, name } }, retained).instance,
  "by-stack-transform": (name) => {
    pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
      type === instanceToken && props.name === name ? { props, opts: { ...opts, ...retained } } : undefined,
    );
    return new broker.Instance(name, { ...shop, name });
  },
  "by-own-transform": (name) => {
    const transform: pulumi.ResourceTransform = ({ props, opts }) => ({ props, opts: { ...opts, ...retained } });
    return new broker.Instance(name, { ...shop, name }, { transforms: [transform] });
  },
  "by-transformation": (name) => {
    pulumi.runtime.registerStackTransformation(({ type, name: of, props, opts }) =>
      type === instanceToken && of === name ? { props, opts: { ...opts, ...retained } } : undefined,
    );
    return new broker.Instance(name, { ...shop, name });
  },
  "not-at-all": (name) => new broker.Instance(name, { ...shop, name }),
};

test("an instance that stays because of an option that is not its own: what stands on it is removed", async () => {
  const names = Object.keys(ways);
  stack.program = async () => {
    for (const name of names) around(ways[name]!(name), `${name}-`);
  };
  await stack.up();
  const made = namedEach(names);
  await stack.destroy();
  const left = namedEach(names);
  for (const name of names) {
    expect([name, made[name]]).toEqual([name, { ids: [expect.any(Number)], held: one }]);
    const ids = name === "not-at-all" ? [] : made[name]?.ids;
    expect([name, left[name]]).toEqual([name, { ids, held: none }]);
  }
});

test("an instance that is kept under a new name: nothing of a collection is forgotten or made twice", async () => {
  const keeping = {
    imported: (name: string, id: string) => new broker.Instance(`renamed-${name}`, { ...shop, name }, { import: id }),
    read: (name: string, id: string) => broker.Instance.get(`read-${name}`, id),
  };
  const rows = Object.entries(keeping).flatMap(([how, keep]) =>
    [true, false].map((stays) => ({ name: `${how}-${stays ? "with-all" : "bare"}`, keep, stays })),
  );
  const names = rows.map(({ name }) => name);
  stack.program = async () => {
    for (const name of names) around(new broker.Instance(name, { ...shop, name }), `${name}-`);
  };
  await stack.up();
  const made = namedEach(names);
  stack.program = async () => {
    for (const { name, keep, stays } of rows) {
      const instance = keep(name, `${made[name]?.ids[0]}`);
      // The names of what stands on it change in the very run that keeps the instance.
      if (stays) around(instance, `renamed-${name}-`);
    }
  };
  const { text } = await stack.up();
  const kept = namedEach(names);
  for (const { name, stays } of rows) {
    const [id] = made[name]?.ids ?? [];
    expect([name, kept[name]]).toEqual([
      name,
      { ids: [expect.any(Number)], held: stays ? one : { ...none, plugins: 1, firewall: 1 } },
    ]);
    expect(kept[name]?.ids).toEqual([id]);
    expect(text).toMatch(new RegExp(`Instance ${id} stays, because .*; the plugins, firewall rules, settings,`));
  }
  expect((await stack.up()).changes.filter((change) => !change.startsWith("read "))).toEqual([]);
});
