import type { TestStack } from "../helpers/stack";
import { testYaml } from "../helpers/yaml-stack";

/**
 * Needs the engine: it looks for the plugin, and its language host for YAML checks programs against the schema.
 * A program in YAML: its names and types are checked before anything is asked, `get:` reads what something else manages.
 */

/** A reference to a value of the program. */
const ref = (path: string) => `\${${path}}`;

const program = {
  variables: {
    plans: { "fn::invoke": { function: "broker:getPlans", arguments: { backend: "clustered" }, return: "plans" } },
  },
  resources: {
    shop: {
      type: "broker:Instance",
      properties: {
        plan: "clustered-medium-1",
        region: "provider-a::region-1",
        tags: ["yaml"],
        disk: { extraSize: 25 },
        config: { heartbeat: 60, "broker_mqtt.exchange": "mqtt" },
      },
    },
    ops: {
      type: "broker:Recipient",
      properties: { instance: ref("shop.id"), type: "email", value: "ops@example.com", options: { levels: [1, 2] } },
    },
    queues: {
      type: "broker:Alarm",
      properties: {
        instance: ref("shop"),
        type: "queue",
        valueThreshold: 100,
        timeThreshold: 60,
        recipients: [ref("ops.id")],
      },
    },
    logs: {
      type: "broker:Integration",
      properties: {
        instance: ref("shop.id"),
        system: "log_vendor_d",
        config: { apiKey: { "fn::secret": "logs-key-7f3a" }, region: "eu" },
      },
    },
  },
  outputs: {
    url: ref("shop.url"),
    password: ref("shop.password"),
    plan: ref("plans[0].name"),
    logs: ref("logs.config"),
  },
};

function withAlarm(alarm: Record<string, unknown>): object {
  const { queues, ...others } = program.resources;
  const changed = { ...queues, properties: { ...queues.properties, ...alarm } };
  return { ...program, resources: { ...others, queues: changed } };
}

testYaml(
  "a program's names and values are as the schema has them",
  { project: "plugin-yaml" },
  async ({ emulator, stack }) => {
    // A name that the schema does not have is refused before the service is asked.
    stack.declare(withAlarm({ valueTreshold: 1 }));
    expect((await stack.fail("preview")).text).toContain("valueTreshold");
    expect(emulator.requests()).toEqual([]);

    stack.declare(program);
    await stack.run("up");
    const { instances, alarms, recipients } = emulator.state();
    const shop = instances.find(({ tags }) => tags.includes("yaml"));
    expect(shop).toMatchObject({ name: "shop", extra_disk_size: 25 });
    expect(shop?.config).toMatchObject({ "broker.heartbeat": 60, "broker_mqtt.exchange": "mqtt" });
    const ops = recipients.find(({ name }) => name === "ops");
    expect(alarms.find(({ type }) => type === "queue")).toMatchObject({ instance_id: shop?.id, recipients: [ops?.id] });

    const { stdout } = await stack.cli(["stack", "output", "--json", "--stack", stack.name]);
    const hidden = "[secret]";
    expect(JSON.parse(stdout)).toEqual({ url: hidden, password: hidden, plan: expect.any(String), logs: hidden });

    emulator.clearRequests();
    await stack.run("up", "--expect-no-changes");
    expect(emulator.writes()).toEqual([]);
  },
);

const network = { type: "broker:Vpc", properties: { region: "provider-a::region-1", subnet: "10.56.72.0/24" } };
const again = { type: "broker:Vpc", get: { id: ref("network.id") } };
const inState = (stack: TestStack) => stack.exportState().deployment.resources ?? [];

testYaml(
  "an object is read by its id, whatever else the program says of it, and shows no change afterwards",
  { project: "plugin-get" },
  async ({ emulator, stack }) => {
    const shop = { type: "broker:Instance", get: { id: "1001", state: { name: "another" } } };
    stack.declare({ resources: { shop }, outputs: { name: ref("shop.name") } });
    await stack.run("up");
    expect(await stack.outputs()).toEqual({ name: "seeded-clustered" });
    await stack.run("up", "--expect-no-changes");

    stack.declare({ resources: { shop: { ...shop, get: { id: "1001" } } } });
    await stack.run("up");
    await stack.run("refresh", "--expect-no-changes");
    expect(inState(stack).find(({ id }) => id === "1001")?.inputs).toBeUndefined();
    await stack.run("destroy");
    expect(emulator.writes()).toEqual([]);
  },
);

testYaml(
  "what the program makes and reads is not forgotten by a destroy that runs the program",
  { project: "plugin-get" },
  async ({ emulator, stack }) => {
    stack.declare({ resources: { network, again } });
    await stack.run("up");
    const refused = await stack.fail("destroy", "--run-program");
    expect(refused.text).toMatch(/Vpc "network": this run does not delete the object Vpc \d+,.*leave out --run/);
    expect(emulator.state().vpcs).toMatchObject([{ goneAt: null }]);
    expect(inState(stack).map(({ type }) => type)).toContain("broker:index:Vpc");
    await stack.run("destroy");
    expect([emulator.state().vpcs, inState(stack)]).toEqual([[], []]);
  },
);

const team = { type: "email", value: { "fn::secret": "shop@example.com" } };
const shop = {
  type: "broker:MonitoredInstance",
  properties: {
    instance: { plan: "clustered-medium-1", region: "provider-a::region-1", vpc: ref("network.id") },
    recipients: { team },
    alarms: { disk: { value: 20 }, netsplit: false },
    integrations: {
      logs: { system: "log_vendor_d", config: { apiKey: { "fn::secret": "logs-key-7f3a" }, region: "eu" } },
    },
  },
};
/** The program with other arguments of the component. */
const withShop = (args: object, options = {}) => ({
  resources: { network, shop: { ...shop, properties: { ...shop.properties, ...args }, options } },
  outputs: { url: ref("shop.instance.url"), told: ref("shop.recipients.team.value") },
});

testYaml(
  "a component goes up with the parts, secrets and order of its arguments, and its options reach its parts",
  { project: "plugin-component" },
  async ({ emulator, stack }) => {
    const disk = { type: "queue", valueThreshold: 1, timeThreshold: 60 };
    for (const [args, says] of [
      [
        { alarms: { cpu: true } },
        'MonitoredInstance "shop" has wrong arguments. Correct these arguments: alarms.cpu: must be false, or an object',
      ],
      [{ alarms: { netsplit: { value: 1 } } }, "alarms.netsplit: must be false, or an object such as { seconds: 60 }"],
      [
        { moreAlarms: { disk } },
        'MonitoredInstance "shop": an alarm in moreAlarms has the name of a standard alarm (disk)',
      ],
      [{ recipients: { team: { ...team, type: "fax" } } }, "fax"],
    ] as const) {
      stack.declare(withShop(args));
      expect((await stack.fail("preview")).text).toContain(says);
    }
    expect(emulator.writes()).toEqual([]);

    stack.declare(withShop({}, { protect: true }));
    await stack.run("up");
    await stack.run("preview", "--expect-no-changes");
    await stack.run("refresh", "--expect-no-changes");
    const { instances, alarms, recipients } = emulator.state();
    const id = instances.find(({ name }) => name === "shop")?.id;
    const own = alarms.filter(({ instance_id: of }) => of === id);
    expect(own.map(({ type }) => type).sort()).toEqual(["cpu", "disk", "memory", "notice", "server_unreachable"]);
    expect(own.find(({ type }) => type === "disk")).toMatchObject({ value_threshold: 20 });
    const told = recipients.find(({ value }) => value === "shop@example.com")?.id;
    expect(own.map((alarm) => alarm.recipients)).toEqual(own.map(() => [told]));
    expect(JSON.stringify(stack.exportState())).not.toMatch(/shop@example|logs-key/);
    expect((await stack.fail("destroy")).text).toMatch(/shop-disk.*protect/s);
    stack.declare(withShop({}));
    await stack.run("up");
    await stack.run("destroy");
    expect([inState(stack), emulator.state().vpcs.length]).toEqual([[], 0]);
  },
);
