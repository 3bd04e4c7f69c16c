import { makeInstanceVpcs } from "../../helpers/emulator";
import { resource } from "../../helpers/handlers";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { incoming, it, peer } from "./scene";

describe("a peering of provider A", () => {
  it("is pending when it was asked for; nothing changes then; it is removed", async (at) => {
    const up = expectNoErrors(await at.one.up([at.peering("p")]));
    expect(writesOf(up)).toEqual(["POST /instance/api/vpc-peering"]);
    const row = at.emulator.state().peerings[0]!;
    expect(at.one.entry("p")).toMatchObject({
      id: `${at.instance}/peerings/${row.connection_id}`,
      outputs: { ...peer, status: "pending-acceptance", peeringId: row.connection_id },
    });
    await expectNothingToDo(at.one, [at.peering("p")]);
    at.emulator.patch({ op: "set", in: "peerings", id: row.id, fields: { status: "active" } });
    expectNoErrors(await at.one.refresh());
    expect(at.one.entry("p").outputs).toMatchObject({ status: "active" });
    expect(writesOf(expectNoErrors(await at.one.destroy()))).toEqual([
      `DELETE /instance/api/vpc-peering/${row.connection_id}`,
    ]);
    expect(at.emulator.state().peerings).toEqual([]);
  });

  it.each([
    ["a reset after acting", { reset: "after" as const }],
    ["500 after acting", { actThen: true, status: 500 }],
  ])("%s: one peering, one run", async (at, _what, fault) => {
    at.emulator.fault({ match: { method: "POST", path: "/instance/api/vpc-peering" }, fault });
    expectNoErrors(await at.one.up([at.peering("p")]));
    expect(at.emulator.state().peerings).toHaveLength(1);
  });
});

const uri = "https://cloud.example/compute/v1/projects/my-project/global/networks/default";

it("a peering of provider C is one peering, in any spelling of the network", async (at) => {
  makeInstanceVpcs(at.emulator, "provider-c");
  expectNoErrors(await at.one.up([at.peering("p", { peerNetworkUri: uri })]));
  expect(at.emulator.state().networkPeerings).toHaveLength(1);
  // What the other side names as its peer.
  const networkUri = expect.stringContaining("/projects/broker-service/global/networks/");
  expect(at.one.entry("p").outputs).toMatchObject({ networkUri, vpcSubnet: "10.56.72.0/24" });
  const other = at.peering("p", { peerNetworkUri: "projects/my-project/global/networks/default" });
  await expectNothingToDo(at.one, [other]);
  expectNoErrors(await at.one.destroy());
  expect(at.emulator.state().networkPeerings).toEqual([]);
});

describe("beside an exclusive rule set with unmanaged", () => {
  const own = { ip: "198.51.100.0/24", services: ["AMQPS"] };

  it("an accepted peering: up, refresh, up: no change", async (at) => {
    const acceptRequest = incoming(at.emulator, at.vpcs[0]);
    const { requester } = at.emulator.state().peerings[0]!;
    const inputs = { instance: at.instance, rules: [own], unmanaged: [requester.cidr_block] };
    const rules = resource("firewallRuleSet", "fw", inputs);
    const program = [rules, at.peering("accept", { acceptRequest })];
    expectNoErrors(await at.one.up(program));
    // The service applies its rule in the background.
    await at.clock.advance(60_000);
    const inForce = () => at.emulator.state().firewalls.find((each) => `${each.instance_id}` === at.instance)!.rules;
    expect(inForce().map(({ ip }) => ip)).toEqual(expect.arrayContaining([requester.cidr_block, "198.51.100.0/24"]));
    await expectNothingToDo(at.one, program);
    // The service leaves the rule, and so does the set.
    expectNoErrors(await at.one.up([rules]));
    expect(inForce().map(({ ip }) => ip)).toContain(requester.cidr_block);
  });

  it("VPC connect: up, refresh, up: no change", async (at) => {
    const principals = { allowedPrincipals: ["arn:cloud:iam::123456789012:root"] };
    const declared = resource("vpcConnect", "connect", { instance: at.instance, ...principals });
    expectNoErrors(await at.one.up([declared]));
    const added = at.emulator
      .state()
      .firewalls.find((each) => String(each.instance_id) === at.instance)!
      .rules.filter((rule) => rule.description !== "Default")
      .map((rule) => rule.ip);
    expect(added.length).toBeGreaterThan(0);
    const rules = resource("firewallRuleSet", "fw", { instance: at.instance, rules: [own], unmanaged: added });
    expectNoErrors(await at.one.up([declared, rules]));
    await expectNothingToDo(at.one, [declared, rules]);
  });
});
