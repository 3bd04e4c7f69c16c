import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { startTestEmulator, type TestEmulator, withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** What programs read: each function as a promise and as an output, of the stack's account and of another one. */

const node = (n: number) => ({
  name: `broker-1001-0${n}`,
  hostname: `broker-1001-0${n}.broker.example`,
  hostnameInternal: `broker-1001-0${n}.internal.broker.example`,
  configured: true,
  running: true,
  hipe: false,
  brokerVersion: "3.12.13",
  erlangVersion: "26.2.5.2",
  diskSize: 50,
  additionalDiskSize: 0,
  availabilityZone: `zone-${n}`,
});

const listed = {
  id: "1001",
  name: "seeded-clustered",
  plan: "clustered-medium-3",
  region: "provider-a::region-1",
  tags: [],
  providerId: expect.any(String),
};

/** What each function answers of the emulator's seed. */
const expected = (emulator: TestEmulator) => {
  const [seeded] = emulator.state().instances;
  const url = (host: string) => `amqps://${seeded?.username}:${seeded?.password}@${host}/${seeded?.vhost}`;
  const external = "broker-1001.broker.example";
  const internal = "broker-1001.internal.broker.example";
  return {
    getInstance: {
      ...listed,
      disk: { extraSize: 0 },
      nodes: 3,
      shared: false,
      monthlyPrice: 297,
      rmqVersion: "3.12.13",
      url: url(external),
      urls: { external: url(external), internal: url(internal) },
      host: external,
      hostInternal: internal,
      username: seeded?.username,
      password: seeded?.password,
      vhost: seeded?.vhost,
      apiKey: seeded?.apikey,
      ready: true,
      backend: "clustered",
      nodeNames: [1, 2, 3].map((n) => node(n).name),
    },
    getInstances: [
      listed,
      {
        id: "1002",
        name: "seeded-alternative",
        plan: "alternative-medium-1",
        region: "provider-a::region-2",
        tags: [],
        providerId: expect.any(String),
      },
    ],
    getNodes: [1, 2, 3].map(node),
    getAvailableVersions: { brokerVersions: ["3.12.14", "3.13.2", "3.13.7"], erlangVersions: [] },
    getConfig: {
      heartbeat: 120,
      channelMax: 128,
      consumerTimeout: 7_200_000,
      vmMemoryHighWatermark: 0.81,
      queueIndexEmbedMsgsBelow: 4096,
      mqttExchange: "amq.topic",
      defaultVhost: "/",
      connectionMax: "infinity",
      maxMessageSize: 134_217_728,
      prometheusReturnPerObjectMetrics: false,
      "broker.log_exchange_level": "error",
      "message_interceptors.timestamp_overwrite": "false",
    },
    getAvailableSettings: expect.arrayContaining([
      {
        name: "broker.consumer_timeout",
        type: "int",
        description: expect.any(String),
        default: 900_000,
        min: 10_000,
        max: 25_000_000,
        versionRequirement: "3.8.15",
      },
      // No default and no bounds: what the service does not say is left out.
      { name: "broker.max_message_size", type: "int", description: expect.any(String) },
    ]),
    getPlans: expect.arrayContaining([
      { name: "clustered-medium-3", price: 297, backend: "clustered", shared: false },
      { name: "alternative-shared-1", price: 0, backend: "alternative", shared: true },
    ]),
    getPlansOfOne: expect.not.arrayContaining([expect.objectContaining({ backend: "clustered" })]),
    getRegions: expect.arrayContaining([
      {
        name: "provider-a::region-2",
        provider: "provider-a",
        region: "region-2",
        title: "Provider A, Region 2",
        hasSharedPlans: false,
      },
    ]),
    getRegionsOfOne: [
      expect.objectContaining({ name: "provider-b::region-1" }),
      expect.objectContaining({ name: "provider-b::region-2" }),
    ],
  };
};

const promises = (instance: broker.Instance | string | number, options?: broker.InvokeOptions) => ({
  getInstance: broker.getInstance({ id: instance }, options),
  getInstances: broker.getInstances(options),
  getNodes: broker.getNodes({ instance }, options),
  getAvailableVersions: broker.getAvailableVersions({ instance }, options),
  getConfig: broker.getConfig({ instance }, options),
  getAvailableSettings: broker.getAvailableSettings({ instance }, options),
  getPlans: broker.getPlans({}, options),
  getPlansOfOne: broker.getPlans({ backend: "alternative" }, options),
  getRegions: broker.getRegions({}, options),
  getRegionsOfOne: broker.getRegions({ provider: "provider-b" }, options),
});

const outputs = (instance: broker.InstanceInput, options?: broker.InvokeOptions) => ({
  getInstance: broker.getInstanceOutput({ id: instance }, options),
  getInstances: broker.getInstancesOutput(options),
  getNodes: broker.getNodesOutput({ instance }, options),
  getAvailableVersions: broker.getAvailableVersionsOutput({ instance }, options),
  getConfig: broker.getConfigOutput({ instance }, options),
  getAvailableSettings: broker.getAvailableSettingsOutput({ instance }, options),
  getPlans: broker.getPlansOutput({}, options),
  getPlansOfOne: broker.getPlansOutput(pulumi.output({ backend: "alternative" }), options),
  getRegions: broker.getRegionsOutput({}, options),
  getRegionsOfOne: broker.getRegionsOutput({ provider: "provider-b" }, options),
});

let east: TestEmulator;
let west: TestEmulator;

beforeAll(async () => {
  east = await startTestEmulator({ seed: 1, speed: 300 });
  west = await startTestEmulator({ seed: 2, speed: 300 });
});

afterAll(async () => {
  await Promise.all([east.close(), west.close()]);
});

test("every function as a promise and as an output, at preview and at up, and of the account it is given", async () => {
  // One that is known by an output of a resource, as outputs of resources are what the second form is for.
  const program = async () => {
    const other = new broker.Provider("west", {
      apiKey: west.apiKey,
      customerUrl: west.customerUrl,
      baseUrl: west.baseUrl,
    });
    const shop = broker.Instance.get("shop", "1001");
    const [asked, askedOther] = await Promise.all(
      [promises(shop), promises(1001, { provider: other })].map(async (all) =>
        Object.fromEntries(await Promise.all(Object.entries(all).map(async ([name, each]) => [name, await each]))),
      ),
    );
    return {
      promised: pulumi.secret(asked),
      output: outputs(shop),
      outputById: outputs(shop.id),
      otherPromised: pulumi.secret(askedOther),
      otherOutput: outputs("1001", { provider: other }),
    };
  };
  await withStack("functions", program, { config: stackConfigOf(east) }, async (stack) => {
    await stack.preview();
    await stack.up();
    await expect(stack.outputs()).resolves.toEqual({
      promised: expected(east),
      output: expected(east),
      outputById: expected(east),
      otherPromised: expected(west),
      otherOutput: expected(west),
    });
    // Two accounts, two keys: a call that went to the wrong one was refused there.
    const statuses = [...east.requests(), ...west.requests()].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

test("getInstanceOutput is secret as a whole; lists, which hold no credentials, are not", async () => {
  const program = async () => ({
    instance: broker.getInstanceOutput({ id: 1001 }),
    url: broker.getInstanceOutput({ id: 1001 }).url,
    names: broker.getInstancesOutput().apply((all) => all.map(({ name }) => name)),
  });
  await withStack("secret", program, { config: stackConfigOf(east) }, async (stack) => {
    const { text } = await stack.up();
    const shown = JSON.parse((await stack.cli(["stack", "output", "--stack", stack.name, "--json"])).stdout);
    expect(shown).toEqual({
      instance: "[secret]",
      url: "[secret]",
      names: ["seeded-clustered", "seeded-alternative"],
    });
    const { password, apiKey } = expected(east).getInstance as { password: string; apiKey: string };
    expect(text).not.toContain(password);
    expect(`${text}${stack.checkpointFile()}`).not.toContain(apiKey);
  });
});

test("a function asks for an instance that this run makes only in its form with outputs, which waits for it", () =>
  withEmulator(
    async (emulator) => {
      const failures: unknown[] = [];
      const program = async () => {
        const made = new broker.Instance("made", { plan: "clustered-small-1", region: "provider-a::region-1" });
        await broker.getNodes({ instance: made }).catch((error: Error) => failures.push(error.message));
        return { names: broker.getNodesOutput({ instance: made }).apply((nodes) => nodes.map(({ name }) => name)) };
      };
      await withStack("made", program, { config: stackConfigOf(emulator) }, async (stack) => {
        await stack.preview();
        expect(failures.splice(0)).toEqual(["getNodes: instance is not known before up: use getNodesOutput"]);
        await stack.up();
        expect(failures).toEqual([]);
        expect(await stack.outputs()).toEqual({ names: ["broker-1003-01"] });
      });
    },
    { speed: 300 },
  ));

test("an instance that is not there, and an id that is none, are one line each", async () => {
  const asking: Record<string, (id: string) => Promise<unknown>> = {
    getInstance: (id) => broker.getInstance({ id }),
    getNodes: (instance) => broker.getNodes({ instance }),
    getAvailableVersions: (instance) => broker.getAvailableVersions({ instance }),
    getConfig: (instance) => broker.getConfig({ instance }),
    getAvailableSettings: (instance) => broker.getAvailableSettings({ instance }),
  };
  const failures: Record<string, string[]> = {};
  const program = async () => {
    for (const [name, ask] of Object.entries(asking)) {
      const messages = ["999999", "../1001"].map((id) =>
        ask(id).then(
          () => "answered",
          (error: Error) => `${error.constructor.name}: ${error.message}`,
        ),
      );
      failures[name] = await Promise.all(messages);
    }
  };
  await withStack("missing", program, { config: stackConfigOf(east) }, async (stack) => {
    await stack.preview();
    const oneLine = (pattern: string) => expect.stringMatching(new RegExp(`^RunError: [^\\n]*${pattern}[^\\n]*$`));
    expect(failures).toEqual(
      Object.fromEntries(
        Object.keys(asking).map((name) => [
          name,
          [oneLine(`${name}: .*instances/999999.* 404`), oneLine('"../1001" is not the id of any Instance')],
        ]),
      ),
    );
  });
});

test("a shared instance has no nodes of its own, and one in a VPC shows its network", () =>
  withEmulator(async (emulator) => {
    const [net] = emulator.patch({ op: "add", in: "vpcs", fields: { name: "net", subnet: "10.1.0.0/24" } });
    emulator.patch(
      { op: "add", in: "instances", fields: { plan: "clustered-shared-1", shared: true } },
      {
        op: "add",
        in: "instances",
        fields: { name: "inside", vpc_id: net, tags: ["a", "pulumi-broker-0123456789abcdef"] },
      },
    );
    const program = async () => ({
      shared: broker.getInstanceOutput({ id: 1003 }),
      inside: broker.getInstanceOutput({ id: 1004 }),
      listed: broker.getInstances().then((all) => all.at(-1)),
    });
    await withStack("kinds", program, { config: stackConfigOf(emulator) }, async (stack) => {
      await stack.up();
      const { shared, inside, listed: item } = await stack.outputs();
      expect(shared).toMatchObject({ id: "1003", ready: true, nodeNames: [] });
      expect(shared).not.toHaveProperty("nodes");
      const common = { id: "1004", name: "inside", vpc: `${net}`, tags: ["a"] };
      expect(inside).toMatchObject({ ...common, vpcSubnet: "10.1.0.0/24" });
      expect(inside).toHaveProperty("url", expect.stringContaining(".internal."));
      expect(item).toMatchObject(common);
    });
  }));
