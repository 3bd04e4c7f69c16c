import * as broker from "pulumi-broker";
import { operations } from "../../../provider/emulator/nouns";
import { operationUses } from "../../helpers/operation-uses";
import { kinds } from "../../kinds";
import { ask, emulator, emulatorForAll, instance, outputsOf } from "./scene";

/** What each function answers of the service, in both its forms. */

emulatorForAll(() => {
  const on = { instance_id: instance };
  const logs = { ...on, type: "log_vendor_d", config: { api_key: "key", region: "eu" }, error: "no access" };
  const config = { api_key: "key", include_ad_queues: true, tags: "" };
  const net = { region: "provider-a::region-2", name: "net", subnet: "10.56.72.0/24", cloud_id: "vpc-own" };
  const accepter = { owner_id: "100000000001", vpc_id: "vpc-own", cidr_block: "10.56.72.0/24" };
  emulator.patch(
    ...kinds.flatMap(({ asked }) => asked?.held ?? []),
    { op: "add", in: "logs", fields: logs },
    { op: "add", in: "metrics", fields: { ...on, type: "metric_vendor_c_v3", config } },
    { op: "add", in: "recipients", fields: { ...on, name: "Default", options: { level: 1 } } },
    { op: "add", in: "alarms", fields: { ...on, type: "queue", queue_regex: "", vhost_regex: "^v" } },
    { op: "add", in: "vpcs", fields: { ...net, id: 5001 } },
    { op: "set", in: "instances", id: 1002, fields: { vpc_id: 5001 } },
    { op: "add", in: "peerings", fields: { connection_id: "pcx-1", accepter, status: "active" } },
  );
});

/** The functions whose answers hold credentials. Lists of instances hold none. */
const secret = [
  ...["getInstance", "getLogIntegrations", "getMetricsIntegrations", "getRecipient", "getRecipients"],
  ...kinds.flatMap(({ asked, secrets }) =>
    (asked?.answers() ?? []).flatMap(([name, , answer]) =>
      Object.keys([answer].flat()[0] as object).some((key) => secrets.includes(key)) ? [name] : [],
    ),
  ),
];

const line = (n: number) => ({
  ...{ subscriptionId: "1001", name: "seeded-clustered", plan: "clustered-medium-3", tags: [], amount: 297 },
  ...{ from: `2026-0${n}-01T00:00:00Z`, to: `2026-0${n + 1}-01T00:00:00Z` },
});
const invoice = (n: number) => ({
  ...{ period: `2026/${n}`, total: 297, currency: "USD", lines: [line(n)] },
  customer: { company: "Example Inc", address: "1 Example Street", country: "SE", accountName: "emulated-account" },
  seller: { company: "Broker Service", address: "2 Example Street", zipcode: "12345", country: "SE", vatid: "SE1" },
});
const listed = (n: number) => ({
  ...{ id: `1700${n}`, period: `2026/${n}`, number: `1700${n}`, paid: n === 1 },
  ...{ total: 297, currency: "USD", accountName: "emulated-account" },
});
const login = (n: number) => ({
  ...{ event: "team.login", source: "192.0.2.10", user: "admin@example.com", extras: "" },
  timestamp: `2026-0${n}-03T08:15:00Z`,
});
const renamed = '{"id":1001,"name":"seeded-clustered"}';
const update = { event: "instance.update", extras: renamed, timestamp: "2026-02-04T10:00:00Z" };
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/);
const maintenance = {
  ...{ id: "12001", scheduledBy: time, requiredBy: time, status: "scheduled" },
  ...{ duration: "10 minutes", description: "Operating system upgrade" },
};
const member = (n: number, role: string) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  ...{ email: `${role}@example.com`, roles: [role], tfaAuthEnabled: n === 1 },
});

const node = (n: number) => ({
  name: `broker-1001-0${n}`,
  hostname: `broker-1001-0${n}.broker.example`,
  hostnameInternal: `broker-1001-0${n}.internal.broker.example`,
  ...{ configured: true, running: true, hipe: false, diskSize: 50, additionalDiskSize: 0 },
  ...{ brokerVersion: "3.12.13", erlangVersion: "26.2.5.2", availabilityZone: `zone-${n}` },
});
const seeded = (id: string, backend: string, plan: string, region: string) => ({
  ...{ id, name: `seeded-${backend}`, plan, region: `provider-a::${region}`, tags: [] },
  providerId: expect.any(String),
});
const clustered = seeded("1001", "clustered", "clustered-medium-3", "region-1");
const instances = [clustered, { ...seeded("1002", "alternative", "alternative-medium-1", "region-2"), vpc: "5001" }];
/** Everything of an instance, whose credentials the emulator makes. */
const whole = () => {
  const [{ username, password, vhost, apikey } = {}] = emulator.state().instances;
  const [host, hostInternal] = ["broker-1001.broker.example", "broker-1001.internal.broker.example"];
  const [external, internal] = [host, hostInternal].map((at) => `amqps://${username}:${password}@${at}/${vhost}`);
  return {
    ...{ ...clustered, disk: { extraSize: 0 }, nodes: 3, shared: false, monthlyPrice: 297, rmqVersion: "3.12.13" },
    ...{ url: external, urls: { external, internal }, host, hostInternal, username, password, vhost, apiKey: apikey },
    ...{ ready: true, backend: "clustered", nodeNames: [1, 2, 3].map((n) => node(n).name) },
  };
};
const settings = {
  ...{ heartbeat: 120, channelMax: 128, consumerTimeout: 7_200_000, vmMemoryHighWatermark: 0.81 },
  ...{ queueIndexEmbedMsgsBelow: 4096, mqttExchange: "amq.topic", defaultVhost: "/", connectionMax: "infinity" },
  ...{ maxMessageSize: 134_217_728, prometheusReturnPerObjectMetrics: false, "broker.log_exchange_level": "error" },
  "message_interceptors.timestamp_overwrite": "false",
};
const timeout = { type: "int", default: 900_000, min: 10_000, max: 25_000_000, versionRequirement: "3.8.15" };
const available = [
  { name: "broker.consumer_timeout", description: expect.any(String), ...timeout },
  // No default and no bounds: what the service does not say is left out.
  { name: "broker.max_message_size", type: "int", description: expect.any(String) },
];
const ofClustered = { backend: "clustered" };
const plans = [
  { name: "clustered-medium-3", price: 297, ...ofClustered, shared: false },
  { name: "alternative-shared-1", price: 0, backend: "alternative", shared: true },
];
const region = {
  ...{ name: "provider-a::region-2", provider: "provider-a", region: "region-2" },
  ...{ title: "Provider A, Region 2", hasSharedPlans: false },
};

const like = (fields: object) => expect.objectContaining(fields);

const accountId = "emulated-account";
const logs = { id: "1001/logs/6001", system: "log_vendor_d", config: { apiKey: "key", region: "eu" }, accountId };
const metrics = { id: "1001/metrics/7001", system: "metric_vendor_c_v3", accountId };
const level = { enabled: true, recipients: [], valueThreshold: 90, timeThreshold: 600 };
const cpu = { id: "1001/alarms/3001", type: "cpu", ...level };
const alarms = [
  cpu,
  { id: "1001/alarms/3002", type: "memory", ...level },
  { id: "1001/alarms/3003", type: "disk", ...level, valueThreshold: 5, valueCalculation: "fixed" },
  { id: "1001/alarms/3004", type: "notice", enabled: true, recipients: [] },
  { id: "1001/alarms/3009", type: "queue", enabled: true, recipients: [], vhostRegex: "^v" },
];
const recipient = { id: "1001/recipients/4001", type: "email", value: "team@example.com", name: "Default" };
const everybody = { ip: "0.0.0.0/0", description: "Default", ports: [] };
const own = { vpcId: "vpc-own", vpcName: "net", vpcSubnet: "10.56.72.0/24" };
const peering = {
  ...{ id: "1002/peerings/pcx-1", peeringId: "pcx-1", status: "active", message: "Active", askedBy: "peer" },
  ...{ requesterAccountId: "200000000002", requesterVpcId: "vpc-outside", requesterSubnet: "10.99.0.0/24" },
  ...{ accepterAccountId: "100000000001", accepterVpcId: "vpc-own", accepterSubnet: "10.56.72.0/24" },
  ...{ routes: [{ destination: "10.99.0.0/24", state: "active" }], tags: [], ...own },
};

test.each<[name: string, args: object | undefined, answer: unknown]>([
  ["getTeam", undefined, [member(1, "admin"), member(2, "monitor")]],
  ["getInvoices", {}, [listed(1), listed(2)]],
  ["getInvoices", { from: "2026-02", to: "2026-03" }, [listed(2)]],
  ["getInvoice", { id: "17002" }, invoice(2)],
  ["getInvoice", { year: 2026, month: 1 }, invoice(1)],
  ["getAuditLog", {}, [login(2), { ...login(2), ...update }]],
  ["getAuditLog", { month: "2026-01" }, [login(1)]],
  ["getMaintenance", { instance: "1001" }, [maintenance]],
  ["getNextVersions", { instance }, { brokerVersion: "3.13.7", erlangVersion: "26.2.5.6" }],
  ["getNextVersions", { instance: "1002" }, { brokerVersion: "2.2.4" }],
  ["getInstance", { id: 1001 }, whole],
  ["getInstance", { name: "seeded-clustered" }, whole],
  ["getInstances", undefined, instances],
  ["getNodes", { instance: "1001" }, [1, 2, 3].map(node)],
  ["getAvailableVersions", { instance }, { brokerVersions: ["3.12.14", "3.13.2", "3.13.7"], erlangVersions: [] }],
  ["getConfig", { instance }, settings],
  ["getAvailableSettings", { instance }, expect.arrayContaining(available)],
  ["getPlans", {}, expect.arrayContaining(plans)],
  ["getPlans", { backend: "alternative" }, expect.not.arrayContaining([like(ofClustered)])],
  ["getRegions", {}, expect.arrayContaining([region])],
  ["getRegions", { provider: "provider-b" }, [1, 2].map((n) => like({ name: `provider-b::region-${n}` }))],
  ["getLogIntegrations", { instance }, [{ ...logs, error: "no access" }]],
  ["getLogIntegrations", { instance: 1002 }, []],
  ["getMetricsIntegrations", { instance }, [{ ...metrics, config: { apiKey: "key", includeAdQueues: true } }]],
  ["getAlarms", { instance }, alarms],
  ["getAlarms", { instance: "1001", type: "cpu" }, [cpu]],
  // A type of which the instance has no alarm is no mistake.
  ["getAlarms", { instance, type: "netsplit" }, []],
  ["getAlarm", { instance, id: 3001 }, cpu],
  ["getAlarm", { instance, id: cpu.id }, cpu],
  ["getRecipients", { instance }, [recipient, { ...recipient, id: "1001/recipients/4003", options: { level: 1 } }]],
  ["getRecipient", { instance, id: 4001 }, recipient],
  ["getRecipient", { instance, id: recipient.id }, recipient],
  ["getRecipient", { instance: 1002, name: "Default" }, { ...recipient, id: "1002/recipients/4002" }],
  ["getFirewallRules", { instance }, [{ ...everybody, services: expect.arrayContaining(["AMQPS", "HTTPS"]) }]],
  ["getVpcConnect", { instance }, { status: "disabled", updatedAt: expect.stringMatching(/^20\d\d-/) }],
  ["getVpcPeerings", { instance: 1002 }, [peering]],
  ["getPeeringVpc", { instance: 1002 }, own],
  ...kinds.flatMap(({ asked }) => asked?.answers() ?? []),
])("%s of %j, as a promise and as an output", async (name, args, answer) => {
  const value = typeof answer === "function" ? answer() : answer;
  expect(await ask(name, args)).toEqual(value);
  for (const output of await outputsOf(name, args)) expect(output).toEqual({ value, secret: secret.includes(name) });
});

test("a shared instance has no nodes of its own, and one in a VPC shows its network and no mark", async () => {
  const tags = ["a", "pulumi-broker-0123456789abcdef"];
  emulator.patch(
    { op: "add", in: "instances", fields: { plan: "clustered-shared-1", shared: true } },
    { op: "add", in: "instances", fields: { name: "inside", vpc_id: 5001, tags } },
  );
  const shown = await broker.getInstance({ id: 1003 });
  expect(shown).toMatchObject({ id: "1003", ready: true, nodeNames: [] });
  expect(shown).not.toHaveProperty("nodes");
  const common = { id: "1004", name: "inside", vpc: "5001", tags: ["a"] };
  const url = expect.stringContaining(".internal.");
  expect(await broker.getInstance({ id: 1004 })).toMatchObject({ ...common, vpcSubnet: "10.56.72.0/24", url });
  expect((await broker.getInstances()).at(-1)).toMatchObject(common);
});

test("the functions ask by the operations that the table of uses names", async () => {
  const asked: Record<string, [name: string, args?: object]> = {
    "team.list": ["getTeam"],
    "invoices.list": ["getInvoices"],
    "invoices.get": ["getInvoice", { id: 17_001 }],
    "invoices.byPeriod": ["getInvoice", { year: 2026, month: 1 }],
    "auditLog.events": ["getAuditLog"],
    "maintenance.list": ["getMaintenance", { instance }],
    "actions.newBrokerErlangVersions": ["getNextVersions", { instance }],
  };
  for (const { operation, path } of operations.filter((each) => each.operation in asked)) {
    const [name = "", args] = asked[operation] ?? [];
    await ask(name, args);
    const last = emulator.requests().at(-1)?.path;
    expect(last?.replace(/^\/(customer|instance)/, "")).toBe(path.replace(":id", "17001"));
    expect(operationUses[operation]).toContain(name);
  }
});
