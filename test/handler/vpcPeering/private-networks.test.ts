import type { Declared, HandlerStack } from "../../helpers/handlers";
import { makeInstanceVpcs } from "../../helpers/instance-vpcs";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { eachPeeringScene, incoming, peer } from "./scene";

const at = eachPeeringScene();
let stack: HandlerStack;
beforeEach(() => {
  stack = at.one;
});

const connect = (inputs: object): Declared => ({
  type: "vpcConnect",
  name: "connect",
  inputs: { instance: at.instances[0], ...inputs },
});

describe("a peering of provider A", () => {
  test("is pending when it was asked for; nothing changes then; it is removed", async () => {
    const up = expectNoErrors(await stack.up([at.peering("p")]));
    expect(writesOf(up)).toEqual(["POST /instance/api/vpc-peering"]);
    const row = at.emulator.state().peerings[0]!;
    expect(stack.entry("p")).toMatchObject({
      id: `${at.instances[0]}/peerings/${row.connection_id}`,
      outputs: { ...peer, status: "pending-acceptance", peeringId: row.connection_id },
    });
    await expectNothingToDo(stack, [at.peering("p")]);
    at.emulator.patch({ op: "set", in: "peerings", id: row.id, fields: { status: "active" } });
    expectNoErrors(await stack.refresh());
    expect(stack.entry("p").outputs).toMatchObject({ status: "active" });
    expect(writesOf(expectNoErrors(await stack.destroy()))).toEqual([
      `DELETE /instance/api/vpc-peering/${row.connection_id}`,
    ]);
    expect(at.emulator.state().peerings).toEqual([]);
  });

  test.each([
    ["a reset after acting", { reset: "after" as const }],
    ["500 after acting", { actThen: true, status: 500 }],
  ])("%s: one peering, one run", async (_what, fault) => {
    at.emulator.fault({ match: { method: "POST", path: "/instance/api/vpc-peering" }, fault });
    expectNoErrors(await stack.up([at.peering("p")]));
    expect(at.emulator.state().peerings).toHaveLength(1);
  });
});

describe("a peering of provider C", () => {
  beforeEach(() => void makeInstanceVpcs(at.emulator, "provider-c"));

  const uri = "https://cloud.example/compute/v1/projects/my-project/global/networks/default";

  test("is one peering, in any spelling of the network", async () => {
    expectNoErrors(await stack.up([at.peering("p", { peerNetworkUri: uri })]));
    expect(at.emulator.state().networkPeerings).toHaveLength(1);
    // What the other side names as its peer.
    const networkUri = expect.stringContaining("/projects/broker-service/global/networks/");
    expect(stack.entry("p").outputs).toMatchObject({ networkUri, vpcSubnet: "10.56.72.0/24" });
    const other = at.peering("p", { peerNetworkUri: "projects/my-project/global/networks/default" });
    await expectNothingToDo(stack, [other]);
    expectNoErrors(await stack.destroy());
    expect(at.emulator.state().networkPeerings).toEqual([]);
  });
});

describe("beside an exclusive rule set with unmanaged", () => {
  test("an accepted peering: up, refresh, up: no change", async () => {
    const acceptRequest = incoming(at.emulator, at.vpcs[0]);
    const { requester } = at.emulator.state().peerings[0]!;
    const rules = (name: string): Declared => ({
      type: "firewallRuleSet",
      name,
      inputs: {
        instance: at.instances[0],
        rules: [{ ip: "198.51.100.0/24", services: ["AMQPS"] }],
        unmanaged: [requester.cidr_block],
      },
    });
    const program = [rules("fw"), at.peering("accept", { acceptRequest })];
    expectNoErrors(await stack.up(program));
    // The service applies its rule in the background.
    await at.clock.advance(60_000);
    const inForce = () =>
      at.emulator.state().firewalls.find((each) => `${each.instance_id}` === at.instances[0])!.rules;
    expect(inForce().map(({ ip }) => ip)).toEqual(expect.arrayContaining([requester.cidr_block, "198.51.100.0/24"]));
    await expectNothingToDo(stack, program);
    // The service leaves the rule, and so does the set.
    expectNoErrors(await stack.up([rules("fw")]));
    expect(inForce().map(({ ip }) => ip)).toContain(requester.cidr_block);
  });

  test("VPC connect: up, refresh, up: no change", async () => {
    const declared = connect({ allowedPrincipals: ["arn:cloud:iam::123456789012:root"] });
    expectNoErrors(await stack.up([declared]));
    const own = { ip: "198.51.100.0/24", services: ["AMQPS"] };
    const added = at.emulator
      .state()
      .firewalls.find((each) => String(each.instance_id) === at.instances[0])!
      .rules.filter((rule) => rule.description !== "Default")
      .map((rule) => rule.ip);
    expect(added.length).toBeGreaterThan(0);
    const rules: Declared = {
      type: "firewallRuleSet",
      name: "fw",
      inputs: { instance: at.instances[0], rules: [own], unmanaged: added },
    };
    expectNoErrors(await stack.up([declared, rules]));
    await expectNothingToDo(stack, [declared, rules]);
  });
});
