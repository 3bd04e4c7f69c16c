import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { expectNoSecrets, textsOf } from "../helpers/canaries";
import { startTestEmulator, type TestEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/**
 * Needs the engine: it reads the keys from the settings of the stack, and orders what is declared on one instance.
 * Settings of brokers that are declared elsewhere: by who holds only a key of the instance, and beside an `Instance`.
 */

let emulator: TestEmulator;

beforeEach(async () => {
  emulator = await startTestEmulator({ speed: 300 });
});

afterEach(() => emulator.close());

const keyOf = (n: number) => emulator.instances[n]?.apiKey ?? "";
const settingsOf = (id: number) => emulator.state().instances.find((each) => each.id === id)?.config;
const byMap = () => ({ instance: 1001 });
const byArgument = () => ({ instance: 1002, instanceApiKey: keyOf(1) });

test("with instance keys alone, settings are managed and the instance's functions answer", async () => {
  const answers: unknown[] = [];
  const program = (config: broker.BrokerSettings) => async () => {
    new broker.BrokerConfig("by-map", { ...byMap(), config });
    new broker.BrokerConfig("by-argument", { ...byArgument(), config });
    for (const args of [byMap(), byArgument()]) {
      const nodes = await broker.getNodes(args);
      const { brokerVersions } = await broker.getAvailableVersions(args);
      const { heartbeat } = await broker.getConfig(args);
      const available = await broker.getAvailableSettings(args);
      answers.push([nodes.length, brokerVersions[0], heartbeat, available.length]);
    }
    broker.getNodesOutput(byArgument()).apply((nodes) => answers.push(nodes.length));
  };
  const config = { "broker:baseUrl": emulator.baseUrl };
  const first = { heartbeat: 60, channelMax: 256 };
  await withStack("keys", program(first), { config }, async (stack) => {
    const path = 'broker:instanceApiKeys["1001"]';
    await stack.cli(["config", "set", "--stack", stack.name, "--path", "--secret", path, keyOf(0)]);
    const texts = textsOf("preview", await stack.preview(), stack, emulator);
    const seeded = (heartbeat: number) => [
      [3, "3.12.14", heartbeat, 12],
      [1, "2.1.2", heartbeat, 12],
    ];
    expect(answers.splice(0)).toEqual([...seeded(120), 1]);

    expect((await stack.up()).changes).toEqual(expect.arrayContaining(["create by-map", "create by-argument"]));
    expect([1001, 1002].map(settingsOf)).toMatchObject(
      [1, 2].map(() => ({ "broker.heartbeat": 60, "broker.channel_max": 256 })),
    );

    answers.splice(0);
    const unchanged = await stack.up();
    expect(unchanged.changes).toEqual([]);
    expect(answers.splice(0)).toEqual([...seeded(60), 1]);
    Object.assign(texts, textsOf("up", unchanged, stack, emulator));

    expect((await stack.refresh()).changes).toEqual([]);
    emulator.patch({ op: "set", in: "instances", id: 1002, fields: { config: { "broker.heartbeat": 90 } } });
    const drift = await stack.refresh();
    expect(drift.changes).toEqual(["update by-argument"]);

    // A key taken out goes back to the service's default, also with the instance's key alone.
    stack.program = program({ heartbeat: 30 });
    const updated = await stack.up();
    expect(updated.changes.sort()).toEqual(["update by-argument", "update by-map"]);
    expect(settingsOf(1001)).toMatchObject({ "broker.heartbeat": 30, "broker.channel_max": 128 });
    Object.assign(texts, textsOf("update", updated, stack, emulator));

    expect((await stack.destroy()).changes.sort()).toEqual(["delete by-argument", "delete by-map"]);
    expect(settingsOf(1001)).toMatchObject({ "broker.heartbeat": 30 });
    expect(emulator.calls().filter((call) => call.includes("/customer/"))).toEqual([]);
    expectNoSecrets(texts, { mapped: keyOf(0), given: keyOf(1) });
  });
});

test("one setting in an Instance and in a BrokerConfig of one run is an error: at preview where the id is known", async () => {
  const config = stackConfigOf(emulator);
  const plan = { plan: "clustered-small-1", region: "provider-a::region-1" };
  const program =
    (own: broker.BrokerSettings | undefined, apart: broker.BrokerSettings | undefined, id?: string) => async () => {
      const shop = new broker.Instance("shop", { ...plan, config: own });
      if (apart !== undefined) new broker.BrokerConfig("apart", { instance: id ?? shop, config: apart });
    };
  // The same setting under its two names.
  const own = { mqttExchange: "mqtt", heartbeat: 60 };
  const apart = { "broker_mqtt.exchange": "other" };
  const conflict = (by: string) => `"${by}" declares broker_mqtt.exchange of instance 1003 too: keep it in one`;

  await withStack("conflict", program(own, apart), { config }, async (stack) => {
    // The instance has no id yet: the preview cannot know, and the run stops before it sends a setting twice.
    expect((await stack.preview()).changes).toEqual(["create shop", "create apart"]);
    const failed = await stack.up({ exit: "failure" });
    expect(failed.text).toContain(conflict("shop"));
    expect(settingsOf(1003)).toMatchObject({ "broker_mqtt.exchange": "mqtt" });

    emulator.clearRequests();
    const refused = await stack.preview({ exit: "failure" });
    expect(refused.text).toContain(conflict("shop"));
    // By an id that is written down nothing orders the two: either of them says so.
    stack.program = program(own, apart, "1003");
    const byId = await stack.preview({ exit: "failure" });
    expect([conflict("shop"), conflict("apart")].filter((text) => byId.text.includes(text))).toHaveLength(1);
    expect(emulator.requests()).toEqual([]);

    // Different settings may stand in both.
    stack.program = program({ heartbeat: 60 }, apart);
    const split = await stack.up();
    expect(split.changes.sort()).toEqual(["create apart", "update shop"]);
    expect(settingsOf(1003)).toMatchObject({ "broker.heartbeat": 60, "broker_mqtt.exchange": "other" });
    expect((await stack.up()).changes).toEqual([]);
  });
});
