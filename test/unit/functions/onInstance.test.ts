import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import type { TestEmulator } from "../../helpers/emulator";
import { emulator, emulatorForAll, instance, settled } from "./scene";

/** The functions on what belongs to an instance, in both forms. */

/** The ids that the emulator gave, by what they are. */
const ids = { webhook: 0, bridge: 0, broken: 0, logs: 0, metrics: 0 };
/** The account of the service, which everything here belongs to. */
const accountId = "emulated-account";

emulatorForAll(() => {
  const on = { instance_id: instance };
  const add = (...changes: Parameters<TestEmulator["patch"]>) => Number(emulator.patch(...changes)[0]);
  const uri = "https://example.com/hook";
  ids.webhook = add({ op: "add", in: "webhooks", fields: { ...on, webhook_uri: uri, queue: "orders" } });
  const bridge = { ...on, vhost: "/", queue: "orders", cloud_region: "region-1", cloud_account_id: "000000000001" };
  ids.bridge = add({ op: "add", in: "eventBridges", fields: { ...bridge, with_headers: true } });
  ids.broken = add({ op: "add", in: "eventBridges", fields: { ...bridge, status: "no such queue" } });
  const logs = { ...on, type: "log_vendor_d", config: { api_key: "key", region: "eu" }, error: "no access" };
  ids.logs = add({ op: "add", in: "logs", fields: logs });
  const config = { api_key: "key", include_ad_queues: true, tags: "" };
  ids.metrics = add({ op: "add", in: "metrics", fields: { ...on, type: "metric_vendor_c_v3", config } });
  add({ op: "add", in: "webhooks", fields: { instance_id: 1002 } });
  emulator.patch(
    { op: "add", in: "recipients", fields: { instance_id: instance, name: "Default", options: { level: 1 } } },
    { op: "add", in: "alarms", fields: { instance_id: instance, type: "queue", queue_regex: "", vhost_regex: "^v" } },
  );
});

test("webhooks: one or all, secret as outputs", async () => {
  const id = `1001/webhooks/${ids.webhook}`;
  const webhook = { id, webhookUri: "https://example.com/hook", vhost: "/", queue: "orders", concurrency: 1 };
  expect(await broker.getWebhook({ instance, id: ids.webhook })).toEqual(webhook);
  expect(await broker.getWebhook({ instance: "1001", id })).toEqual(webhook);
  const one = broker.getWebhookOutput({ instance, id: pulumi.output(id) });
  expect(await settled(one)).toEqual({ value: webhook, secret: true });
  expect(await broker.getWebhooks({ instance })).toEqual([webhook]);
  const all = broker.getWebhooksOutput({ instance: pulumi.output(instance) });
  expect(await settled(all)).toEqual({ value: [webhook], secret: true });
});

test("event bridges: one or all, with the zeros in front", async () => {
  const target = { cloudRegion: "region-1", cloudAccountId: "000000000001", accountId };
  const shared = { vhost: "/", queue: "orders", ...target, prefetch: 1000, exclusiveConsumer: false };
  const id = `1001/eventbridges/${ids.bridge}`;
  const bridge = { id, ...shared, withHeaders: true };
  const broken = { id: `1001/eventbridges/${ids.broken}`, ...shared, withHeaders: false, status: "no such queue" };
  expect(await broker.getEventBridge({ instance, id: ids.bridge })).toEqual(bridge);
  const one = broker.getEventBridgeOutput({ instance, id: pulumi.output(id) });
  expect(await settled(one)).toEqual({ value: bridge, secret: false });
  expect(await broker.getEventBridges({ instance })).toEqual([bridge, broken]);
  const all = broker.getEventBridgesOutput({ instance: pulumi.output("1001") });
  expect(await settled(all)).toEqual({ value: [bridge, broken], secret: false });
});

test("integrations of either kind, secret as outputs", async () => {
  const logs = {
    id: `1001/logs/${ids.logs}`,
    system: "log_vendor_d",
    config: { apiKey: "key", region: "eu" },
    error: "no access",
    accountId,
  };
  const metrics = {
    id: `1001/metrics/${ids.metrics}`,
    system: "metric_vendor_c_v3",
    config: { apiKey: "key", includeAdQueues: true },
    accountId,
  };
  expect(await broker.getLogIntegrations({ instance })).toEqual([logs]);
  expect(await broker.getMetricsIntegrations({ instance })).toEqual([metrics]);
  expect(await broker.getLogIntegrations({ instance: 1002 })).toEqual([]);
  const both = [broker.getLogIntegrationsOutput({ instance }), broker.getMetricsIntegrationsOutput({ instance })];
  expect(await Promise.all(both.map(settled))).toEqual([
    { value: [logs], secret: true },
    { value: [metrics], secret: true },
  ]);
});

test.each<[() => Promise<unknown>, string]>([
  [() => broker.getWebhook({ instance, id: 999999 }), "getWebhook: instance 1001 has no webhook 999999"],
  [() => broker.getEventBridge({ instance, id: 999999 }), "getEventBridge: instance 1001 has no event bridge 999999"],
  [() => broker.getWebhook({ instance, id: "1002/webhooks/1" }), '"1002/webhooks/1" is on another instance than 1001'],
  [() => broker.getEventBridge({ instance, id: "../x" }), '"../x" is not the id of any EventBridge'],
  [() => broker.getLogIntegrations({ instance: "1/2" }), '"1/2" is not the id of any Instance'],
])("%p: one line", async (asked, message) => {
  await expect(asked()).rejects.toThrow(message);
});

const level = { enabled: true, recipients: [], valueThreshold: 90, timeThreshold: 600 };
const cpu = { id: "1001/alarms/3001", type: "cpu", ...level };
const alarms = [
  cpu,
  { id: "1001/alarms/3002", type: "memory", ...level },
  { id: "1001/alarms/3003", type: "disk", ...level, valueThreshold: 5, valueCalculation: "fixed" },
  { id: "1001/alarms/3004", type: "notice", enabled: true, recipients: [] },
  { id: expect.stringMatching(/^1001\/alarms\/\d+$/), type: "queue", enabled: true, recipients: [], vhostRegex: "^v" },
];

test("getAlarms: all of them, or those of one type; nothing that is none", async () => {
  expect(await broker.getAlarms({ instance })).toEqual(alarms);
  expect(await broker.getAlarms({ instance: "1001", type: "cpu" })).toEqual([cpu]);
  const output = broker.getAlarmsOutput({ instance: pulumi.output("1001"), type: pulumi.output("cpu") });
  expect(await settled(output)).toEqual({ value: [cpu], secret: false });
});

test("getAlarm: by its number or its Pulumi id", async () => {
  expect(await broker.getAlarm({ instance, id: 3001 })).toEqual(cpu);
  expect(await broker.getAlarm({ instance, id: "1001/alarms/3001" })).toEqual(cpu);
  const output = broker.getAlarmOutput({ instance, id: pulumi.output("3001") });
  expect(await settled(output)).toEqual({ value: cpu, secret: false });
});

test.each<[string | number, string]>([
  [999999, "getAlarm: instance 1001 has no alarm 999999"],
  ["1002/alarms/3001", '"1002/alarms/3001" is on another instance than 1001'],
  ["1001/recipients/4001", '"1001/recipients/4001" is not the id of any Alarm: expected <instance>/alarms/<number>'],
  ["../instances", '"../instances" is not the id of any Alarm'],
])("getAlarm of %p: one line", async (id, message) => {
  await expect(broker.getAlarm({ instance, id })).rejects.toThrow(message);
});

const recipient = { id: "1001/recipients/4001", type: "email", value: "team@example.com", name: "Default" };

test("getRecipients: all of them, secret as an output", async () => {
  const all = [recipient, { ...recipient, id: expect.any(String), options: { level: 1 } }];
  expect(await broker.getRecipients({ instance })).toEqual(all);
  expect(await settled(broker.getRecipientsOutput({ instance }))).toEqual({ value: all, secret: true });
});

test("getRecipient: by id or by a name that one has, secret as an output", async () => {
  expect(await broker.getRecipient({ instance, id: 4001 })).toEqual(recipient);
  const other = { ...recipient, id: "1002/recipients/4002" };
  expect(await broker.getRecipient({ instance: 1002, name: "Default" })).toEqual(other);
  const output = broker.getRecipientOutput({ instance, id: pulumi.output("1001/recipients/4001") });
  expect(await settled(output)).toEqual({ value: recipient, secret: true });
});

// A program in JavaScript can give what the compiler refuses.
test.each<[object, string]>([
  [{ instance }, "getRecipient: give either id or name"],
  [{ instance, id: 1, name: "x" }, "getRecipient: give either id or name"],
  [{ instance, id: 1 }, "getRecipient: instance 1001 has no recipient with the id 1"],
  [{ instance, name: "x" }, 'getRecipient: instance 1001 has no recipient with the name "x"'],
  [{ instance, name: "Default" }, 'getRecipient: several recipients have the name "Default": 4001,'],
])("getRecipient of %j: one line", async (args, message) => {
  await expect(broker.getRecipient(args as broker.GetRecipientArgs)).rejects.toThrow(message);
});

test("getFirewallRules: those in force, as promise and as output", async () => {
  const rules = [
    { ip: "0.0.0.0/0", description: "Default", ports: [], services: expect.arrayContaining(["AMQPS", "HTTPS"]) },
  ];
  await expect(broker.getFirewallRules({ instance })).resolves.toEqual(rules);
  await expect(settled(broker.getFirewallRulesOutput({ instance: pulumi.output(instance) }))).resolves.toEqual({
    value: rules,
    secret: false,
  });
});

test("getVpcConnect: disabled where it never was enabled", async () => {
  await expect(broker.getVpcConnect({ instance })).resolves.toEqual({
    status: "disabled",
    updatedAt: expect.stringMatching(/^20\d\d-/),
  });
  await expect(settled(broker.getVpcConnectOutput({ instance }))).resolves.toMatchObject({
    value: { status: "disabled" },
  });
});

test("getVpcPeerings: each with its id and how far it is", async () => {
  const fields = { region: "provider-a::region-1", name: "net", subnet: "10.56.72.0/24", cloud_id: "vpc-own" };
  const [vpc_id] = emulator.patch({ op: "add", in: "vpcs", fields });
  emulator.patch({ op: "set", in: "instances", id: instance, fields: { vpc_id: vpc_id! } });
  const accepter = { owner_id: "100000000001", vpc_id: "vpc-own", cidr_block: "10.56.72.0/24" };
  emulator.patch({ op: "add", in: "peerings", fields: { connection_id: "pcx-1", accepter, status: "active" } });
  const own = { vpcId: "vpc-own", vpcName: "net", vpcSubnet: "10.56.72.0/24" };
  const peerings = [
    {
      id: "1001/peerings/pcx-1",
      peeringId: "pcx-1",
      status: "active",
      message: "Active",
      askedBy: "peer",
      requesterAccountId: "200000000002",
      requesterVpcId: "vpc-outside",
      requesterSubnet: "10.99.0.0/24",
      accepterAccountId: "100000000001",
      accepterVpcId: "vpc-own",
      accepterSubnet: "10.56.72.0/24",
      routes: [{ destination: "10.99.0.0/24", state: "active" }],
      tags: [],
      ...own,
    },
  ];
  await expect(broker.getVpcPeerings({ instance })).resolves.toEqual(peerings);
  await expect(settled(broker.getVpcPeeringsOutput({ instance }))).resolves.toEqual({ value: peerings, secret: false });
  await expect(broker.getPeeringVpc({ instance })).resolves.toEqual(own);
  await expect(settled(broker.getPeeringVpcOutput({ instance }))).resolves.toEqual({ value: own, secret: false });
});

test.each<[string, { rows: []; vpc?: { network: string; name: string; subnet: string } }]>([
  ["provider C", { rows: [], vpc: { network: "projects/p/global/networks/n", name: "net", subnet: "10.1.0.0/24" } }],
  ["no VPC", { rows: [] }],
])("getPeeringVpc: %s, before there is a peering", async (_where, answer) => {
  const raw = JSON.stringify(answer);
  emulator.fault({ match: { method: "GET", path: "/instance/api/vpc-peering" }, fault: { raw, status: 200 } });
  const { vpc } = answer;
  const own = vpc === undefined ? {} : { vpcName: vpc.name, vpcSubnet: vpc.subnet, networkUri: vpc.network };
  await expect(broker.getPeeringVpc({ instance })).resolves.toEqual(own);
});

test.each<[string, object, object]>([
  [
    "pairs",
    {
      tag_set: [
        { key: "team", value: "ops" },
        { Key: "env", Value: "" },
      ],
    },
    { tags: ["team=ops", "env="] },
  ],
  ["texts, and again beside", { tag_set: ["a", "b"], tags: ["a", "c"] }, { tags: ["a", "b", "c"] }],
  ["an object", { tags: { team: "ops" } }, { tags: ["team=ops"] }],
  ["nothing that can be read", { tag_set: 7, tags: [null, 1], routes: "none", status: null }, { tags: [], status: "" }],
  ["what provider C says", { stateDetails: "Waiting for peer", state: "INACTIVE" }, { message: "Waiting for peer" }],
])("getVpcPeerings: tags and message as %s", async (_what, fields, expected) => {
  const raw = JSON.stringify({ rows: [{ name: "peering-1", ...fields }], vpc: { network: "n" } });
  emulator.fault({ match: { method: "GET", path: "/instance/api/vpc-peering" }, fault: { raw, status: 200 } });
  const [peering] = await broker.getVpcPeerings({ instance });
  expect(peering).toMatchObject({ id: "1001/peerings/peering-1", ...expected });
});
