import * as pulumi from "@pulumi/pulumi";
import * as broker from "pulumi-broker";
import { startTestEmulator, type TestEmulator } from "../../helpers/emulator";

/** The functions run in the program: here, with a stack's configuration and the emulator. */

let emulator: TestEmulator;
const instance = 1001;

beforeAll(async () => {
  emulator = await startTestEmulator();
  pulumi.runtime.setAllConfig({
    "broker:apiKey": emulator.apiKey,
    "broker:customerUrl": emulator.customerUrl,
    "broker:baseUrl": emulator.baseUrl,
  });
});
afterAll(() => emulator.close());

const settled = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => output.apply((known) => resolve(known as T)));

test("getFirewallRules: those in force, as promise and as output", async () => {
  const rules = [{ ip: "0.0.0.0/0", ports: [], services: expect.arrayContaining(["AMQPS", "HTTPS"]) }];
  await expect(broker.getFirewallRules({ instance })).resolves.toEqual(rules);
  await expect(settled(broker.getFirewallRulesOutput({ instance: pulumi.output(instance) }))).resolves.toEqual(rules);
});

test("getVpcConnect: disabled where it never was enabled", async () => {
  await expect(broker.getVpcConnect({ instance })).resolves.toMatchObject({ status: "disabled" });
  await expect(settled(broker.getVpcConnectOutput({ instance }))).resolves.toMatchObject({ status: "disabled" });
});

test("getVpcPeerings: each with its id and how far it is", async () => {
  const fields = { region: "provider-a::region-1", name: "net", subnet: "10.56.72.0/24", providerid: "vpc-own" };
  const [vpc_id] = emulator.patch({ op: "add", in: "vpcs", fields });
  emulator.patch({ op: "set", in: "instances", id: instance, fields: { vpc_id: vpc_id! } });
  const accepter = { owner_id: "100000000001", vpc_id: "vpc-own", cidr_block: "10.56.72.0/24" };
  emulator.patch({ op: "add", in: "peerings", fields: { connection_id: "pcx-1", accepter } });
  const peerings = [
    {
      id: "1001/peerings/pcx-1",
      peeringId: "pcx-1",
      status: "pending-acceptance",
      askedBy: "peer",
      requesterAccountId: "200000000002",
      requesterVpcId: "vpc-outside",
      accepterAccountId: "100000000001",
      accepterVpcId: "vpc-own",
    },
  ];
  await expect(broker.getVpcPeerings({ instance })).resolves.toEqual(peerings);
  await expect(settled(broker.getVpcPeeringsOutput({ instance }))).resolves.toEqual(peerings);
});
