import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { yamlLanguageMs } from "../helpers/yaml-language";
import { createYamlStack, type YamlStack } from "../helpers/yaml-stack";

/**
 * Needs the engine: its language host for YAML checks programs against the schema.
 * A program in YAML, whose names and types the language host checks against the schema before anything is asked.
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

let emulator: TestEmulator;
let stack: YamlStack;

beforeAll(async () => {
  emulator = await startTestEmulator({ speed: 400 });
  stack = await createYamlStack("plugin-yaml", emulator);
}, yamlLanguageMs);
afterAll(async () => {
  await stack.remove();
  await emulator.close();
});

/** Sets the program, with other properties of the alarm. */
function declare(alarm: Record<string, unknown> = {}): void {
  const { queues, ...others } = program.resources;
  const changed = { ...queues, properties: { ...queues.properties, ...alarm } };
  stack.declare({ ...program, resources: { ...others, queues: changed } });
}

test("a name that the schema does not have is refused before the service is asked", async () => {
  declare({ valueTreshold: 1 });
  const run = await stack.cli(["preview", "--stack", stack.name], { exit: "failure" });
  expect(run.stdout + run.stderr).toContain("valueTreshold");
  expect(emulator.requests()).toEqual([]);
});

test("resources, ids of others, settings under any name, functions and secrets are as the schema has them", async () => {
  declare();
  await stack.run("up");
  const { instances, alarms, recipients } = emulator.state();
  const shop = instances.find(({ tags }) => tags.includes("yaml"));
  expect(shop).toMatchObject({ name: "shop", extra_disk_size: 25 });
  expect(shop?.config).toMatchObject({ "broker.heartbeat": 60, "broker_mqtt.exchange": "mqtt" });
  const ops = recipients.find(({ name }) => name === "ops");
  expect(alarms.find(({ type }) => type === "queue")).toMatchObject({ instance_id: shop?.id, recipients: [ops?.id] });

  const { stdout } = await stack.cli(["stack", "output", "--json", "--stack", stack.name]);
  expect(JSON.parse(stdout)).toEqual({
    url: "[secret]",
    password: "[secret]",
    plan: expect.any(String),
    logs: "[secret]",
  });

  const sent = emulator.requests().length;
  await stack.run("up", "--expect-no-changes");
  const writes = emulator.requests().slice(sent);
  expect(writes.filter(({ method }) => method !== "GET")).toEqual([]);
});
