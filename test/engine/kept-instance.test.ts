import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { createStack, type TestStack } from "../helpers/stack";

/** Instances that outlast the run that was to remove them: nothing that stands on them is forgotten, or made twice. */

const INSTANCE = "pulumi-nodejs:dynamic/broker:Instance";
const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1" };

let emulator: TestEmulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 300 });
  stack = await createStack("kept", async () => {}, {
    config: stackConfigOf(emulator),
  });
});

afterAll(async () => {
  await stack.remove();
  await emulator.close();
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
  new broker.FirewallRuleSet(names("firewall"), {
    instance,
    mode: "merge",
    rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"] }],
  });
}

/** The newest instance that is there. */
function newest(): number {
  return Math.max(...emulator.state().instances.flatMap(({ id, goneAt }) => (goneAt === null ? [id] : [])));
}

/** How many of each kind stand on an instance; what it comes with is left out. */
function held(instance = newest()): Record<string, number> {
  const { webhooks, recipients, alarms, eventBridges, logs, metrics, plugins, firewalls } = emulator.state();
  const on = (each: { instance_id: number }) => each.instance_id === instance;
  return {
    webhooks: webhooks.filter(on).length,
    recipients: recipients.filter((each) => on(each) && each.name === "ops").length,
    alarms: alarms.filter((each) => on(each) && each.type === "queue").length,
    eventBridges: eventBridges.filter(on).length,
    logs: logs.filter(on).length,
    metrics: metrics.filter(on).length,
    plugins: plugins.filter((each) => on(each) && each.name === "broker_mqtt" && each.enabled).length,
    firewall: firewalls.filter(on).flatMap(({ rules }) => rules.filter(({ ip }) => ip === "198.51.100.0/24")).length,
  };
}
const collections = { webhooks: 1, recipients: 1, alarms: 1, eventBridges: 1, logs: 1, metrics: 1 };
const one = { ...collections, plugins: 1, firewall: 1 };
const none = Object.fromEntries(Object.keys(one).map((kind) => [kind, 0]));

describe("a destroy that cannot remove the instance: the next up makes nothing twice", () => {
  const program = (options?: pulumi.CustomResourceOptions) => async () =>
    around(new broker.Instance("shop", shop, options));
  const protectShop: pulumi.ResourceTransform = ({ type, props, opts }) =>
    type === INSTANCE ? { props, opts: { ...opts, protect: true } } : undefined;

  const rows: [string, () => Promise<void>][] = [
    [
      "refused by the service",
      async () =>
        emulator.fault({
          match: { method: "DELETE", path: "/api/instances/*" },
          fault: { status: 403, body: { error: "no" } },
        }),
    ],
    [
      "protected in state",
      async () => void (await stack.cli(["state", "protect", "--yes", stack.urn(INSTANCE, "shop")])),
    ],
    [
      "protected by a transform",
      async () => {
        stack.program = async () => {
          pulumi.runtime.registerResourceTransform(protectShop);
          await program()();
        };
        await stack.up();
      },
    ],
  ];

  test.each(rows)("%s", async (_what, prevent) => {
    stack.program = program();
    await stack.up();
    const instance = newest();
    await prevent();
    await stack.destroy({ exit: "failure" });
    expect(newest()).toBe(instance);

    emulator.clearFaults();
    stack.program = program();
    await stack.up();
    expect(held(instance)).toEqual(one);
  });

  afterAll(async () => {
    await stack.destroy();
  });
});

describe("an instance that stays because of an option that is not its own: what stands on it is removed", () => {
  /** Gives an option to all that is in it, as anybody's component may. */
  class Box extends pulumi.ComponentResource {
    readonly shop: broker.Instance;
    constructor(name: string, options?: pulumi.ComponentResourceOptions) {
      super("test:index:Box", name, {}, options);
      this.shop = new broker.Instance("shop", shop, { parent: this });
    }
  }
  const retained = { retainOnDelete: true };
  const isShop = ({ type }: { type: string }) => type === INSTANCE;

  const rows: [string, () => broker.Instance][] = [
    ["inherited from a component", () => new Box("box", retained).shop],
    [
      "inherited from a component of the package",
      () => new broker.MonitoredInstance("shop", { instance: shop }, retained).instance,
    ],
    [
      "set by a transform of the stack",
      () => {
        pulumi.runtime.registerResourceTransform((args) =>
          isShop(args) ? { props: args.props, opts: { ...args.opts, ...retained } } : undefined,
        );
        return new broker.Instance("shop", shop);
      },
    ],
    [
      "set by a transform of its own",
      () =>
        new broker.Instance("shop", shop, {
          transforms: [({ props, opts }) => ({ props, opts: { ...opts, ...retained } })],
        }),
    ],
    [
      "set by a transformation of the stack",
      () => {
        pulumi.runtime.registerStackTransformation((args) =>
          isShop(args) ? { props: args.props, opts: { ...args.opts, ...retained } } : undefined,
        );
        return new broker.Instance("shop", shop);
      },
    ],
  ];

  test.each(rows)("%s", async (_what, make) => {
    stack.program = async () => around(make());
    await stack.up();
    const instance = newest();
    expect(held(instance)).toEqual(one);

    await stack.destroy();
    expect(emulator.state().instances.find(({ id }) => id === instance)).toMatchObject({ goneAt: null });
    expect(held(instance)).toEqual(none);
    emulator.patch({ op: "delete", in: "instances", id: instance });
  });
});

describe("an instance that is kept under a new name: nothing of a collection is forgotten or made twice", () => {
  const said = (run: Run) => run.diagnostics.map(({ message }) => message).join("\n");
  const keptLine = /Instance \d+ stays on the service: .*; so do the plugins, firewall rules, settings,/;

  const rows: [string, (id: string) => broker.Instance][] = [
    ["by the import option", (id) => new broker.Instance("renamed", shop, { import: id })],
    ["by .get", (id) => broker.Instance.get("read", id)],
  ];

  test.each(rows)("%s", async (_what, keep) => {
    stack.program = async () => around(new broker.Instance("shop", shop));
    await stack.up();
    const instance = newest();

    // Their names change in the very run that keeps the instance.
    stack.program = async () => around(keep(String(instance)), "renamed-");
    const run = await stack.up();
    expect(newest()).toBe(instance);
    expect(held(instance)).toEqual(one);
    expect(said(run)).toMatch(keptLine);
    expect((await stack.up()).changes.filter((change) => change !== "read read")).toEqual([]);

    await stack.destroy();
    emulator.patch(
      ...emulator
        .state()
        .instances.filter(({ id }) => id > 1002)
        .map(({ id }) => ({ op: "delete" as const, in: "instances" as const, id })),
    );
  });

  test.each(rows)("%s, while what stands on it is removed", async (_what, keep) => {
    stack.program = async () => around(new broker.Instance("shop", shop));
    await stack.up();
    const instance = newest();

    stack.program = async () => void keep(String(instance));
    const run = await stack.up();
    expect(newest()).toBe(instance);
    expect(held(instance)).toEqual({ ...none, plugins: 1, firewall: 1 });
    expect(said(run)).toMatch(keptLine);

    await stack.destroy();
    emulator.patch(
      ...emulator
        .state()
        .instances.filter(({ id }) => id > 1002)
        .map(({ id }) => ({ op: "delete" as const, in: "instances" as const, id })),
    );
  });
});
