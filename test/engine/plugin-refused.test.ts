import * as pulumi from "@pulumi/pulumi";
import { stackConfigOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { pluginFolder } from "../helpers/paths";
import { PluginProvider, PluginResource } from "../helpers/plugin-resource";
import { createStack, type TestStack } from "../helpers/stack";

/** What the plugin refuses on the engine: each refusal is one line, nothing is sent that writes, and no state is lost. */

class AnyResource extends pulumi.CustomResource {}

const region = "provider-a::region-1";
let emulator: TestEmulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 300 });
  stack = await createStack("plugin-refused", async () => {}, {
    config: stackConfigOf(emulator),
    plugin: pluginFolder,
  });
});
afterAll(async () => {
  await stack.remove();
  await emulator.close();
});

const vpc = (name: string, n: number, args: object = {}, options?: pulumi.CustomResourceOptions) =>
  new PluginResource("Vpc", name, { region, subnet: `10.${n}.0.0/24`, ...args }, options);

/** The errors of a run's resources, without the engine's own that an update failed. */
const errorsOf = ({ diagnostics }: Run) =>
  diagnostics
    .filter(({ severity, message }) => severity === "error" && !/^(update|preview) failed/.test(message))
    .map(({ message }) => message.trim());

const writes = () => emulator.requests().filter(({ method }) => method !== "GET");

/** Runs a program that is refused, and returns what is said. */
async function refused(program: () => void, operation: "up" | "preview" = "preview"): Promise<string[]> {
  stack.program = async () => program();
  emulator.clearRequests();
  const run = await stack[operation]({ exit: "failure" });
  expect(writes()).toEqual([]);
  const errors = [...new Set(errorsOf(run))];
  for (const error of errors) expect(error.split("\n")).toHaveLength(1);
  return errors;
}

const provider = (inputs: Record<string, string>) => new PluginProvider("other", { ...connection(), ...inputs });
const connection = () => ({
  apiKey: emulator.apiKey,
  customerUrl: emulator.customerUrl,
  baseUrl: emulator.baseUrl,
});

test("a key that the service refuses", async () => {
  const said = await refused(() => vpc("net", 10, {}, { provider: provider({ apiKey: "wrong-key-7f3a" }) }), "up");
  expect(said).toEqual([expect.stringMatching(/Vpc "net".*broker:apiKey/)]);
  expect(said.join()).not.toContain("wrong-key-7f3a");
});

test("a base URL with a password in it, and one that is none", async () => {
  const withPassword = emulator.baseUrl.replace("://", "://user:pass-7f3a@");
  const said = await refused(() => vpc("net", 10, {}, { provider: provider({ baseUrl: withPassword }) }));
  expect(said).toEqual([expect.stringMatching(/baseUrl/)]);
  expect(said.join()).not.toContain("pass-7f3a");
  const other = await refused(() => vpc("net", 10, {}, { provider: provider({ customerUrl: "nowhere" }) }));
  expect(other).toEqual([expect.stringMatching(/customerUrl/)]);
});

test("a type that there is not", async () => {
  const said = await refused(() => new AnyResource("broker:index:Queue", "orders", {}));
  expect(said).toEqual([expect.stringContaining("there is no resource of the type broker:index:Queue")]);
});

test("a state that another provider wrote", async () => {
  stack.program = async () => void vpc("net", 10);
  await stack.up();
  const state = stack.exportState();
  const foreign = structuredClone(state);
  for (const { type, outputs } of foreign.deployment.resources ?? []) {
    if (type !== "broker:index:Vpc" || outputs === undefined) continue;
    for (const name of Object.keys(outputs)) if (name.startsWith("__")) delete outputs[name];
  }
  await stack.importState(foreign);
  const said = await refused(() => vpc("net", 11));
  expect(said).toEqual([expect.stringMatching(/Vpc "net": its state was written by another provider: .*import/)]);
  const destroyed = await stack.destroy({ exit: "failure" });
  expect(errorsOf(destroyed)).toEqual([expect.stringContaining("its state was written by another provider")]);
  expect(writes()).toEqual([]);
  await stack.importState(state);
});

test("with targets, only what is named is changed, and the rest follows later", async () => {
  stack.program = async () => {
    vpc("net", 10, { tags: ["a"] });
    vpc("second", 12, { tags: ["a"] });
  };
  await stack.up();
  stack.program = async () => {
    vpc("net", 10, { tags: ["b"] });
    vpc("second", 12, { tags: ["b"] });
  };
  const one = await stack.up({ flags: ["--target", stack.urn("broker:index:Vpc", "second")] });
  expect(one.changes).toEqual(["update second"]);
  expect((await stack.up()).changes).toEqual(["update net"]);
  const removed = await stack.destroy({ flags: ["--target", stack.urn("broker:index:Vpc", "second")] });
  expect(removed.changes).toEqual(["delete second"]);
  expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
  await stack.destroy();
  expect(emulator.state().vpcs.filter(({ goneAt }) => goneAt === null)).toEqual([]);
});
