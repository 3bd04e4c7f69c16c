import { type NamesOf, type Rows, seededInstance } from "../../../helpers/operation-row";

type Group =
  | "nodes"
  | "customDomain"
  | "firewall"
  | "config"
  | "instancePassword"
  | "instanceKey"
  | "actions"
  | "maintenance"
  | "maintenanceSettings"
  | "peerings"
  | "vpcConnect";

const nodes = ["broker-1001-01", "broker-1001-02", "broker-1001-03"];
const told = (action: string, on = nodes) => ({
  message: `Action '${action}' will be performed on nodes: ${on.join(", ")}`,
});
const ruled = [{ ip: "10.1.0.0/16", services: ["AMQPS"], ports: [] }];
const key = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/);
const settings = { preferred_maintenance_day: "Monday", preferred_maintenance_time: "02:30" };

const asked = { peer_account_id: "200000000002", peer_vpc_id: "vpc-0a1b2c3d", peer_subnet: "10.1.0.0/16" };
const withVpc: Rows["peerings.list"]["before"] = [
  { op: "add", in: "vpcs", fields: { id: 5901, cloud_id: "vpc-own", subnet: "10.56.72.0/24" } },
  { op: "set", in: "instances", id: seededInstance, fields: { vpc_id: 5901 } },
];
const ours = { owner_id: "100000000001", vpc_id: "vpc-own", cidr_block: "10.56.72.0/24" };
const theirs = { owner_id: "200000000002", vpc_id: "vpc-0a1b2c3d", cidr_block: "10.1.0.0/16" };
const withRequest: Rows["peerings.list"]["before"] = [
  ...withVpc,
  { op: "add", in: "peerings", fields: { connection_id: "pcx-1", requester: theirs, accepter: ours } },
];

const allowed = { allowed_principals: ["arn:cloud:iam::200000000002:root"] };
const withConnect: Rows["vpcConnect.get"]["before"] = [
  { op: "set", in: "vpcConnects", id: 16_001, fields: { enabled: true, allowed: allowed.allowed_principals } },
];

/** The operations on the broker itself, its versions and its networks. */
export const brokerRows: Rows<NamesOf<Group>> = {
  "nodes.list": {
    answer: nodes.map((name, i) => ({
      name,
      hostname: expect.any(String),
      hostname_internal: expect.any(String),
      configured: true,
      running: true,
      hipe: false,
      broker_version: "3.12.13",
      erlang_version: "26.2.5.2",
      disk_size: 50,
      additional_disk_size: 0,
      availability_zone: `zone-${i + 1}`,
    })),
  },
  "nodes.availableVersions": {
    answer: { broker_versions: ["3.12.14", "3.13.2", "3.13.7"], erlang_versions: expect.any(Array) },
  },
  "customDomain.get": {
    before: [{ op: "set", in: "customDomains", id: 11_001, fields: { hostname: "mq.example.com" } }],
    answer: { hostname: "mq.example.com", configured: true },
  },
  "customDomain.set": { args: [{ hostname: "mq.example.com" }], isRepeatable: true },
  "customDomain.remove": {},
  "firewall.list": {
    answer: [
      {
        ip: "0.0.0.0/0",
        description: "Default",
        services: ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"],
        ports: [],
      },
    ],
  },
  "firewall.post": { args: [ruled] },
  "firewall.patch": { args: [ruled] },
  "config.get": { answer: expect.objectContaining({ "broker.heartbeat": 120, "broker.connection_max": "infinity" }) },
  "config.availableSettings": {
    answer: expect.arrayContaining([
      { name: "broker.heartbeat", type: "int", desc: expect.any(String), default: 120, min: 0 },
    ]),
  },
  "config.update": { args: [{ "broker.heartbeat": 60 }] },
  "instancePassword.rotate": {},
  "instanceKey.rotate": { answer: { apikey: key } },
  "actions.hipe": {
    args: [{ enabled: true, nodes: nodes.slice(0, 1) }],
    body: { enabled: true, enable: true, nodes: nodes.slice(0, 1) },
    answer: told("hipe", nodes.slice(0, 1)),
  },
  "actions.firehose": {
    args: [{ enabled: false, vhost: "/" }],
    body: { enabled: false, enable: false, vhost: "/" },
    answer: told("firehose"),
  },
  "actions.restart": { args: [{ nodes: nodes.slice(1) }], answer: told("restart", nodes.slice(1)) },
  "actions.clusterRestart": { answer: told("cluster-restart") },
  "actions.mgmtRestart": { body: {}, answer: told("mgmt-restart") },
  "actions.stop": { args: [{ nodes: nodes.slice(2) }], answer: told("stop", nodes.slice(2)) },
  "actions.start": { body: {}, answer: told("start") },
  "actions.reboot": { body: {}, answer: told("reboot") },
  "actions.upgradeErlang": { answer: { message: "Already at the newest version" } },
  "actions.upgradeBroker": { args: [{ version: "3.13.7" }] },
  "actions.upgradeBrokerErlang": {},
  "actions.newBrokerErlangVersions": { answer: { new_broker_version: "3.13.7", new_erlang_version: "26.2.5.6" } },
  "maintenance.list": {
    answer: [
      {
        id: "12001",
        scheduled_by: time,
        status: "scheduled",
        required_by: time,
        duration: "10 minutes",
        description: "Operating system upgrade",
      },
    ],
  },
  "maintenance.reschedule": {
    args: ["12001", { scheduled_by: "2030-01-15 04:00:00 +0000" }],
    answer: { message: "Changes saved" },
  },
  "maintenance.run": { args: ["12001"], answer: { message: "Maintenance started" } },
  "maintenanceSettings.get": {
    before: [{ op: "set", in: "maintenanceSettings", id: 13_001, fields: { preferred_maintenance_day: "Friday" } }],
    answer: { preferred_maintenance_day: "Friday" },
  },
  "maintenanceSettings.update": { args: [settings], isRepeatable: true },
  "peerings.list": {
    before: withRequest,
    answer: {
      vpc: "vpc-own",
      subnet: "10.56.72.0/24",
      own: { id: "vpc-own", name: "vpc", subnet: "10.56.72.0/24" },
      peerings: [
        expect.objectContaining({
          id: "pcx-1",
          status: "pending-acceptance",
          askedBy: "peer",
          requester: { account: "200000000002", vpc: "vpc-0a1b2c3d", subnet: "10.1.0.0/16" },
        }),
      ],
    },
  },
  "peerings.request": { args: [asked], before: withVpc },
  "peerings.accept": { args: ["pcx-1"], before: withRequest },
  "peerings.delete": { args: ["pcx-1"], before: withRequest },
  "vpcConnect.get": {
    before: withConnect,
    answer: {
      status: "enabled",
      updated_at: expect.any(String),
      service_name: "endpoint-service.broker-1001",
      active_zones: ["zone-1", "zone-2", "zone-3"],
      ...allowed,
    },
  },
  "vpcConnect.enable": { args: [allowed], isRepeatable: true },
  "vpcConnect.update": { args: [allowed], before: withConnect },
  "vpcConnect.disable": { before: withConnect },
};
