import * as pulumi from "@pulumi/pulumi";
import type * as broker from "pulumi-broker";
import type { TestEmulator } from "../helpers/emulator";
import { startSuite } from "../helpers/lifecycle-suite";
import { writeProject } from "../helpers/new-stack";
import { repositoryRoot } from "../helpers/paths";
import type { DoorName } from "../helpers/plugin-door";
import { declareThrough, providerThrough } from "../helpers/plugin-resource";
import { pluginRows } from "../helpers/plugin-rows";
import { kindInSchema, misfitsIn, readSchema, type SchemaObject } from "../helpers/plugin-schema";
import { waitUntil } from "../helpers/processes";
import { onStack } from "../helpers/shared-stack";
import type { StateResource, TestStack } from "../helpers/stack";
import { kinds as rows } from "../kinds";
import type { Row } from "../kinds/kind";

/** Needs the engine: it finds in state what a program declares by another type. */

/** An object of the schema without what is secret, which an exported state has encrypted. */
function openly({ properties, required = [] }: SchemaObject): SchemaObject {
  const isOpen = (name: string) => properties[name]?.secret !== true;
  const open = Object.entries(properties).filter(([name]) => isOpen(name));
  return { properties: Object.fromEntries(open), required: required.filter(isOpen) };
}

/** Properties in state without secrets, and without those that are the package's own. */
function visible(values: Record<string, unknown>): Record<string, unknown> {
  const isSecret = (value: unknown) => typeof value === "object" && value !== null && "ciphertext" in value;
  const shown = Object.entries(values).filter(([name, value]) => !name.startsWith("__") && !isSecret(value));
  return Object.fromEntries(shown);
}

const dynamicOf = (type: string) => type.replace(/^broker:index:/, "pulumi-nodejs:dynamic/broker:");

/** What in state is not as the schema says. */
function misfitsOf({ type, inputs = {}, outputs = {} }: StateResource): string[] {
  const schema = readSchema();
  const { properties, required = [], inputProperties, requiredInputs } = kindInSchema(schema, type.slice(13));
  return [
    ...misfitsIn(schema, openly({ properties: inputProperties, required: requiredInputs }), visible(inputs)),
    ...misfitsIn(schema, openly({ properties, required }), visible(outputs)),
  ];
}

const typesIn = (stack: TestStack) => (stack.exportState().deployment.resources ?? []).map(({ type }) => type);

test.each<[to: string, from: readonly Row[], to: readonly Row[]]>([
  ["the plugin", rows, pluginRows],
  ["the dynamic resources, also where the project no longer names the plugin", pluginRows, rows],
])("every kind moves to %s: nothing is written, nothing changes", async (_to, from, to) => {
  const toPlugin = to === pluginRows;
  const suite = await startSuite("plugin-moved", rows);
  try {
    suite.declare({ variant: "args", rows: from });
    const made = await suite.stack.up();
    suite.learn({ ...made, steps: made.steps.map((step) => ({ ...step, type: dynamicOf(step.type) })) });
    suite.clear();
    // The classes of the dynamic resources name the plugin's types themselves.
    const options = (row: Row) => ({ aliases: [{ type: dynamicOf(row.token) }] });
    if (!toPlugin) writeProject(suite.stack.shell.cwd, { name: "broker-tests", main: repositoryRoot });
    suite.declare({ variant: "args", rows: to, ...(toPlugin && { options }) });
    // A run that is killed when some have moved leaves the others to the next.
    const moved = () => typesIn(suite.stack).filter((type) => to.some(({ token }) => token === type)).length;
    const killed = await suite.stack.start("up");
    await waitUntil(() => moved() > 2, "some to move");
    killed.kill("SIGKILL");
    expect((await killed.done).code).not.toBe(0);
    process.stdout.write(`  killed when ${moved()} of ${to.length} had moved\n`);
    expect(moved()).toBeLessThan(to.length);
    suite.stack.unlock();
    expect((await suite.stack.up()).changes).toEqual([]);
    expect(suite.emulator.requests()).toEqual([]);

    expect((await suite.stack.refresh()).changes).toEqual([]);
    expect(suite.requests().others).toEqual(suite.reads());
    expect(suite.held()).toEqual(suite.expectedHeld("args"));
    expect(moved()).toBe(to.length);
    for (const each of (suite.stack.exportState().deployment.resources ?? []).filter(({ type }) =>
      type.startsWith("broker:index:"),
    )) {
      expect([each.type, misfitsOf(each)]).toEqual([each.type, []]);
    }

    expect((await suite.stack.destroy()).changes).toHaveLength(rows.length);
    expect(suite.held()).toEqual(suite.expectedLeft(() => "args"));
  } finally {
    await suite.close();
  }
});

test("a component moves to the plugin and back with its parts: nothing is written", () =>
  onStack("moved-component", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const recipient = (value: string) => ({ type: "email", value }) as const;
    const args = {
      instance: { plan: "clustered-small-1", region: "provider-a::region-1" },
      recipients: { team: recipient("team@example.com"), boss: recipient("boss@example.com") },
    };
    const own = ({ apiKey, customerUrl, baseUrl }: TestEmulator) => ({ apiKey, customerUrl, baseUrl });
    const through = async (door: DoorName) => {
      const options = { providers: [providerThrough(door, "own", own(emulator))] };
      const { MonitoredInstance } = require("pulumi-broker") as typeof broker;
      if (door === "dynamic") new MonitoredInstance("shop", args, options);
      else new pulumi.ComponentResource("broker:index:MonitoredInstance", "shop", args, options, true);
    };
    stack.program = () => through("dynamic");
    await stack.up();
    emulator.clearRequests();
    for (const door of ["plugin", "dynamic"] as const) {
      stack.program = () => through(door);
      const { steps } = await stack.up();
      const parts = steps.filter(({ type }) => /broker:(index:)?[A-Z]/.test(type)).map(({ op }) => op);
      expect(parts).toEqual(parts.map(() => "same"));
      expect((await stack.up()).changes).toEqual([]);
    }
    expect(emulator.requests()).toEqual([]);
    await stack.destroy();
  }));

/** The forms in which a program can name a VPC as it was called before. */
const aliasForms: ((name: string, urn: pulumi.URN) => pulumi.Input<pulumi.URN | pulumi.Alias>)[] = [
  (name) => ({ name }),
  (name) => pulumi.output({ name }),
  (name) => Promise.resolve({ name }),
  (_name, urn) => urn,
  (_name, urn) => pulumi.output(urn),
];

/** Networks through either door, their brokers through either: under a component with a provider of its own, each broker as the child of its VPC. */
class Networks extends pulumi.ComponentResource {
  constructor(emulator: broker.ProviderArgs, door: DoorName, brokerDoor = door, isRenamed = false) {
    super("test:index:Networks", "networks", {}, { providers: [providerThrough(door, "own", emulator)] });
    const region = "provider-a::region-1";
    for (const [i, aliasOf] of aliasForms.entries()) {
      const name = `net-${i}`;
      const urn = `urn:pulumi:nested-back::broker-tests::test:index:Networks$${dynamicOf("broker:index:Vpc")}::${name}`;
      const below = { parent: this, aliases: isRenamed ? [aliasOf(name, urn)] : [] };
      const net = { name, region, subnet: `10.20.${i}.0/24` };
      const vpc = declareThrough(door, "Vpc", isRenamed ? `backbone-${i}` : name, net, below);
      const shop = { name: `shop-${i}`, plan: "clustered-small-1", region, vpc: vpc.id };
      declareThrough(brokerDoor, "Instance", shop.name, shop, { parent: vpc });
    }
  }
}

test.each<[DoorName, DoorName]>([
  ["plugin", "plugin"],
  ["dynamic", "plugin"],
])("under a component, VPCs and an own provider, nothing is made anew by the move back: %s, %s", (...before) =>
  onStack("nested-back", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const { apiKey, customerUrl, baseUrl } = emulator;
    const own = { apiKey, customerUrl, baseUrl };
    stack.program = async () => void new Networks(own, ...before);
    await stack.up();
    emulator.clearRequests();
    for (const isRenamed of [false, true]) {
      stack.program = async () => void new Networks(own, "dynamic", "dynamic", isRenamed);
      const { steps } = await stack.preview();
      const ours = steps.filter(({ type }) => type.includes("broker:")).map(({ op, name }) => `${op} ${name}`);
      const names = [isRenamed ? "backbone" : "net", "shop"].flatMap((name) =>
        aliasForms.map((_, i) => `${name}-${i}`),
      );
      expect(ours.sort()).toEqual(names.map((name) => `same ${name}`));
    }
    await stack.up();
    expect(emulator.requests()).toEqual([]);
    expect((await stack.up()).changes).toEqual([]);
    await stack.destroy();
    expect(emulator.state().vpcs).toEqual([]);
  }),
);

test("what came without a change from the other door, or from another name, goes when it is replaced through the plugin", () =>
  onStack("moved-replaced", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const vpc = (door: DoorName, name: string, subnet: string, aliases: pulumi.Alias[] = []) =>
      declareThrough(
        door,
        "Vpc",
        name,
        { name: subnet.slice(0, 5), region: "provider-a::region-1", subnet },
        { aliases },
      );
    const moved = (...[first, second]: [string, string]) => {
      stack.program = async () => {
        vpc("plugin", "net", first, [{ type: dynamicOf("broker:index:Vpc") }]);
        vpc("plugin", "later", second, [{ name: "earlier" }]);
      };
    };
    stack.program = async () => {
      vpc("dynamic", "net", "10.20.0.0/24");
      vpc("plugin", "earlier", "10.30.0.0/24");
    };
    await stack.up();
    moved("10.20.0.0/24", "10.30.0.0/24");
    expect((await stack.up()).changes).toEqual([]);
    moved("10.20.1.0/24", "10.30.1.0/24");
    await stack.up();
    const live = emulator.state().vpcs.filter(({ goneAt }) => goneAt === null);
    expect(live.map(({ subnet }) => subnet).sort()).toEqual(["10.20.1.0/24", "10.30.1.0/24"]);
    await stack.destroy();
  }));
