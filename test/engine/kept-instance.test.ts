import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import type { Run } from "../helpers/engine-run";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it decides which resources outlast a run, by options, transforms and protection.
 * Instances that outlast the run that was to remove them: nothing that stands on them is forgotten, or made twice.
 */

const instanceToken = "pulumi-nodejs:dynamic/broker:Instance";
const shop = { name: "shop", plan: "clustered-small-1", region: "provider-a::region-1" };

sharedStack("kept", { speed: 300 });

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
    type === instanceToken ? { props, opts: { ...opts, protect: true } } : undefined;

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
      async () =>
        void (await stack.cli(["state", "protect", "--yes", "--stack", stack.name, stack.urn(instanceToken, "shop")])),
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

/** Removes from the service what the tests have kept. */
function removeKept(): void {
  const kept = emulator.state().instances.filter(({ id }) => id > 1002);
  emulator.patch(...kept.map(({ id }) => ({ op: "delete" as const, in: "instances" as const, id })));
}

/** The instances of this name that are there, and how many of each kind stand on the first. */
function named(name: string): { ids: number[]; held: Record<string, number> } {
  const all = emulator.state().instances.filter((each) => each.name === name && each.goneAt === null);
  const ids = all.map(({ id }) => id);
  return { ids, held: held(ids[0] ?? 0) };
}

describe("an instance that stays because of an option that is not its own: what stands on it is removed", () => {
  /** Gives an option to all that is in it, as anybody's component may. */
  class Box extends pulumi.ComponentResource {
    readonly shop: broker.Instance;
    constructor(name: string, options?: pulumi.ComponentResourceOptions) {
      super("test:index:Box", `box-${name}`, {}, options);
      this.shop = new broker.Instance(name, { ...shop, name }, { parent: this });
    }
  }
  const retained = { retainOnDelete: true };

  const ways: Record<string, (name: string) => broker.Instance> = {
    "inherited from a component": (name) => new Box(name, retained).shop,
    "inherited from a component of the package": (name) =>
      new broker.MonitoredInstance(name, { instance: { ...shop, name } }, retained).instance,
    "set by a transform of the stack": (name) => {
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        type === instanceToken && props.name === name ? { props, opts: { ...opts, ...retained } } : undefined,
      );
      return new broker.Instance(name, { ...shop, name });
    },
    "set by a transform of its own": (name) =>
      new broker.Instance(
        name,
        { ...shop, name },
        { transforms: [({ props, opts }) => ({ props, opts: { ...opts, ...retained } })] },
      ),
    "set by a transformation of the stack": (name) => {
      pulumi.runtime.registerStackTransformation(({ type, name: of, props, opts }) =>
        type === instanceToken && of === name ? { props, opts: { ...opts, ...retained } } : undefined,
      );
      return new broker.Instance(name, { ...shop, name });
    },
    // What the others must differ from.
    "not set": (name) => new broker.Instance(name, { ...shop, name }),
  };
  const rows = Object.entries(ways).map(([what, make], index) => ({ what, make, name: `shop-${index}` }));
  let made: Record<string, ReturnType<typeof named>>;
  let left: Record<string, ReturnType<typeof named>>;

  beforeAll(async () => {
    const each = () => Object.fromEntries(rows.map(({ name }) => [name, named(name)]));
    stack.program = async () => {
      for (const { make, name } of rows) around(make(name), `${name}-`);
    };
    await stack.up();
    made = each();
    await stack.destroy();
    left = each();
  });
  afterAll(() => removeKept());

  test.each(rows)("$what", ({ what, name }) => {
    expect(made[name]).toEqual({ ids: [expect.any(Number)], held: one });
    expect(left[name]).toEqual({ ids: what === "not set" ? [] : made[name]?.ids, held: none });
  });
});

describe("an instance that is kept under a new name: nothing of a collection is forgotten or made twice", () => {
  const said = (run: Run) => run.diagnostics.map(({ message }) => message).join("\n");
  const keptLine = (id?: number) =>
    new RegExp(`Instance ${id} is not deleted: .*; nor are the plugins, firewall rules, settings,`);

  const ways: Record<string, (name: string, id: string) => broker.Instance> = {
    "by the import option": (name, id) => new broker.Instance(`renamed-${name}`, { ...shop, name }, { import: id }),
    "by .get": (name, id) => broker.Instance.get(`read-${name}`, id),
  };
  const rows = Object.entries(ways).flatMap(([what, keep], i) => [
    { what: `${what}, with what stands on it`, name: `shop-${i}`, keep, stays: true },
    { what: `${what}, while what stands on it is removed`, name: `bare-${i}`, keep, stays: false },
  ]);
  let ids: Record<string, number | undefined>;
  let kept: Record<string, ReturnType<typeof named>>;
  let run: Run;

  beforeAll(async () => {
    const each = () => Object.fromEntries(rows.map(({ name }) => [name, named(name)]));
    stack.program = async () => {
      for (const { name } of rows) around(new broker.Instance(name, { ...shop, name }), `${name}-`);
    };
    await stack.up();
    ids = Object.fromEntries(
      Object.entries(each()).map(
        ([
          name,
          {
            ids: [id],
          },
        ]) => [name, id],
      ),
    );
    stack.program = async () => {
      for (const { name, keep, stays } of rows) {
        const instance = keep(name, String(ids[name]));
        // Their names change in the very run that keeps the instance.
        if (stays) around(instance, `renamed-${name}-`);
      }
    };
    run = await stack.up();
    kept = each();
  });
  afterAll(async () => {
    await stack.destroy();
    removeKept();
  });

  test.each(rows)("$what", ({ name, stays }) => {
    const expected = stays ? one : { ...none, plugins: 1, firewall: 1 };
    expect(ids[name]).toEqual(expect.any(Number));
    expect(kept[name]).toEqual({ ids: [ids[name]], held: expected });
    expect(said(run)).toMatch(keptLine(ids[name]));
  });

  test("and the next run has nothing to do", async () => {
    expect((await stack.up()).changes.filter((change) => !change.startsWith("read "))).toEqual([]);
  });
});
