import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { emulator, emulatorForAll, instance, settled } from "./scene";

emulatorForAll();

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
