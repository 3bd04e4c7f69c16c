import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import ts from "typescript";
import { expectNoSecrets, secretsOf, textsOf } from "../helpers/canaries";
import { stackConfigOf, type TestEmulator } from "../helpers/emulator";
import { repositoryRoot } from "../helpers/paths";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/** Needs the engine: it runs the examples as a person does. */

const examples = join(repositoryRoot, "examples");

/** The program of an example, run anew each time as Pulumi does: its exports are the stack's outputs. */
function programOf(example: string): PulumiFn {
  const file = join(examples, example, "index.ts");
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), { fileName: file, compilerOptions: options });
  return async () => {
    const exported: Record<string, unknown> = {};
    new Function("require", "exports", outputText)(require, exported);
    return exported;
  };
}

/** Sets what an example's stack file says, as the CLI reads it. */
async function configure(stack: TestStack, example: string): Promise<void> {
  const file = join(examples, example, `Pulumi.${stack.name}.yaml`);
  const { stdout } = await stack.cli(["config", "--stack", stack.name, "--config-file", file, "--json"]);
  for (const [key, { value }] of Object.entries(JSON.parse(stdout) as Record<string, { value: string }>))
    await stack.setConfig(key, value);
}

const ordersUrl = "https://shop.example.com/orders?token=canary-orders-1234567";

/** Runs `body` on an emulator and the stack of an example, whose configuration has these secrets. */
const onExample = (
  name: string,
  example: string,
  secrets: Record<string, string>,
  body: (on: { emulator: TestEmulator; stack: TestStack }) => Promise<void>,
): Promise<void> => {
  const project = `pulumi-broker-${example}`;
  const given = Object.entries(secrets).map(([key, secret]) => [`${project}:${key}`, { secret }]);
  const config = (emulator: TestEmulator) => ({ ...stackConfigOf(emulator), ...Object.fromEntries(given) });
  return onStack(name, { speed: 300, project, config }, (on) => {
    on.stack.program = programOf(example);
    return body(on);
  });
};

const settingsOf = ({ name }: TestStack, region: string) => ({ name: `shop-${name}`, region, tags: ["shop", name] });

test("examples/production, staging: previewed with its own settings and price", () =>
  onExample("staging", "production", { ordersUrl }, async ({ stack }) => {
    await configure(stack, "production");
    const settings = settingsOf(stack, "provider-a::region-2");
    const { steps, text } = await stack.preview();
    expect(Object.fromEntries(steps.map(({ name, newOutputs }) => [name, newOutputs]))).toMatchObject({
      network: { ...settings, subnet: "10.56.80.0/24" },
      shop: { ...settings, plan: "clustered-small-1", disk: { extraSize: 0 } },
    });
    expect(text).toContain("50 USD per month");
  }));

test("examples/production, production: made, unchanged, refreshed, removed", () =>
  onExample("production", "production", { ordersUrl }, async ({ emulator, stack }) => {
    await configure(stack, "production");
    const settings = settingsOf(stack, "provider-a::region-1");
    const preview = await stack.preview();
    expect(preview.changes.sort()).toEqual(["create network", "create orders", "create shop"]);
    expect(preview.text).toContain("297 USD per month");

    const up = await stack.up();
    const { vpcs, instances, webhooks } = emulator.state();
    expect(vpcs).toMatchObject([{ id: 5001, ...settings, subnet: "10.56.72.0/24" }]);
    const shop = instances.find(({ id }) => id === 1003);
    expect(shop).toMatchObject({
      ...{ ...settings, plan: "clustered-medium-3", nodes: 3, vpc_id: 5001, extra_disk_size: 100 },
      config: {
        "broker.heartbeat": 60,
        "broker.consumer_timeout": 1_800_000,
        "broker.vm_memory_high_watermark": 0.7,
      },
    });
    expect(webhooks).toMatchObject([{ instance_id: 1003, vhost: shop?.vhost, webhook_uri: ordersUrl }]);
    const outputs = await stack.outputs();
    expect(outputs).toMatchObject({ monthlyPrice: 297, webhookId: "1003/webhooks/21" });
    expect(outputs["nodes"]).toHaveLength(3);
    expect(outputs["url"]).toContain(outputs["host"]);
    const { stdout } = await stack.cli(["stack", "output", "--stack", stack.name, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ url: "[secret]", monthlyPrice: 297 });
    expectNoSecrets(textsOf("up", up, stack, emulator), { ...secretsOf(emulator), ordersUrl });

    await expectUnchanged(stack, emulator);

    emulator.clearRequests();
    expect((await stack.destroy({ exit: "failure" })).text).toContain("protected");
    expect(emulator.calls()).toEqual([]);
    expect(emulator.state().webhooks).toHaveLength(1);
    await stack.cli(["state", "unprotect", "--all", "--yes", "--stack", stack.name]);
    expect((await stack.destroy()).changes.sort()).toEqual(["delete network", "delete orders", "delete shop"]);
    expect(emulator.state().vpcs).toEqual([]);
    expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
  }));

test("examples/private-network: both sides of a peering in one run, and no rule of theirs is taken for drift", () =>
  onExample("network", "private-network", {}, async ({ emulator, stack }) => {
    await stack.up();
    expect(await stack.outputs()).toMatchObject({ peering: "active", service: expect.any(String) });
    const { firewalls, peerings, vpcConnects } = emulator.state();
    const shop = firewalls.find((each) => each.rules.some((rule) => rule.ip === "198.51.100.0/24"));
    expect(shop?.rules.map((rule) => rule.ip)).not.toContain("0.0.0.0/0");
    expect(peerings).toMatchObject([{ status: "active" }]);
    expect(vpcConnects.filter((each) => each.allowed.length > 0)).toHaveLength(1);

    emulator.clearRequests();
    expect((await stack.up()).changes).toEqual([]);
    // The program asks for the own side of the peering in each run.
    expect(emulator.calls()).toEqual(["GET /instance/api/vpc-peering"]);
    expect((await stack.refresh({ flags: ["--expect-no-changes"] })).changes).toEqual([]);
    expect((await stack.up()).changes).toEqual([]);

    await stack.destroy();
    expect(emulator.state().peerings).toEqual([]);
    expect(emulator.state().vpcs).toEqual([]);
    expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
  }));

const team = { teamAddress: "canary-team@example.com", metricsKey: "canary-metrics-key" };
const watchers = { ...team, onCallUrl: "https://example.com/canary-on-call", logsKey: "canary-logs-key" };

test("examples/monitoring: what watches a broker that is declared elsewhere", () =>
  onExample("watch", "monitoring", watchers, async ({ emulator, stack }) => {
    await stack.setConfig("pulumi-broker-monitoring:instance", "1001");
    const before = emulator.state();
    const up = await stack.up();
    const { alarms, recipients, logs, metrics } = emulator.state();
    const on = alarms.filter((each) => each.instance_id === 1001);
    // Taken over, none made beside it.
    const types = on.map(({ type }) => type).sort();
    expect(types).toEqual(["consumer", "cpu", "disk", "memory", "notice", "queue", "queue"]);
    expect(on.find(({ type }) => type === "cpu")).toMatchObject({
      value_threshold: 80,
      recipients: expect.arrayContaining([4003, 4004]),
    });
    const added = recipients.slice(before.recipients.length).map(({ value }) => value);
    expect(added.sort()).toEqual([watchers.teamAddress, watchers.onCallUrl]);
    expect([logs.length, metrics.length]).toEqual([1, 1]);
    expect(await stack.outputs()).toMatchObject({ integrationErrors: [] });
    expectNoSecrets(textsOf("up", up, stack, emulator), { ...secretsOf(emulator), ...watchers });
    await expectUnchanged(stack, emulator);

    await stack.destroy();
    const after = emulator.state();
    // The alarms that were taken over have the service's values again.
    const alarmsOf = (state: typeof before) =>
      state.alarms.map(({ id, type, value_threshold }) => [id, type, value_threshold]);
    expect(alarmsOf(after)).toEqual(alarmsOf(before));
    expect([after.recipients, after.logs, after.metrics]).toEqual([before.recipients, [], []]);
  }));

test("examples/team-broker: a broker with all that watches it, in one declaration", () =>
  onExample("team", "team-broker", team, async ({ emulator, stack }) => {
    const up = await stack.up();
    const on = emulator.state().alarms.filter((each) => each.instance_id === 1003);
    const types = on.map(({ type }) => type).sort();
    expect(types).toEqual(["cpu", "disk", "memory", "netsplit", "notice", "queue", "server_unreachable"]);
    expect(on.find(({ type }) => type === "cpu")).toMatchObject({ value_threshold: 80, time_threshold: 300 });
    expect(emulator.state().metrics).toMatchObject([{ instance_id: 1003, type: "metric_vendor_c_v3" }]);
    expect((await stack.outputs())["alarms"]).toHaveLength(7);
    expectNoSecrets(textsOf("up", up, stack, emulator), { ...secretsOf(emulator), ...team });
    await expectUnchanged(stack, emulator);

    await stack.destroy();
    expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
  }));

/** Up again sends nothing, and a refresh sees nothing to do. */
async function expectUnchanged(stack: TestStack, emulator: TestEmulator): Promise<void> {
  emulator.clearRequests();
  expect((await stack.up()).changes).toEqual([]);
  expect(emulator.requests()).toEqual([]);
  const { changes } = await stack.up({ flags: ["--refresh"] });
  expect(changes.filter((change) => !change.startsWith("refresh "))).toEqual([]);
}

test("the examples compile by their settings, which are the same for all, and as strict as ours", () => {
  // The pipelines are no program, those in YAML need no compiler, and one of the templates is in TypeScript.
  const others = ["pipelines", "templates", "yaml"];
  const names = [...readdirSync(examples).filter((name) => !others.includes(name)), "templates/typescript"];
  const [settings = "", ...differing] = new Set(
    names.map((name) => readFileSync(join(examples, name, "tsconfig.json"), "utf8")),
  );
  const { config } = ts.parseConfigFileTextToJson("tsconfig.json", settings);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, examples);
  expect([names.length > 1, differing, config.files, options.strict]).toEqual([true, [], ["index.ts"], true]);
  const program = ts.createProgram(
    names.map((name) => join(examples, name, "index.ts")),
    options,
  );
  const found = ts.getPreEmitDiagnostics(program);
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});
