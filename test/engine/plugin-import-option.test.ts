import type * as pulumi from "@pulumi/pulumi";
import type { FirewallRule } from "../../provider/emulator/nouns/firewall";
import { type DoorName, doors } from "../helpers/plugin-door";
import { declareThrough, PluginResource } from "../helpers/plugin-resource";
import { emulator, onStack, sharedStack, stack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/**
 * Needs the engine: it imports, and keeps in state what a refused import has read.
 * The import option through the plugin. The engine reads for it without the program's inputs, so that what the service does
 * not show, and what the program leaves to others, must not count as a change.
 */

const own: FirewallRule = { ip: "198.51.100.0/24", services: ["AMQPS"], ports: [], description: "ours" };
const foreign: FirewallRule = { ip: "192.0.2.0/24", services: ["HTTPS"], ports: [], description: "theirs" };

let instance: number;

sharedStack("import-declared", { speed: 400, plugin: true }, () => {
  instance = emulator.instances[0]?.id ?? 0;
});

beforeEach(() => emulator.clearRequests());

const declare = (type: string, args: object, id?: string) => {
  const options: pulumi.CustomResourceOptions = id === undefined ? {} : { import: id };
  stack.program = async () => void new PluginResource(type, "one", { instance, ...args }, options);
};
const writes = () => emulator.writes().map(({ method, path }) => `${method} ${path}`);
const firewall = () => emulator.state().firewalls.find((each) => each.instance_id === instance);
const allowed = () =>
  firewall()
    ?.rules.map(({ ip }) => ip)
    .sort();
const open = (...rules: FirewallRule[]) =>
  emulator.patch({ op: "set", in: "firewalls", id: firewall()?.id ?? 0, fields: { rules } });
/** Takes what is in the stack out of it, without a request. */
const forget = async () => {
  const state = stack.exportState();
  const { resources = [] } = state.deployment;
  state.deployment.resources = resources.filter(({ type }) => !type.startsWith("broker:"));
  await stack.importState(state);
};
afterEach(forget);

test("a merge set leaves the rules that it does not declare", async () => {
  open(own, foreign);
  declare("FirewallRuleSet", { mode: "merge", rules: [{ ip: own.ip, services: ["AMQPS"] }] }, `${instance}/firewall`);
  await stack.up();
  expect(writes()).toEqual([]);
  await stack.destroy();
  expect(allowed()).toEqual([foreign.ip]);
});

test("an imported set that becomes a merge set leaves the rules that it does not list any more", async () => {
  open(own, foreign);
  const rules = [own, foreign].map(({ ip, services, description }) => ({ ip, services, description }));
  declare("FirewallRuleSet", { rules }, `${instance}/firewall`);
  await stack.up();
  declare("FirewallRuleSet", { mode: "merge", rules: rules.slice(0, 1) });
  const { text } = await stack.up();
  expect(allowed()).toEqual([foreign.ip, own.ip].sort());
  expect(text).toContain(
    "writes the declared values of rules, mode only to the state, and does not send these values to the service",
  );
});

test("an action that was carried out is not carried out again, and new triggers do so", async () => {
  const restart = (...triggers: string[]) => ({ action: "restart", triggers });
  declare("BrokerAction", restart("done"), `${instance}/actions/restart/0a1b2c3d4e5f6071`);
  const { text } = await stack.up();
  expect(writes()).toEqual([]);
  expect(text).toContain(
    "writes the declared values of triggers only to the state, and does not send these values to the service",
  );
  declare("BrokerAction", restart("done"));
  expect((await stack.up()).changes).toEqual([]);
  declare("BrokerAction", restart("again"));
  await stack.up();
  expect(writes()).toEqual([expect.stringMatching(/^POST .*\/restart$/)]);
});

test("settings that the program leaves out stay as they are", async () => {
  const key = emulator.instances[0]?.apiKey;
  await emulator.call("PUT", "/instance/api/config", { key, body: { "broker.consumer_timeout": 900_000 } });
  emulator.clearRequests();
  declare("BrokerConfig", { config: { heartbeat: 90 } }, `${instance}/config`);
  await stack.up();
  expect(emulator.received("PUT").map(({ body }) => body)).toEqual([{ "broker.heartbeat": 90 }]);
});

test("the default recipient that the program says it takes over is not deleted with the stack", async () => {
  const list = () => emulator.state().recipients.filter((each) => each.instance_id === instance);
  const [usual] = list();
  const declared = { type: usual?.type, value: usual?.value, name: usual?.name, adoptDefault: true };
  declare("Recipient", declared, `${instance}/recipients/${usual?.id}`);
  await stack.up();
  expect(stack.exportState().deployment.resources?.at(-1)?.outputs).toMatchObject({ adoptDefault: true });
  await stack.destroy();
  expect(list()).toMatchObject([{ id: usual?.id }]);
});

// Without a preview before, the engine may have the object of a refused import in state by then.
const region = "provider-a::region-1";
const theirs = { name: "theirs", region, subnet: "10.9.0.0/24" };
const net = (id?: string) => async () =>
  void new PluginResource("Vpc", "net", { name: "net", region, subnet: "10.20.0.0/24" }, id ? { import: id } : {});

test("the run after a refused import replaces neither the object of another nor its own", () =>
  onStack("import-refused", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const [id] = emulator.patch({ op: "add", in: "vpcs", fields: theirs });
    stack.program = net();
    await stack.up();
    stack.program = net(`${id}`);
    const refused = await stack.up({ exit: "failure" });
    expect(refused.text).toContain(`the import would replace the object Vpc ${id}, because subnet differs`);
    stack.program = net();
    const kept = await stack.up({ exit: "failure" });
    expect(kept.text).toMatch(new RegExp(`this run does not replace the\\s+imported\\s+object\\s+Vpc ${id}`));
    const held = () => emulator.state().vpcs.map(({ name, goneAt }) => [name, goneAt]);
    expect(held()).toEqual([
      ["theirs", null],
      ["net", null],
    ]);
    // The way on for who means it.
    await stack.refresh();
    await stack.up();
    expect(held().map(([name]) => name)).toEqual(["net"]);
  }));

/** The program with these VPCs, each of the options given. */
const both = (door: DoorName, all: Record<string, object>) => async () => {
  for (const [name, options] of Object.entries(all)) declareThrough(door, "Vpc", name, theirs, options);
};
const isSecond = (id: string) =>
  new RegExp(`this resource and the resource Vpc "(one|two)" manage the same object Vpc ${id}: remove one of the two`);
const namesIn = (stack: TestStack) =>
  (stack.exportState().deployment.resources ?? [])
    .filter(({ type }) => type.includes("broker:") && type.endsWith("Vpc"))
    .map(({ urn }) => urn.split("::").at(-1));

test.each(doors)("a second import of one object is refused, naming the other: by the option, %s", (door) =>
  onStack("second-option", { speed: 300, plugin: true }, async ({ emulator, stack }) => {
    const id = `${emulator.patch({ op: "add", in: "vpcs", fields: theirs })[0]}`;
    stack.program = both(door, { one: { import: id } });
    await stack.up();
    for (const first of [{}, { import: id }]) {
      stack.program = both(door, { one: first, two: { import: id } });
      expect((await stack.preview({ exit: "failure" })).text.replace(/\s+/g, " ")).toMatch(isSecond(id));
    }
    stack.program = both(door, { one: {} });
    expect((await stack.up()).changes).toEqual([]);
    // Handed over within one run: the first is no longer of the program.
    stack.program = both(door, { two: { import: id } });
    await stack.up();
    expect(namesIn(stack)).toEqual(["two"]);
    expect(emulator.state().vpcs.map(({ name, goneAt }) => [name, goneAt])).toEqual([["theirs", null]]);
  }),
);
