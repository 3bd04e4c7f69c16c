import { type Declared, type Handlers, type Outcome, startHandlers } from "../helpers/handlers";
import { makeInstanceVpcs } from "../helpers/instance-vpcs";

/** There is at most one peering with each peer: what a declaration finds on the service, and what it then stands for. */

let at: Handlers;
let instance: string;
let ownVpc: string;

beforeEach(async () => {
  at = await startHandlers();
  instance = `${at.emulator.instances[0]?.id}`;
  [ownVpc = ""] = makeInstanceVpcs(at.emulator);
});
afterEach(() => at.close());

const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.1.0.0/16" };
const peering = (name: string, inputs: object = peer): Declared => ({
  type: "vpcPeering",
  name,
  inputs: { instance, ...inputs },
});

function fine(outcome: Outcome): Outcome {
  expect(outcome.errors).toEqual([]);
  return outcome;
}
const posts = ({ calls }: Outcome) => calls.filter((call) => call.startsWith("POST"));
const deletes = ({ calls }: Outcome) => calls.filter((call) => call.startsWith("DELETE"));
const said = ({ lines }: Outcome) => lines.map(({ text }) => text).join("\n");
const only = () => {
  const all = at.emulator.state().peerings;
  expect(all).toHaveLength(1);
  return all[0]!;
};
const become = (status: "active" | "rejected" | "expired" | "failed") =>
  at.emulator.patch({ op: "set", in: "peerings", id: only().id, fields: { status } });

/** A request that the other side has made. */
function incoming(): string {
  const accepter = { owner_id: "100000000001", vpc_id: ownVpc, cidr_block: "10.56.72.0/24" };
  const requester = { owner_id: peer.peerAccountId, vpc_id: peer.peerVpcId, cidr_block: "10.1.0.0/16" };
  const [id] = at.emulator.patch({ op: "add", in: "peerings", fields: { accepter, requester } });
  return at.emulator.state().peerings.find((each) => each.id === id)!.connection_id;
}

test("one that still waits for its peer is taken over, and the note says so", async () => {
  fine(await at.stack("first").up([peering("p")]));
  const stack = at.stack("second");
  const up = fine(await stack.up([peering("p")]));
  expect(posts(up)).toEqual([]);
  expect(said(up)).toContain(`peering ${only().connection_id} with ${peer.peerVpcId} was there before: it is managed`);
  expect(stack.entry("p").id).toBe(`${instance}/peerings/${only().connection_id}`);
});

test.each([
  ["active", {}, "active"],
  ["asked for another subnet", { peerSubnet: "10.1.0.0/17" }, "pending-acceptance, for 10.1.0.0/16"],
])("one that is %s is left to whoever has it: the error names it and the import", async (_what, inputs, what) => {
  const first = at.stack("first");
  fine(await first.up([peering("p")]));
  if (what === "active") become("active");
  const before = only();
  const stack = at.stack("second");
  const { errors } = await stack.up([peering("p", { ...peer, ...inputs })]);
  const id = `${instance}/peerings/${before.connection_id}`;
  expect(errors).toEqual([
    `VpcPeering "p": peering ${before.connection_id} with ${peer.peerVpcId} is there already (${what}): take it over with { import: "${id}" }, or give a renamed resource an alias`,
  ]);
  expect([stack.state, only()]).toEqual([[], before]);
  fine(await stack.up([{ ...peering("p"), import: id }]));
  expect(only()).toEqual(before);
});

test.each(["p", "renamed"])(
  "made again or renamed (%s): the same peering, which the old name's delete leaves",
  async (name) => {
    const stack = at.stack();
    fine(await stack.up([peering("p")]));
    const before = only();
    if (name === "p") stack.state = [];
    const up = fine(await stack.up([peering(name)]));
    expect([posts(up), deletes(up)]).toEqual([[], []]);
    expect(only()).toEqual(before);
    expect(stack.state).toMatchObject([{ urn: stack.urn("vpcPeering", name) }]);
  },
);

test("an acceptance that is renamed stays active, and is accepted once", async () => {
  const stack = at.stack();
  const acceptRequest = incoming();
  fine(await stack.up([peering("accept", { acceptRequest })]));
  const up = fine(await stack.up([peering("renamed", { acceptRequest })]));
  expect(up.calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
  expect(only()).toMatchObject({ status: "active" });
});

test("declared twice in one program: one is made, the other is told of it", async () => {
  const stack = at.stack();
  const { errors } = await stack.up([peering("one"), peering("two")]);
  expect(errors).toEqual([
    expect.stringMatching(
      /^VpcPeering "two": "one" stands for the peering of vpc-own0 with vpc-0a1b2c3d already: declare it once$/,
    ),
  ]);
  only();
  const again = await stack.up([peering("one"), peering("two")]);
  expect(again.errors).toEqual([expect.stringMatching(/^VpcPeering "two": another resource stands for the peering/)]);
  only();
});

test("one that another program is just removing is waited for, and then asked for anew", async () => {
  const first = at.stack("first");
  fine(await first.up([peering("p")]));
  const { id, connection_id } = only();
  at.emulator.patch({ op: "set", in: "peerings", id, fields: { status: "deleting", goneAt: at.clock.now() + 60_000 } });
  const up = fine(await at.stack("second").up([peering("p")]));
  expect(posts(up)).toHaveLength(1);
  expect(only().connection_id).not.toBe(connection_id);
});

test.each(["rejected", "expired", "failed"] as const)(
  "%s: gone at a refresh, which says why, and asked for anew",
  async (status) => {
    const stack = at.stack();
    fine(await stack.up([peering("p")]));
    const { connection_id } = only();
    become(status);
    const refreshed = fine(await stack.refresh());
    expect([stack.state, refreshed.changes]).toEqual([[], ["gone p"]]);
    expect(said(refreshed)).toContain(`peering ${connection_id} is ${status} and stays so: it counts as gone`);
    expect(posts(fine(await stack.up([peering("p")])))).toHaveLength(1);
    expect(stack.entry("p").outputs).toMatchObject({ status: "pending-acceptance" });
  },
);

test.each(["rejected", "expired", "failed"] as const)("%s: is deleted without a request", async (status) => {
  const stack = at.stack();
  fine(await stack.up([peering("p")]));
  become(status);
  expect(deletes(fine(await stack.destroy()))).toEqual([]);
});

test.each(["rejected", "expired", "failed"] as const)(
  "a request that is %s cannot be accepted: one line",
  async (status) => {
    const acceptRequest = incoming();
    become(status);
    const stack = at.stack();
    const { errors } = await stack.up([peering("accept", { acceptRequest })]);
    expect(errors).toEqual([expect.stringMatching(new RegExp(`^VpcPeering "accept": [^\\n]*${status}`))]);
  },
);

test("that the other side removes while it is being deleted is gone, whatever the service says of it", async () => {
  const stack = at.stack();
  fine(await stack.up([peering("p")]));
  const { id } = only();
  const raw = '{"error_code":40003,"message":"not found"}';
  at.emulator.fault({ match: { method: "DELETE" }, times: "always", fault: { status: 400, raw } });
  void at.clock.sleep(20_000).then(() => at.emulator.patch({ op: "delete", in: "peerings", id }));
  const { ms } = fine(await stack.destroy());
  expect(ms).toBeLessThan(60_000);
});

test("imported with another peer: refused at preview, by name", async () => {
  fine(await at.stack("first").up([peering("p")]));
  const other = {
    ...peering("p", { ...peer, peerVpcId: "vpc-0ffffff" }),
    import: `${instance}/peerings/${only().connection_id}`,
  };
  const { errors } = await at.stack("second").up([other]);
  expect(errors).toEqual([expect.stringContaining('is "vpc-0ffffff", the imported VpcPeering')]);
  only();
});

test("an acceptance is imported by the request it accepted", async () => {
  const acceptRequest = incoming();
  fine(await at.stack("first").up([peering("p", { acceptRequest })]));
  const stack = at.stack("second");
  const imported = { ...peering("p", { acceptRequest }), import: `${instance}/peerings/${acceptRequest}` };
  expect(fine(await stack.up([imported])).calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
  expect(stack.entry("p").outputs).toMatchObject({ acceptRequest, status: "active" });
  expect(fine(await stack.refresh()).changes).toEqual([]);
});

test("a request that is not accepted yet is not imported, but accepted", async () => {
  const acceptRequest = incoming();
  const stack = at.stack();
  const declared = peering("p", { acceptRequest });
  const { errors } = await stack.up([{ ...declared, import: `${instance}/peerings/${acceptRequest}` }]);
  expect(errors).toEqual([
    `VpcPeering "p": request ${acceptRequest} is not accepted yet: take the import option out, then it is`,
  ]);
  fine(await stack.up([declared]));
  expect(only()).toMatchObject({ status: "active" });
});

test("an acceptance whose answer was lost is not sent again where it took effect", async () => {
  const acceptRequest = incoming();
  at.emulator.fault({ match: { method: "PUT" }, fault: { actThen: true, status: 500 } });
  at.emulator.fault({ match: { method: "PUT" }, skip: 1, times: "always", fault: { status: 400 } });
  const stack = at.stack();
  fine(await stack.up([peering("p", { acceptRequest })]));
  expect(stack.entry("p").outputs).toMatchObject({ status: "active" });
});

test("a request that fails at once is one line at once, with what the service said", async () => {
  const row = {
    vpc_peering_connection_id: "pcx-dead",
    requester_vpc_info: { owner_id: "100000000001", vpc_id: ownVpc, cidr_block: "10.56.72.0/24" },
    accepter_vpc_info: { owner_id: peer.peerAccountId, vpc_id: peer.peerVpcId, cidr_block: peer.peerSubnet },
    status: { code: "failed", message: "the networks overlap" },
  };
  const path = "/instance/api/vpc-peering";
  const raw = JSON.stringify({ rows: [row], vpc: { id: ownVpc } });
  at.emulator.fault({ match: { method: "GET", path }, skip: 1, times: "always", fault: { raw } });
  const { errors, ms } = await at.stack().up([peering("p")]);
  expect(errors).toEqual([
    'VpcPeering "p": peering pcx-dead ended at once (failed: the networks overlap): check the peer\'s account, VPC and network',
  ]);
  expect(ms).toBeLessThan(60_000);
});

describe("two instances in one VPC", () => {
  let second: string;

  beforeEach(() => {
    const [one, two] = at.emulator.state().instances;
    at.emulator.patch({ op: "set", in: "instances", id: two!.id, fields: { vpc_id: one!.vpc_id } });
    second = `${two?.id}`;
  });

  test.each(["pending-acceptance", "active"] as const)(
    "moved from one to the other (%s): one peering afterwards",
    async (status) => {
      const stack = at.stack();
      fine(await stack.up([peering("p")]));
      at.emulator.patch({ op: "set", in: "peerings", id: only().id, fields: { status } });
      fine(await stack.up([peering("p", { ...peer, instance: second })]));
      expect(stack.entry("p").id).toBe(`${second}/peerings/${only().connection_id}`);
      expect(fine(await stack.refresh()).changes).toEqual([]);
    },
  );

  test("renamed and moved: one peering afterwards", async () => {
    const stack = at.stack();
    fine(await stack.up([peering("p")]));
    fine(await stack.up([peering("renamed", { ...peer, instance: second })]));
    expect(stack.entry("renamed").id).toBe(`${second}/peerings/${only().connection_id}`);
  });

  test("declared on both: one is made, the other is told of it", async () => {
    const { errors } = await at.stack().up([peering("one"), peering("two", { ...peer, instance: second })]);
    expect(errors).toEqual([
      expect.stringMatching(/^VpcPeering "(one|two)": "(one|two)" stands for the peering of vpc-own0/),
    ]);
    only();
  });
});
