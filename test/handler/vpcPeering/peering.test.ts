import type { Outcome } from "../../helpers/handlers";
import { expectError, expectNoErrors, expectNothingToDo, lastingLines, writesOf } from "../../helpers/outcomes";
import { incoming, it, noRequest, peer } from "./scene";

/** There is at most one peering with each peer: what a declaration finds on the service, and what it then stands for. */

const posts = ({ calls }: Outcome) => calls.filter((call) => call.startsWith("POST"));
const deletes = ({ calls }: Outcome) => calls.filter((call) => call.startsWith("DELETE"));
const textOf = (outcome: Outcome) => lastingLines(outcome).join("\n");

it("the instance's own side is told; state of an earlier version, without it, is no change", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const { name, subnet } = at.emulator.state().vpcs[0]!;
  const own = { vpcId: at.vpcs[0], vpcName: name, vpcSubnet: subnet };
  expect(at.one.entry("p").outputs).toMatchObject(own);
  const { vpcId, vpcName, vpcSubnet, ...outputs } = at.one.entry("p").outputs;
  at.one.state = at.one.state.map((each) => ({ ...each, outputs }));
  await expectNothingToDo(at.one, [at.peering("p")]);
  expect(at.one.entry("p").outputs).toMatchObject(own);
});

it("one that still waits for its peer is taken over, and the note says so", async (at) => {
  expectNoErrors(await at.stack("first").up([at.peering("p")]));
  const stack = at.stack("second");
  const up = expectNoErrors(await stack.up([at.peering("p")]));
  expect(posts(up)).toEqual([]);
  expect(textOf(up)).toContain(
    `peering ${at.only().connection_id} with ${peer.peerVpcId} already existed: this resource manages the peering`,
  );
  expect(stack.entry("p").id).toBe(`${at.instance}/peerings/${at.only().connection_id}`);
});

it.each([
  ["active", {}, "active"],
  ["asked for another subnet", { peerSubnet: "10.1.0.0/17" }, "pending-acceptance, for 10.1.0.0/16"],
])("one that is %s is left to whoever has it: the error names it and the import", async (at, _what, inputs, what) => {
  const first = at.stack("first");
  expectNoErrors(await first.up([at.peering("p")]));
  if (what === "active") at.become("active");
  const before = at.only();
  const stack = at.stack("second");
  const { errors } = await stack.up([at.peering("p", { ...peer, ...inputs })]);
  const id = `${at.instance}/peerings/${before.connection_id}`;
  expect(errors).toEqual([
    `VpcPeering "p": peering ${before.connection_id} with ${peer.peerVpcId} already exists with the status ${what}: if you renamed the resource, give the resource an alias. If not, import the peering with { import: "${id}" }`,
  ]);
  expect([stack.state, at.only()]).toEqual([[], before]);
  expectNoErrors(await stack.up([{ ...at.peering("p"), import: id }]));
  expect(at.only()).toEqual(before);
});

it.each(["p", "renamed"])(
  "made again or renamed (%s): the same peering, which the old name's delete leaves",
  async (at, name) => {
    expectNoErrors(await at.one.up([at.peering("p")]));
    const before = at.only();
    if (name === "p") at.one.state = [];
    const up = expectNoErrors(await at.one.up([at.peering(name)]));
    expect([posts(up), deletes(up)]).toEqual([[], []]);
    expect(at.only()).toEqual(before);
    expect(at.one.state).toMatchObject([{ urn: at.one.urn("vpcPeering", name) }]);
  },
);

it("an acceptance that is renamed stays active, and is accepted once", async (at) => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  expectNoErrors(await at.one.up([at.peering("accept", { acceptRequest })]));
  const up = expectNoErrors(await at.one.up([at.peering("renamed", { acceptRequest })]));
  expect(writesOf(up)).toEqual([]);
  expect(at.only()).toMatchObject({ status: "active" });
});

it("declared twice in one program: one is made, the other is told of it", async (at) => {
  expectError(
    await at.one.up([at.peering("one"), at.peering("two")]),
    /^VpcPeering "two": the resource "one" already manages the peering of vpc-own0 with vpc-0a1b2c3d: keep only one of the two resources in the program$/,
  );
  at.only();
  const again = await at.one.up([at.peering("one"), at.peering("two")]);
  expect(again.errors).toEqual([
    expect.stringMatching(/^VpcPeering "two": the resource "one" already manages the peering/),
  ]);
  at.only();
});

it("one that another program is just removing is waited for, and then asked for anew", async (at) => {
  const first = at.stack("first");
  expectNoErrors(await first.up([at.peering("p")]));
  const { id, connection_id } = at.only();
  at.emulator.patch({ op: "set", in: "peerings", id, fields: { status: "deleting", goneAt: at.clock.now() + 60_000 } });
  const up = expectNoErrors(await at.stack("second").up([at.peering("p")]));
  expect(posts(up)).toHaveLength(1);
  expect(at.only().connection_id).not.toBe(connection_id);
});

it.each(["rejected", "expired", "failed"] as const)(
  "%s: gone at a refresh, which says why, and asked for anew",
  async (at, status) => {
    expectNoErrors(await at.one.up([at.peering("p")]));
    const { connection_id } = at.only();
    at.become(status);
    const refreshed = expectNoErrors(await at.one.refresh());
    expect([at.one.state, refreshed.changes]).toEqual([[], ["gone p"]]);
    expect(textOf(refreshed)).toContain(
      `peering ${connection_id} is ${status} and cannot become active any more: pulumi-broker treats this peering as deleted`,
    );
    expect(posts(expectNoErrors(await at.one.up([at.peering("p")])))).toHaveLength(1);
    expect(at.one.entry("p").outputs).toMatchObject({ status: "pending-acceptance" });
  },
);

it.each(["rejected", "expired", "failed"] as const)("%s: is deleted without a request", async (at, status) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  at.become(status);
  expect(deletes(expectNoErrors(await at.one.destroy()))).toEqual([]);
});

it("that the other side removes while it is being deleted is gone, whatever the service says of it", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const { id } = at.only();
  const raw = '{"error_code":40003,"message":"not found"}';
  at.emulator.fault({ match: { method: "DELETE" }, times: "always", fault: { status: 400, raw } });
  void at.clock.sleep(20_000).then(() => at.emulator.patch({ op: "delete", in: "peerings", id }));
  expect(expectNoErrors(await at.one.destroy()).ms).toBeLessThan(60_000);
});

it("imported with another peer: refused at preview, by name", async (at) => {
  expectNoErrors(await at.stack("first").up([at.peering("p")]));
  const imported = { import: `${at.instance}/peerings/${at.only().connection_id}` };
  const other = { ...at.peering("p", { ...peer, peerVpcId: "vpc-0ffffff" }), ...imported };
  expectError(await at.stack("second").up([other]), expect.stringContaining('is "vpc-0ffffff" in the program, but'));
  at.only();
});

it("an acceptance is imported by the request it accepted", async (at) => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  expectNoErrors(await at.stack("first").up([at.peering("p", { acceptRequest })]));
  const stack = at.stack("second");
  const imported = { ...at.peering("p", { acceptRequest }), import: `${at.instance}/peerings/${acceptRequest}` };
  expect(writesOf(expectNoErrors(await stack.up([imported])))).toEqual([]);
  expect(stack.entry("p").outputs).toMatchObject({ acceptRequest, status: "active" });
  expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
});

it("a request that is not accepted yet is not imported, but accepted", async (at) => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  const declared = at.peering("p", { acceptRequest });
  expect((await at.one.up([{ ...declared, import: `${at.instance}/peerings/${acceptRequest}` }])).errors).toEqual([
    `VpcPeering "p": nobody has accepted the peering request ${acceptRequest} yet: remove the import option, then run pulumi up to accept the request`,
  ]);
  expectNoErrors(await at.one.up([declared]));
  expect(at.only()).toMatchObject({ status: "active" });
});

it("an acceptance whose answer was lost is not sent again where it took effect", async (at) => {
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  at.emulator.fault({ match: { method: "PUT" }, fault: { actThen: true, status: 500 } });
  at.emulator.fault({ match: { method: "PUT" }, skip: 1, times: "always", fault: { status: 400 } });
  expectNoErrors(await at.one.up([at.peering("p", { acceptRequest })]));
  expect(at.one.entry("p").outputs).toMatchObject({ status: "active" });
});

it("a request that fails at once is one line at once, with what the service said", async (at) => {
  const row = {
    vpc_peering_connection_id: "pcx-dead",
    requester_vpc_info: { owner_id: "100000000001", vpc_id: at.vpcs[0]!, cidr_block: "10.56.72.0/24" },
    accepter_vpc_info: { owner_id: peer.peerAccountId, vpc_id: peer.peerVpcId, cidr_block: peer.peerSubnet },
    status: { code: "failed", message: "the networks overlap" },
  };
  const path = "/instance/api/vpc-peering";
  const raw = JSON.stringify({ rows: [row], vpc: { id: at.vpcs[0]! } });
  at.emulator.fault({ match: { method: "GET", path }, skip: 1, times: "always", fault: { raw } });
  const { errors, ms } = await at.one.up([at.peering("p")]);
  expect(errors).toEqual([
    'VpcPeering "p": peering pcx-dead ended at once with the status failed: the networks overlap: correct the account, VPC or network of the peer, then run again',
  ]);
  expect(ms).toBeLessThan(60_000);
});

it("one whose peer is not shown before it has accepted is taken over all the same", async (at) => {
  expectNoErrors(await at.stack("first").up([at.peering("p")]));
  const { connection_id, requester, accepter } = at.only();
  const row = {
    vpc_peering_connection_id: connection_id,
    requester_vpc_info: requester,
    accepter_vpc_info: { owner_id: accepter.owner_id, vpc_id: accepter.vpc_id },
    status: { code: "pending-acceptance" },
  };
  const raw = JSON.stringify({ rows: [row], vpc: { id: at.vpcs[0] } });
  at.emulator.fault({ match: { method: "GET", path: "/instance/api/vpc-peering" }, times: "always", fault: { raw } });
  expect(posts(expectNoErrors(await at.stack("second").up([at.peering("p")])))).toEqual([]);
});

it("one that is being removed already is only waited for", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const fields = { status: "deleting" as const, goneAt: at.clock.now() + 20_000 };
  at.emulator.patch({ op: "set", in: "peerings", id: at.only().id, fields });
  expect(deletes(expectNoErrors(await at.one.destroy()))).toEqual([]);
});

it("replaced on demand, and cut before the old one's delete: the next run keeps it", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const [made] = at.one.state;
  // As the engine keeps it: the new one, and the old one of the same URN to be deleted.
  at.one.state = [made!, { ...made!, condemned: true }];
  expect(deletes(expectNoErrors(await at.one.up([at.peering("p")])))).toEqual([]);
  expect(at.one.state).toMatchObject([{ condemned: false }]);
  at.only();
});

const overlapping = { ...peer, peerSubnet: "10.56.0.0/16" };
const apart =
  "10.56.0.0/16 overlaps the network 10.56.72.0/24 of the instance's own VPC. Choose a peer subnet that does not overlap this network, or make a broker in another network";

it("a network that overlaps the instance's own is refused at preview where the instance tells its own", async (at) => {
  const declared = at.peering("p", { ...overlapping, __facts: { vpcSubnet: "10.56.72.0/24" } });
  const { errors, requests } = await at.one.up([declared]);
  expect([errors, requests]).toEqual([[`peerSubnet: ${apart}`], 0]);
});

it("a network that overlaps the instance's own is not asked for", async (at) => {
  const { errors, calls } = await at.one.up([at.peering("p", overlapping)]);
  expect(errors).toEqual([`VpcPeering "p": peerSubnet ${apart}`]);
  expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
});

it.each([
  ["overlaps the instance's own network", overlapping, `peerSubnet ${apart}`, {}],
  ["accepts a request that is not there", { acceptRequest: "pcx-none" }, noRequest, {}],
  ["overlaps under a new name", overlapping, `peerSubnet ${apart}`, { name: "q", aliases: ["p"] }],
] as [string, object, string, object][])(
  "a replacement that %s is refused before the old one is removed",
  async (at, _what, inputs, why, renamed) => {
    expectNoErrors(await at.one.up([at.peering("p")]));
    const before = at.only();
    const run = await at.one.up([{ ...at.peering("p", inputs), ...renamed }]);
    expectError(run, `VpcPeering "p": ${why}; the old peering stays for now`);
    expect(deletes(run)).toEqual([]);
    expect(at.only()).toEqual(before);
    expect(expectNoErrors(await at.one.up([at.peering("p")])).requests).toBe(0);
  },
);

it("a replacement by a request that is rejected is refused before the old one is removed", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const [mine] = at.emulator.state().peerings;
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  const theirs = at.emulator.state().peerings.find(({ connection_id }) => connection_id === acceptRequest);
  at.emulator.patch({ op: "set", in: "peerings", id: theirs?.id ?? 0, fields: { status: "rejected" } });
  expect((await at.one.up([at.peering("p", { acceptRequest })])).errors).toEqual([
    expect.stringContaining(
      `the peering request ${acceptRequest} has the status rejected and can no longer become active: request a new peering in the account`,
    ),
  ]);
  expect(at.emulator.state().peerings).toContainEqual(mine);
});

it("a replacement that the service takes goes on as before", async (at) => {
  expectNoErrors(await at.one.up([at.peering("p")]));
  const up = expectNoErrors(await at.one.up([at.peering("p", { ...peer, peerSubnet: "10.2.0.0/16" })]));
  expect(writesOf(up).map((call) => call.split(" ")[0])).toEqual(["DELETE", "POST"]);
  expect(at.only().accepter.cidr_block).toBe("10.2.0.0/16");
  const acceptRequest = incoming(at.emulator, at.vpcs[0]);
  expectNoErrors(await at.one.up([at.peering("p", { acceptRequest })]));
  expect(at.only()).toMatchObject({ connection_id: acceptRequest, status: "active" });
});
