import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { emulator, emulatorForEach, settled } from "./scene";

/** The functions on instances, plans and regions, in both forms. */

emulatorForEach();

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
const expected = (): Record<string, unknown> => {
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

const promises: Record<string, () => Promise<unknown>> = {
  getInstance: () => broker.getInstance({ id: 1001 }),
  getInstances: () => broker.getInstances(),
  getNodes: () => broker.getNodes({ instance: "1001" }),
  getAvailableVersions: () => broker.getAvailableVersions({ instance: "1001" }),
  getConfig: () => broker.getConfig({ instance: "1001" }),
  getAvailableSettings: () => broker.getAvailableSettings({ instance: "1001" }),
  getPlans: () => broker.getPlans(),
  getPlansOfOne: () => broker.getPlans({ backend: "alternative" }),
  getRegions: () => broker.getRegions(),
  getRegionsOfOne: () => broker.getRegions({ provider: "provider-b" }),
};

const outputs: Record<string, () => pulumi.Output<unknown>> = {
  getInstance: () => broker.getInstanceOutput({ id: 1001 }),
  getInstances: () => broker.getInstancesOutput(),
  getNodes: () => broker.getNodesOutput({ instance: "1001" }),
  getAvailableVersions: () => broker.getAvailableVersionsOutput({ instance: "1001" }),
  getConfig: () => broker.getConfigOutput({ instance: "1001" }),
  getAvailableSettings: () => broker.getAvailableSettingsOutput({ instance: "1001" }),
  getPlans: () => broker.getPlansOutput(),
  getPlansOfOne: () => broker.getPlansOutput(pulumi.output({ backend: "alternative" })),
  getRegions: () => broker.getRegionsOutput(),
  getRegionsOfOne: () => broker.getRegionsOutput({ provider: "provider-b" }),
};

test.each(Object.keys(promises))("%s answers what the service shows, as a promise and as an output", async (name) => {
  const output = outputs[name]?.() ?? pulumi.output(undefined);
  expect(await promises[name]?.()).toEqual(expected()[name]);
  // Lists hold no credentials.
  expect(await settled(output)).toEqual({ value: expected()[name], secret: name === "getInstance" });
});

const asking: Record<string, (id: string) => Promise<unknown>> = {
  getInstance: (id) => broker.getInstance({ id }),
  getNodes: (instance) => broker.getNodes({ instance }),
  getAvailableVersions: (instance) => broker.getAvailableVersions({ instance }),
  getConfig: (instance) => broker.getConfig({ instance }),
  getAvailableSettings: (instance) => broker.getAvailableSettings({ instance }),
};

test.each(Object.entries(asking))(
  "%s of an instance that is not there, and of an id that is none: one line",
  async (name, ask) => {
    const failure = (id: string) => ask(id).catch((error: unknown) => error);
    const oneLine = (pattern: string) =>
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`^[^\\n]*${pattern}[^\\n]*$`)) });
    const failures = [await failure("999999"), await failure("../1001")];
    expect(failures).toEqual([
      oneLine(`${name}: .*instances/999999.* 404`),
      oneLine('"../1001" is not the id of any Instance'),
    ]);
    expect(failures.map((each) => pulumi.RunError.isInstance(each))).toEqual([true, true]);
  },
);

test("a shared instance has no nodes of its own, and one in a VPC shows its network", async () => {
  const [net] = emulator.patch({ op: "add", in: "vpcs", fields: { name: "net", subnet: "10.1.0.0/24" } });
  emulator.patch(
    { op: "add", in: "instances", fields: { plan: "clustered-shared-1", shared: true } },
    {
      op: "add",
      in: "instances",
      fields: { name: "inside", vpc_id: net, tags: ["a", "pulumi-broker-0123456789abcdef"] },
    },
  );
  const shared = await broker.getInstance({ id: 1003 });
  expect(shared).toMatchObject({ id: "1003", ready: true, nodeNames: [] });
  expect(shared).not.toHaveProperty("nodes");
  const common = { id: "1004", name: "inside", vpc: `${net}`, tags: ["a"] };
  const url = expect.stringContaining(".internal.");
  expect(await broker.getInstance({ id: 1004 })).toMatchObject({ ...common, vpcSubnet: "10.1.0.0/24", url });
  expect((await broker.getInstances()).at(-1)).toMatchObject(common);
});
