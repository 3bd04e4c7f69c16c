import { testYaml, type YamlStack } from "../helpers/yaml-stack";

/** Needs the engine: the YAML examples, in their folders, are made, unchanged, without drift, and removed. */

/** Up again and a refresh find nothing to change, and what is there stays as it is. */
async function expectUnchanged(stack: YamlStack): Promise<void> {
  await stack.run("up", "--expect-no-changes");
  await stack.run("refresh", "--expect-no-changes");
}

const outputsOf = async (stack: YamlStack): Promise<Record<string, unknown>> =>
  JSON.parse((await stack.cli(["stack", "output", "--json", "--stack", stack.name])).stdout);

testYaml("examples/yaml/quickstart", { project: "pulumi-broker-quickstart-yaml" }, async ({ emulator, stack }) => {
  stack.declareExample("quickstart");
  await stack.run("up");
  const { vpcs, instances, webhooks } = emulator.state();
  const shop = instances.find(({ name }) => name === "shop");
  expect(vpcs).toMatchObject([{ name: "network", subnet: "10.56.72.0/24", tags: ["quickstart", "owner:platform"] }]);
  expect(shop).toMatchObject({ plan: "clustered-medium-1", vpc_id: vpcs[0]?.id, extra_disk_size: 25 });
  expect(shop?.config).toMatchObject({ "broker.heartbeat": 60, "broker.consumer_timeout": 1_800_000 });
  expect(webhooks).toMatchObject([{ instance_id: shop?.id, queue: "orders", vhost: shop?.vhost }]);
  expect(await outputsOf(stack)).toMatchObject({ shopId: `${shop?.id}`, shopUrl: "[secret]" });
  await expectUnchanged(stack);

  await stack.run("destroy");
  expect(emulator.state().instances.map(({ id }) => id)).toEqual([1001, 1002]);
  expect(emulator.state().vpcs).toEqual([]);
});

const project = "pulumi-broker-monitoring-yaml";
const secrets = {
  teamAddress: "canary-team@example.com",
  onCallUrl: "https://example.com/canary-on-call",
  logsKey: "canary-logs-key",
};
const secretConfig = Object.entries(secrets).map(([name, secret]) => [`${project}:${name}`, { secret }]);
const config = { [`${project}:instance`]: "1001", ...Object.fromEntries(secretConfig) };

testYaml(
  "examples/yaml/monitoring: of a broker declared elsewhere",
  { project, config },
  async ({ emulator, stack }) => {
    const before = emulator.state();
    stack.declareExample("monitoring");
    await stack.run("up");
    const { alarms, recipients, logs } = emulator.state();
    const on = alarms.filter((each) => each.instance_id === 1001);
    const added = recipients.slice(before.recipients.length);
    expect(added.map(({ value }) => value).sort()).toEqual([secrets.teamAddress, secrets.onCallUrl].sort());
    const numbers = added.map(({ id }) => id);
    expect(on.filter(({ type }) => type === "cpu")).toMatchObject([
      { value_threshold: 80, recipients: expect.arrayContaining(numbers) },
    ]);
    expect(logs).toMatchObject([{ instance_id: 1001, type: "log_vendor_d" }]);
    await expectUnchanged(stack);

    await stack.run("destroy");
    const after = emulator.state();
    expect([after.recipients, after.logs]).toEqual([before.recipients, []]);
    expect(after.alarms).toHaveLength(before.alarms.length);
  },
);
