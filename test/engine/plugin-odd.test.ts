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
const names = () =>
  emulator
    .state()
    .vpcs.filter(({ goneAt }) => goneAt === null)
    .map(({ name }) => name)
    .sort();

/** The errors of a run's resources, without the engine's own that an update failed. */
const errorsOf = ({ diagnostics }: Run) =>
  diagnostics
    .filter(({ severity, message }) => severity === "error" && !/^(update|preview) failed/.test(message))
    .map(({ message }) => message.trim());

/** Runs a program that is refused, and returns what is said. */
async function refused(program: () => void, operation: "up" | "preview" = "preview"): Promise<string[]> {
  stack.program = async () => program();
  emulator.clearRequests();
  const run = await stack[operation]({ exit: "failure" });
  expect(emulator.writes()).toEqual([]);
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
  expect(emulator.writes()).toEqual([]);
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

/** Inputs of every unusual form, all of them right. */
const odd = (late = "late") => {
  const source = vpc("a::b", 10, { tags: null });
  const later = <T>(value: T) => source.id.apply(() => value);
  vpc("unknown", 11, { name: later("unknown"), tags: [later("x"), pulumi.secret(canary)] });
  const { apiKey, customerUrl, baseUrl } = emulator;
  const provider = new PluginProvider(late, { apiKey: pulumi.secret(later(apiKey)), customerUrl, baseUrl });
  vpc("later", 12, { tags: ["a"] }, { provider });
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
  expect(names()).toEqual(expect.arrayContaining(["a::b", "hostile", "later", "unknown"]));
  expectNoSecrets(textsOf("up", made, stack), { canary });
  emulator.clearRequests();
  expect((await stack.up()).changes).toEqual([]);
  expect(emulator.requests()).toEqual([]);
  const refreshed = await stack.up({ flags: ["--refresh"] });
  expect(refreshed.changes.filter((change) => !change.startsWith("refresh "))).toEqual([]);
  expectNoSecrets(textsOf("refresh", refreshed, stack), { canary });
});

test("an input that the program marks as secret is quoted by no refusal, no line and no error", async () => {
  const hidden = { plan: "canary-plan-0123456789", name: "canary-name-0123456789", tag: "canary-tag-0123456789" };
  const secret = (args: Record<string, string>) =>
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pulumi.secret(value)]));
  const instance = (args: object) => new PluginResource("Instance", "shop", { region, ...args });
  stack.program = async () =>
    void instance({ ...secret({ plan: hidden.plan }), tags: [pulumi.secret(hidden.tag), ""] });
  const refused = await stack.preview({ exit: "failure" });
  expect(errorsOf(refused).join("\n")).toMatch(/has a problem: plan: the service has no plan "\[secret\]"/);
  expect(errorsOf(refused).join("\n")).toMatch(/has a problem: tags\[1\]: must not be empty/);

  stack.program = async () => void instance(secret({ plan: "clustered-medium-1", name: hidden.name }));
  emulator.fault({
    match: { method: "POST", path: "/api/instances" },
    fault: { status: 400, body: { error: `the name ${hidden.name} is taken` } },
  });
  const failed = await stack.up({ exit: "failure" });
  expect(errorsOf(failed).join("\n")).toContain("the name [secret] is taken");
  const made = await stack.up();
  expect(made.text).toContain('Instance "shop": new');

  stack.program = async () => void instance(secret({ plan: "clustered-medium-3", name: hidden.name }));
  const changed = await stack.up();
  expect(changed.text).toContain("[secret]");
  expect(changed.text).not.toContain("→ clustered-medium-3");
  for (const run of [refused, failed, made, changed]) expectNoSecrets(textsOf("up", run, stack), hidden);
});
