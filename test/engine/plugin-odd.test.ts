import * as pulumi from "@pulumi/pulumi";
import { expectNoSecrets, textsOf } from "../helpers/canaries";
import type { Run } from "../helpers/engine-run";
import { PluginProvider, PluginResource } from "../helpers/plugin-resource";
import { emulator, sharedStack, stack } from "../helpers/shared-stack";

/**
 * Needs the engine: it sends the plugin what programs and states hold, and shows what the plugin refuses.
 * Each refusal is one line, nothing is sent that writes, and no state is lost. The tests share a stack, in this order.
 */

class AnyResource extends pulumi.CustomResource {}

const region = "provider-a::region-1";
const canary = "canary-in-a-list-0123456789";

sharedStack("plugin-odd", { speed: 300, plugin: true });

const vpc = (name: string, n: number, args: object = {}, options?: pulumi.CustomResourceOptions) =>
  new PluginResource("Vpc", name, { region, subnet: `10.${n}.0.0/24`, ...args }, options);

/** The errors of a run's resources, without the engine's own that an update failed. */
const errorsOf = ({ diagnostics }: Run) =>
  diagnostics
    .filter(({ severity, message }) => severity === "error" && !/^(update|preview) failed/.test(message))
    .map(({ message }) => message.trim());

/** Runs a program that is refused, and returns what is said. */
async function refused(program: () => unknown): Promise<string[]> {
  stack.program = async () => void program();
  emulator.clearRequests();
  const run = await stack.up({ exit: "failure" });
  expect(emulator.writes()).toEqual([]);
  const errors = [...new Set(errorsOf(run))];
  for (const error of errors) expect(error.split("\n")).toHaveLength(1);
  return errors;
}

/** A key or a password that no line may show. */
const hidden = "wrong-key-7f3a";

function provider(inputs: pulumi.Inputs): PluginProvider {
  const { apiKey, customerUrl, baseUrl } = emulator;
  return new PluginProvider("other", { apiKey, customerUrl, baseUrl, ...inputs });
}

test.each<[what: string, program: () => unknown, says: RegExp]>([
  [
    "a key that the service refuses",
    () => vpc("net", 10, {}, { provider: provider({ apiKey: hidden }) }),
    /Vpc "net".*broker:apiKey/,
  ],
  [
    "a base URL with a password in it",
    () =>
      vpc("net", 10, {}, { provider: provider({ baseUrl: emulator.baseUrl.replace("://", `://user:${hidden}@`) }) }),
    /baseUrl/,
  ],
  [
    "a customer URL that is none",
    () => vpc("net", 10, {}, { provider: provider({ customerUrl: "nowhere" }) }),
    /customerUrl/,
  ],
  [
    "a type that there is not",
    () => new AnyResource("broker:index:Queue", "orders", {}),
    /this version of the plugin has no resource type broker:index:Queue/,
  ],
])("%s is refused", async (_what, program, says) => {
  const said = await refused(program);
  expect(said).toEqual([expect.stringMatching(says)]);
  expect(said.join()).not.toContain(hidden);
});

test("a state that another provider wrote is refused", async () => {
  stack.program = async () => void vpc("net", 10);
  await stack.up();
  const state = stack.exportState();
  const foreign = structuredClone(state);
  const { outputs = {} } = foreign.deployment.resources?.find(({ type }) => type === "broker:index:Vpc") ?? {};
  for (const name of Object.keys(outputs)) if (name.startsWith("__")) delete outputs[name];
  await stack.importState(foreign);
  const says = /Vpc "net": another provider wrote the state of this resource\. .*import/;
  expect(await refused(() => vpc("net", 11))).toEqual([expect.stringMatching(says)]);
  expect(errorsOf(await stack.destroy({ exit: "failure" }))).toEqual([expect.stringMatching(says)]);
  expect(emulator.writes()).toEqual([]);
  await stack.importState(state);
});

test("with targets, only what is named is changed, and the rest follows later", async () => {
  const both = (tag: string) => async () => {
    for (const [i, name] of ["net", "second"].entries()) vpc(name, 10 + i, { tags: [tag] });
  };
  const flags = ["--target", stack.urn("broker:index:Vpc", "second")];
  stack.program = both("a");
  await stack.up();
  stack.program = both("b");
  expect((await stack.up({ flags })).changes).toEqual(["update second"]);
  expect((await stack.up()).changes).toEqual(["update net"]);
  expect((await stack.destroy({ flags })).changes).toEqual(["delete second"]);
  expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
  await stack.destroy();
  expect(emulator.state().vpcs.filter(({ goneAt }) => goneAt === null)).toEqual([]);
});

/** Inputs of every unusual form, all of them right. */
const odd = () => {
  const source = vpc("a::b", 10, { tags: null });
  const later = <T>(value: T) => source.id.apply(() => value);
  vpc("unknown", 11, { name: later("unknown"), tags: [later("x"), pulumi.secret(canary)] });
  vpc("later", 12, { tags: ["a"] }, { provider: provider({ apiKey: pulumi.secret(later(emulator.apiKey)) }) });
  const instance = emulator.instances[0]?.id;
  const ops = new PluginResource("Recipient", "ops", { instance, type: "email", value: "ops@example.com" });
  const cpu = { instance, type: "cpu", valueThreshold: 80, timeThreshold: 60 };
  new PluginResource("Alarm", "cpu", { ...cpu, recipients: [ops.id] });
  new PluginResource("Vpc", "\u202e<b>\n$(x) `y` %s", { name: "hostile", region, subnet: "10.13.0.0/24" });
};

test("unknown values, nulls, numbers for ids, secrets in lists, a provider that is not known yet, odd names", async () => {
  stack.program = async () => odd();
  const preview = await stack.preview();
  expect(errorsOf(preview)).toEqual([]);
  emulator.clearRequests();
  const made = await stack.up();
  expect(made.changes.sort()).toEqual(preview.changes.sort());
  const names = emulator.state().vpcs.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["a::b", "hostile", "later", "unknown"]));
  expectNoSecrets(textsOf("up", made, stack), { canary });
  emulator.clearRequests();
  expect((await stack.up()).changes).toEqual([]);
  expect(emulator.requests()).toEqual([]);
  const refreshed = await stack.up({ flags: ["--refresh"] });
  expect(refreshed.changes.filter((change) => !change.startsWith("refresh "))).toEqual([]);
  expectNoSecrets(textsOf("refresh", refreshed, stack), { canary });
});

test("a change of an input that the program marks as secret is quoted by no line", async () => {
  const hidden = { name: "canary-name-0123456789" };
  const instance = (plan: string) => async () =>
    void new PluginResource("Instance", "shop", {
      region,
      plan: pulumi.secret(plan),
      name: pulumi.secret(hidden.name),
    });
  stack.program = instance("clustered-medium-1");
  const made = await stack.up();
  stack.program = instance("clustered-medium-3");
  const changed = await stack.up();
  expect(changed.text).toContain("[secret]");
  expect(changed.text).not.toContain("→ clustered-medium-3");
  for (const run of [made, changed]) expectNoSecrets(textsOf("up", run, stack), hidden);
});

test("a hook of a component runs once it is made", async () => {
  const made: string[] = [];
  stack.program = async () => {
    const hook = new pulumi.ResourceHook("made", ({ name }) => void made.push(name));
    const args = { instance: { plan: "clustered-small-1", region } };
    const options = { hooks: { afterCreate: [hook] } };
    new pulumi.ComponentResource("broker:index:MonitoredInstance", "shop", args, options, true);
  };
  await stack.up();
  expect(made).toEqual(["shop"]);
});
