import * as pulumi from "@pulumi/pulumi";
import { stackConfigOf } from "../helpers/broker-config";
import { expectNoSecrets, textsOf } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { pluginFolder } from "../helpers/paths";
import { PluginProvider, PluginResource } from "../helpers/plugin-resource";
import { createStack, type TestStack } from "../helpers/stack";

/** Odd programs and odd state through the provider plugin: one stack, each test a few runs of the engine. */

const region = "provider-a::region-1";
const canary = "canary-in-a-list-0123456789";

let emulator: TestEmulator;
let stack: TestStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 300 });
  stack = await createStack("plugin-odd", async () => {}, {
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
const names = () =>
  emulator
    .state()
    .vpcs.filter(({ goneAt }) => goneAt === null)
    .map(({ name }) => name)
    .sort();
const errorsOf = ({ diagnostics }: Run) =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

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
