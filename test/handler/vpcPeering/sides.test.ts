import type { HandlerStack } from "../../helpers/handlers";
import { expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { eachPeeringScene, incoming, peer } from "./scene";

/** One connection, and several resources that could stand for it: of two instances in one VPC, or of both its sides. */

const at = eachPeeringScene();
let stack: HandlerStack;
let first: string;
let second: string;
beforeEach(() => {
  stack = at.one;
  [first = "", second = ""] = at.instances;
});

const network = { peerNetworkUri: "projects/my-project/global/networks/default" };

describe.each([
  ["provider-a", peer, "vpc-own0 with vpc-0a1b2c3d"],
  ["provider-c", network, expect.stringContaining("my-project")],
] as const)("two instances in one VPC of %s", (platform, asked, _named) => {
  const peerings = () => {
    const state = at.emulator.state();
    return platform === "provider-a" ? state.peerings : state.networkPeerings;
  };
  /** As the other side does. */
  const activate = () => {
    const [one] = peerings();
    if (platform === "provider-a") at.become("active");
    else at.emulator.patch({ op: "set", in: "networkPeerings", id: one!.id, fields: { state: "ACTIVE" } });
  };
  const idOf = (on: string) => {
    const [one, ...more] = peerings();
    expect(more).toEqual([]);
    return `${on}/peerings/${one && "connection_id" in one ? one.connection_id : one?.name}`;
  };

  beforeEach(() => {
    const [one, two] = at.emulator.state().instances;
    const region = `${platform}::region-1`;
    at.emulator.patch({ op: "set", in: "vpcs", id: one!.vpc_id!, fields: { region } });
    for (const { id } of [one!, two!]) {
      at.emulator.patch({ op: "set", in: "instances", id, fields: { region, vpc_id: one!.vpc_id } });
    }
  });

  test.each([false, true])(
    "moved from one to the other (active: %s): the same peering, nothing cut",
    async (active) => {
      expectNoErrors(await stack.up([at.peering("p", asked)]));
      if (active) activate();
      const [before] = peerings();
      const moved = expectNoErrors(await stack.up([at.peering("p", { ...asked, instance: second })]));
      expect(writesOf(moved)).toEqual([]);
      expect([stack.entry("p").id, peerings()]).toEqual([idOf(second), [before]]);
      const refreshed = expectNoErrors(await stack.refresh());
      expect(refreshed.changes).toEqual(
        active ? [expect.stringMatching(/^\w+ p$/)].slice(0, refreshed.changes.length) : [],
      );
      expect(expectNoErrors(await stack.up([at.peering("p", { ...asked, instance: second })])).changes).toEqual([]);
    },
  );

  test("renamed and moved: one peering afterwards", async () => {
    expectNoErrors(await stack.up([at.peering("p", asked)]));
    expectNoErrors(await stack.up([at.peering("renamed", { ...asked, instance: second })]));
    expect(stack.entry("renamed").id).toBe(idOf(second));
  });

  test("imported by the other instance while the old resource goes: it stays", async () => {
    expectNoErrors(await stack.up([at.peering("p", asked)]));
    activate();
    const before = peerings();
    const moved = at.peering("moved", { ...asked, instance: second });
    expect((await stack.up([moved])).errors).toEqual([expect.stringContaining(`import: "${idOf(second)}"`)]);
    expectNoErrors(await stack.up([{ ...moved, import: idOf(second) }]));
    expect(peerings()).toEqual(before);
    expect(stack.state).toMatchObject([{ urn: stack.urn("vpcPeering", "moved") }]);
  });

  test("declared on both: one is made, the other is told of it", async () => {
    const { errors } = await stack.up([at.peering("one", asked), at.peering("two", { ...asked, instance: second })]);
    expect(errors).toEqual([
      expect.stringMatching(/^VpcPeering "(one|two)": "(one|two)" already manages the peering of .*: declare it once$/),
    ]);
    expect(peerings()).toHaveLength(1);
  });
});

describe("two instances in one VPC", () => {
  beforeEach(() => {
    const [one, two] = at.emulator.state().instances;
    at.emulator.patch({ op: "set", in: "instances", id: two!.id, fields: { vpc_id: one!.vpc_id } });
  });

  test("declared on the second one in a later run: told of the first, which stays", async () => {
    expectNoErrors(await stack.up([at.peering("one")]));
    const { errors } = await stack.up([at.peering("one"), at.peering("two", { ...peer, instance: second })]);
    expect(errors).toEqual([expect.stringMatching(/^VpcPeering "two": "one" already manages the peering of vpc-own0/)]);
    expectNoErrors(await stack.up([at.peering("one")]));
    at.only();
  });

  test("moved to the other, and cut before the old one's delete: the next run keeps it", async () => {
    expectNoErrors(await stack.up([at.peering("p")]));
    const [old] = stack.state;
    expectNoErrors(await stack.up([at.peering("p", { ...peer, instance: second })]));
    const before = at.only();
    stack.state = [...stack.state, { ...old!, condemned: true }];
    expectNoErrors(await stack.up([at.peering("p", { ...peer, instance: second })]));
    expect([stack.state.length, at.only()]).toEqual([1, before]);
  });

  test("in state by both, and destroyed after a look at everything: gone", async () => {
    expectNoErrors(await stack.up([at.peering("p")]));
    const [old] = stack.state;
    expectNoErrors(await stack.up([at.peering("q", { ...peer, instance: second })]));
    stack.state = [...stack.state, old!];
    expectNoErrors(await stack.destroy({ refresh: true }));
    expect([stack.state, at.emulator.state().peerings]).toEqual([[], []]);
  });

  test.each(["p", "renamed"])(
    "an acceptance moved to the other (%s) stays active, and is accepted once",
    async (name) => {
      const acceptRequest = incoming(at.emulator, at.vpcs[0]);
      expectNoErrors(await stack.up([at.peering("p", { acceptRequest })]));
      const before = at.only();
      const moved = expectNoErrors(await stack.up([at.peering(name, { acceptRequest, instance: second })]));
      expect(writesOf(moved)).toEqual([]);
      expect([stack.state.length, stack.entry(name).id, at.only()]).toEqual([
        1,
        `${second}/peerings/${acceptRequest}`,
        before,
      ]);
    },
  );
});

describe("both sides in one program", () => {
  const request = (peerSubnet = "10.56.73.0/24") =>
    at.peering("ask", { instance: first, peerAccountId: "100000000001", peerVpcId: at.vpcs[1], peerSubnet });
  const acceptance = () => at.peering("accept", { instance: second, acceptRequest: at.only().connection_id });

  async function connected() {
    expectNoErrors(await stack.up([request()]));
    expectNoErrors(await stack.up([request(), acceptance()]));
    expect(at.only()).toMatchObject({ status: "active" });
    const { peeringId } = stack.entry("ask").outputs as { peeringId?: string };
    expect(stack.entry("accept").outputs).toMatchObject({ status: "active", acceptRequest: peeringId });
    await expectNothingToDo(stack, [request(), acceptance()]);
    return stack;
  }

  test("removed together: gone", async () => {
    const stack = await connected();
    expectNoErrors(await stack.up([]));
    expect([stack.state, at.emulator.state().peerings]).toEqual([[], []]);
  });

  test("the request replaced: the old connection goes, and nothing is left of it", async () => {
    const stack = await connected();
    const { connection_id } = at.only();
    expectNoErrors(await stack.up([request("10.56.73.0/25")]));
    expect(at.only().connection_id).not.toBe(connection_id);
    expectNoErrors(await stack.up([request("10.56.73.0/25"), acceptance()]));
    expect(at.only()).toMatchObject({ status: "active" });
    expectNoErrors(await stack.destroy());
    expect(at.emulator.state().peerings).toEqual([]);
  });
});
