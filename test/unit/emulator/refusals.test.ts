import { jumpingClock, makeInstanceVpcs, startTestEmulator, type TestEmulator } from "../../helpers/emulator";
import { busy, webhook } from "./scene";

/** The requests that the emulator refuses for what they send, and some that it just takes. */

let emulator: TestEmulator;
/** A moment at which both instances stand each in its own VPC, and there is a webhook, an alarm and another VPC. */
const prepare = () => {
  const [on, region] = [{ instance_id: 1001 }, "provider-c::region-2"];
  makeInstanceVpcs(emulator);
  emulator.patch(
    { op: "add", in: "vpcs", fields: { id: 5901, region, subnet: "10.9.0.0/16" } },
    { op: "add", in: "webhooks", fields: on },
    { op: "add", in: "alarms", fields: { ...on, id: 3101, type: "disk", value_threshold: 101, time_threshold: 60 } },
  );
};
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: jumpingClock() });
  prepare();
});
afterAll(() => emulator.close());

const [required, unknown, string] = ["Field is required", "Unknown field", "Must be a string"];
const [hostBits, cidr] = ["Has bits set outside of its network", "Must be a CIDR, such as 10.56.72.0/24"];
const vpc = { name: "net", region: "provider-a::region-1", subnet: "10.99.0.0/24" };
const bus = { vhost: "/", queue: "q", cloud_region: "r-1" };
const order = { name: "shop", plan: "clustered-medium-3", region: "provider-a::region-1" };
const copied = { subscription_id: 9, settings: ["config"] };
const shared = "clustered-shared-1";
const elsewhere = { ...order, plan: "clustered-small-1", region: "provider-c::region-2" };
const alarm = { type: "disk", time_threshold: 60, value_threshold: 101 };
const tooMuch = { value_threshold: "Must be a percentage, at most 100" };
const peer = { peer_account_id: "200000000002", peer_vpc_id: "vpc-0a1b2c3d", peer_subnet: "10.1.0.0/16" };
const needed = [{ peer_account_id: required }, { peer_subnet: required }];
const network = { peer_network_uri: "projects/p/global/networks/n" };
const member = { email: "a@example.com" };
const weekly = { preferred_maintenance_day: "Sunday", preferred_maintenance_time: "23:59" };
const bounds = { scheduled_by: "Must be in the future, and not after 2030-01-31 00:00:00 +0000" };
const [time, month] = ["Must have the form HH:MM", "Must have the form YYYY-MM"];
const noHost = "Must be a host name";
const isRequired = "Plugin broker_management is required and can't be disabled";
const hostnames = ["localhost", "https://broker.example.com", "-a.example.com", "192.0.2.1", "a..example.com"];
const noArn = "alice is not the ARN of an account's root, a user or a role";
const strangers = [{ x: unknown }, { y: unknown }];
const proto = (value: string) => JSON.parse(`{"__proto__":${value}}`) as object;

/** A body, and what the refusal says: a text as a whole, or what is wrong with each field. */
type Row = [body: object | undefined, ...says: (string | object)[]];

const refusals: Record<string, Row[]> = {
  "POST /customer/api/vpcs": [
    [{}, { name: required }, { region: required }, { subnet: required }],
    [{ ...vpc, name: null }, { name: string }],
    [{ ...vpc, name: "" }, { name: "Can't be empty" }],
    [proto('{"x":1}'), { name: required }, { region: required }, { subnet: required }, proto('"Unknown field"')],
    [{ ...vpc, tags: 5 }, { tags: "Must be a list or a comma-separated string" }],
    [{ ...vpc, subnet: "10.0.0.0" }, { subnet: cidr }],
    [{ ...vpc, subnet: "10.0.256.0/24" }, { subnet: cidr }],
    [{ ...vpc, subnet: "10.0.0.0/33" }, { subnet: cidr }],
    [{ ...vpc, subnet: "10.0.0.1/24" }, { subnet: hostBits }],
    [{ ...vpc, region: "provider-a::x" }, { region: "Unknown region" }],
    [{ name: 1, subnet: 2, x: 3, y: 4 }, { name: string }, { region: required }, { subnet: string }, ...strangers],
  ],
  "PUT /customer/api/vpcs/5901": [[{ subnet: "10.0.0.0/24" }, { subnet: unknown }]],
  "POST /customer/api/apikeys/rotate-apikey": [[{ comment: "x" }, { comment: unknown }]],
  "GET /customer/api/regions?provder=a": [[undefined, { provder: unknown }]],
  "POST /customer/api/instances": [
    [{ ...order, plan: "x" }, { plan: "Unknown plan" }],
    [{ ...order, region: "x" }, { region: "Unknown region" }],
    [{ ...order, plan: shared, region: "provider-a::region-2" }, { region: "Has no shared plans" }],
    [{ ...order, nodes: 2 }, { nodes: "Not possible with this plan" }],
    [{ ...order, rmq_version: "1.0.0" }, { rmq_version: "Unknown version" }],
    [{ ...order, rmq_version: "2.1.0" }, { rmq_version: "Unknown version" }],
    [{ ...order, vpc_id: 9 }, { vpc_id: "Unknown VPC" }],
    [{ ...order, vpc_subnet: "10.0.0.1/24" }, { vpc_subnet: hostBits }],
    [{ ...elsewhere, vpc_subnet: "10.9.8.0/24" }, { vpc_subnet: "Overlaps the subnet of VPC 5901" }],
    [{ ...order, plan: shared, vpc_subnet: "10.0.0.0/24" }, { plan: "A shared plan can't be in a VPC" }],
    [{ ...order, preferred_az: ["x"] }, { preferred_az: "Must have one zone for each node" }],
    [{ ...order, copy_settings: copied }, { "copy_settings.subscription_id": "Unknown instance" }],
  ],
  "PUT /customer/api/instances/1001": [[{ plan: "x" }, { plan: "Unknown plan" }]],
  "PUT /customer/api/instances/1001/disk": [[{}, { extra_disk_size: required }]],
  "POST /customer/api/team/invite": [
    [{}, { email: required }],
    [{ email: "nobody" }, { email: "Must be an e-mail address" }],
    [{ ...member, role: "owner" }, { role: "Unknown role" }],
    [{ ...member, role: "admin", tags: ["a"] }, { tags: "Are for member and monitor users only" }],
    [{ email: "admin@example.com" }, "admin@example.com is a member already"],
  ],
  "POST /customer/api/team/remove": [[member, "a@example.com is not a member of the team"]],
  "PUT /customer/api/team/00000000-0000-4000-8000-000000000001": [[{}, { role: "Give a role or tags" }]],
  "GET /customer/api/invoices?from=2026-13": [[undefined, { from: month }]],
  "GET /customer/api/invoices/period?year=2026": [[undefined, { month: required }]],
  "GET /customer/api/auditlog/csv?timestamp=January": [[undefined, { timestamp: month }]],
  "POST /instance/api/webhooks, PUT /instance/api/webhooks/21": [
    [{}, ...["webhook_uri", "vhost", "queue", "concurrency"].map((field) => ({ [field]: required }))],
    [{ ...webhook, concurrency: "1" }, { concurrency: "Must be a number" }],
    [{ ...webhook, concurrency: 1.5 }, { concurrency: "Must be an integer" }],
    [{ ...webhook, concurrency: 0 }, { concurrency: "Must be at least 1" }],
    [{ ...webhook, webhook_uri: "ftp://x.y" }, { webhook_uri: "Must be an http or https URL" }],
    [{ ...webhook, webhook_uri: "https://" }, { webhook_uri: "Must be an http or https URL" }],
  ],
  "POST /instance/api/alarms/recipients": [
    [{ type: "x", value: "v" }, { type: "Unknown type" }],
    [{ type: "email", value: "" }, { value: "Can't be empty" }],
  ],
  "POST /instance/api/alarms": [
    [{ ...alarm, type: "cpu" }, tooMuch],
    [{ ...alarm, value_calculation: "percentage" }, tooMuch],
    [{ type: "notice", recipients: [4002] }, { recipients: "Unknown recipient 4002" }],
  ],
  "PUT /instance/api/alarms/3101": [
    [{ value_calculation: "percentage" }, tooMuch],
    [{ type: "cpu" }, { type: "Can't be changed" }],
  ],
  "POST /instance/api/eventbridges": [[{ ...bus, cloud_account_id: "1" }, { cloud_account_id: "Must have 12 digits" }]],
  "POST /instance/api/actions/cluster-restart": [[{ nodes: ["broker-1001-02"] }, { nodes: unknown }]],
  "POST /instance/api/actions/stop": [[{ nodes: ["broker-1002-01"] }, { nodes: "Unknown node broker-1002-01" }]],
  "PUT /instance/api/actions/hipe": [[{}, { enabled: required }]],
  "PUT /instance/api/actions/firehose": [
    [{ vhost: "/" }, { enabled: required }],
    [{ enabled: true }, { vhost: required }],
  ],
  "POST /instance/api/actions/upgrade-broker": ["4.0.9", "3.11.28", "9.9.9"].map(
    (version): Row => [{ version }, `Version ${version} isn't available for this instance`],
  ),
  "POST /instance/api/plugins?async=true": [
    [{}, { plugin_name: required }],
    [{ plugin_name: "broker_auth_backend_ldap" }, "Contact us to have this plugin enabled."],
    [{ plugin_name: "broker_tpo" }, "Unknown plugin broker_tpo"],
  ],
  "POST /instance/api/plugins/community?async=true": [[{ plugin_name: "broker_top" }, "Unknown plugin broker_top"]],
  "DELETE /instance/api/plugins/broker_tpo?async=true": [[undefined, "Unknown plugin broker_tpo"]],
  "DELETE /instance/api/plugins/broker_management?async=true": [[undefined, isRequired]],
  "POST /instance/api/custom-domain": hostnames.map((name): Row => [{ hostname: name }, { hostname: noHost }]),
  "PUT /instance/api/maintenance/12001": [
    [{ scheduled_by: "2030-02-01" }, bounds],
    [{ scheduled_by: "2029-12-31" }, bounds],
    [{ scheduled_by: "soon" }, { scheduled_by: "Must be a date" }],
  ],
  "POST /instance/api/maintenance/settings": [
    [{}, { preferred_maintenance_day: required }, { preferred_maintenance_time: required }],
    [{ ...weekly, preferred_maintenance_day: "Funday" }, { preferred_maintenance_day: "Must be a day of the week" }],
    [{ ...weekly, preferred_maintenance_time: "24:00" }, { preferred_maintenance_time: time }],
    [{ ...weekly, preferred_maintenance_time: "9:00" }, { preferred_maintenance_time: time }],
    [{ ...weekly, automatic_updates: false }, { automatic_updates: "Isn't supported by this broker" }],
  ],
  "POST /instance/api/vpc-connect": [
    [{ allowed_principals: ["alice"] }, { allowed_principals: noArn }],
    [{ allowed_projects: ["my-project"] }, { allowed_projects: unknown }, { allowed_principals: required }],
  ],
  "PUT /instance/api/vpc-connect": [
    [{}, { allowed_principals: required }],
    [{ allowed_principals: [] }, "VPC connect isn't enabled"],
  ],
  "POST /instance/api/vpc-peering": [
    [{ ...peer, peer_subnet: "10.56.0.0/16" }, { peer_subnet: "Overlaps the VPC's own subnet" }],
    [{ ...peer, peer_subnet: "10.1.0.1/16" }, { peer_subnet: hostBits }],
    [{ ...peer, peer_account_id: "1" }, { peer_account_id: "Must have 12 digits" }],
    [{ ...peer, peer_vpc_id: "net" }, { peer_vpc_id: "Must be the id of a VPC" }],
    [{ ...network, peer_vpc_id: "vpc-1" }, { peer_network_uri: unknown }, ...needed],
  ],
};

/** Sends a request such as `GET /path`. */
const send = (request: string, body?: object) => {
  const [method = "", path = ""] = request.split(" ");
  return emulator.call(method, path, { body });
};

const cases = Object.entries(refusals).flatMap(([requests, rows]) =>
  requests.split(", ").flatMap((request) => rows.map(([body, ...says]) => [request, body, says] as const)),
);

test.each(cases)("%s with %j: %j", async (request, body, says) => {
  const before = emulator.state();
  const [text] = says;
  const said = typeof text === "string" ? { error: text } : { errors: says };
  expect(await send(request, body)).toMatchObject({ status: 400, body: said });
  expect(emulator.state()).toEqual(before);
});

const begin = () => {
  emulator.reset();
  prepare();
};

describe("what is just right", () => {
  beforeEach(begin);

  const subnets = ["10.0.0.0/8", "10.56.72.0/24", "192.168.1.1/32", "0.0.0.0/0", "10.128.0.0/9"];
  test.each<[request: string, body: object, status: number]>([
    ...subnets.map((subnet): [string, object, number] => ["POST /customer/api/vpcs", { ...vpc, subnet }, 200]),
    ["POST /customer/api/instances", { ...elsewhere, vpc_subnet: "10.10.0.0/24" }, 200],
    ["POST /customer/api/team/invite", { ...member, role: "monitor", tags: ["a"] }, 200],
    ["POST /instance/api/alarms", alarm, 201],
    ["POST /instance/api/alarms", { type: "notice", recipients: [4001] }, 201],
  ])("%s with %j", async (request, body, status) => expect((await send(request, body)).status).toBe(status));
});

const actions = "/instance/api/actions";
const rules = [{ ip: "192.0.2.0/24", services: ["AMQPS"] }];
const noDisk = "The disk of a shared plan can't be resized";
const noAction = "This action isn't available on shared plans";
const noConfig = "The configuration isn't available on shared plans";

describe("on a shared plan", () => {
  beforeAll(() => {
    begin();
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { shared: true } });
  });

  test.each([
    [`POST ${actions}/restart`, {}, noAction],
    [`POST ${actions}/upgrade-broker`, { version: "3.13.7" }, noAction],
    [`POST ${actions}/upgrade-erlang`, {}, noAction],
    [`PUT ${actions}/hipe`, { enabled: true }, noAction],
    ["GET /instance/api/plugins", undefined, noAction],
    ["POST /instance/api/plugins?async=true", { plugin_name: "broker_top" }, noAction],
    ["GET /instance/api/config", undefined, noConfig],
    ["PUT /instance/api/config", {}, noConfig],
    ["GET /instance/api/custom-domain", undefined, noAction],
    ["GET /instance/api/security/firewall", undefined, noAction],
    ["PATCH /instance/api/security/firewall", rules, noAction],
    ["GET /instance/api/maintenance/settings", undefined, noAction],
    ["PUT /customer/api/instances/1001/disk", { extra_disk_size: 25, allow_downtime: true }, noDisk],
  ])("%s with %j: %s", async (request, body, error) => {
    expect(await send(request, body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("while one node is stopped", () => {
  beforeAll(async () => {
    begin();
    await send(`POST ${actions}/stop`, { nodes: ["broker-1001-01"] });
    emulator.advance(86_400_000);
  });

  test.each<[request: string, body: object | undefined]>([
    [`POST ${actions}/restart`, undefined],
    [`POST ${actions}/mgmt-restart`, undefined],
    [`POST ${actions}/upgrade-erlang`, undefined],
    [`POST ${actions}/upgrade-broker-erlang`, undefined],
    [`POST ${actions}/upgrade-broker`, { version: "3.13.7" }],
    [`PUT ${actions}/hipe`, { enabled: true }],
    ["PUT /customer/api/instances/1001", { plan: "clustered-large-3" }],
    ["GET /instance/api/plugins", undefined],
    ["POST /instance/api/plugins?async=true", { plugin_name: "broker_top" }],
    ["GET /instance/api/config", undefined],
    ["PUT /instance/api/config", {}],
    ["PATCH /instance/api/security/firewall", rules],
  ])("%s is busy", async (request, body) => expect(await send(request, body)).toMatchObject(busy));
});
