import { expectError, expectNoErrors, expectNothingToDo, writesOf } from "../../helpers/outcomes";
import { testsOf } from "../../helpers/tests-of";
import { incoming, it, peer, type Scene, withScene } from "./scene";

/** One connection, and several resources that could stand for it: of two instances in one VPC, or of both its sides. */

const network = { peerNetworkUri: "projects/my-project/global/networks/default" };

/** Tests with both instances in the VPC of the first one, on a platform. */
const inOneVpc = (platform: string) =>
  testsOf((work: (at: Scene) => Promise<unknown>) =>
    withScene((at) => {
      const [one, two] = at.emulator.state().instances;
      const fields = { region: `${platform}::region-1` };
      at.emulator.patch({ op: "set", in: "vpcs", id: one!.vpc_id!, fields });
      for (const { id } of [one!, two!])
        at.emulator.patch({ op: "set", in: "instances", id, fields: { ...fields, vpc_id: one!.vpc_id } });
      return work(at);
    }),
  );

describe.each([
  ["provider-a", peer],
  ["provider-c", network],
] as const)("two instances in one VPC of %s", (platform, asked) => {
  const it = inOneVpc(platform);
  const peerings = ({ emulator }: Scene) => {
    const state = emulator.state();
    return platform === "provider-a" ? state.peerings : state.networkPeerings;
  };
  /** As the other side does. */
  const activate = (at: Scene) => {
    const [one] = peerings(at);
    if (platform === "provider-a") at.become("active");
    else at.emulator.patch({ op: "set", in: "networkPeerings", id: one!.id, fields: { state: "ACTIVE" } });
  };
  const idOnOther = (at: Scene) => {
    const [one, ...more] = peerings(at);
    expect(more).toEqual([]);
    return `${at.other}/peerings/${one && "connection_id" in one ? one.connection_id : one?.name}`;
  };

  it.each([false, true])(
    "moved from one to the other (active: %s): the same peering, nothing cut",
    async (at, active) => {
      expectNoErrors(await at.one.up([at.peering("p", asked)]));
      if (active) activate(at);
      const [before] = peerings(at);
      const moved = expectNoErrors(await at.one.up([at.peering("p", { ...asked, instance: at.other })]));
      expect(writesOf(moved)).toEqual([]);
      expect([at.one.entry("p").id, peerings(at)]).toEqual([idOnOther(at), [before]]);
      const refreshed = expectNoErrors(await at.one.refresh());
      expect(refreshed.changes).toEqual(
        active ? [expect.stringMatching(/^\w+ p$/)].slice(0, refreshed.changes.length) : [],
      );
      expect(expectNoErrors(await at.one.up([at.peering("p", { ...asked, instance: at.other })])).changes).toEqual([]);
    },
  );

  it("renamed and moved: one peering afterwards", async (at) => {
    expectNoErrors(await at.one.up([at.peering("p", asked)]));
    expectNoErrors(await at.one.up([at.peering("renamed", { ...asked, instance: at.other })]));
    expect(at.one.entry("renamed").id).toBe(idOnOther(at));
  });

  it("imported by the other instance while the old resource goes: it stays", async (at) => {
    expectNoErrors(await at.one.up([at.peering("p", asked)]));
    activate(at);
    const before = peerings(at);
    const moved = at.peering("moved", { ...asked, instance: at.other });
    expectError(await at.one.up([moved]), expect.stringContaining(`import: "${idOnOther(at)}"`));
    expectNoErrors(await at.one.up([{ ...moved, import: idOnOther(at) }]));
    expect(peerings(at)).toEqual(before);
    expect(at.one.state).toMatchObject([{ urn: at.one.urn("vpcPeering", "moved") }]);
  });

  it("declared on both: one is made, the other is told of it", async (at) => {
    const { errors } = await at.one.up([at.peering("one", asked), at.peering("two", { ...asked, instance: at.other })]);
    expect(errors).toEqual([
      expect.stringMatching(
        /^VpcPeering "(one|two)": the resource "(one|two)" already manages the peering of .*: keep only one of the two resources in the program$/,
      ),
    ]);
    expect(peerings(at)).toHaveLength(1);
  });
});

describe("two instances in one VPC", () => {
  const it = inOneVpc("provider-a");

  it("declared on the second one in a later run: told of the first, which stays", async (at) => {
    expectNoErrors(await at.one.up([at.peering("one")]));
    const { errors } = await at.one.up([at.peering("one"), at.peering("two", { ...peer, instance: at.other })]);
    expect(errors).toEqual([
      expect.stringMatching(/^VpcPeering "two": the resource "one" already manages the peering of vpc-own0/),
    ]);
    expectNoErrors(await at.one.up([at.peering("one")]));
    at.only();
  });

  it("moved to the other, and cut before the old one's delete: the next run keeps it", async (at) => {
    expectNoErrors(await at.one.up([at.peering("p")]));
    const [old] = at.one.state;
    expectNoErrors(await at.one.up([at.peering("p", { ...peer, instance: at.other })]));
    const before = at.only();
    at.one.state = [...at.one.state, { ...old!, condemned: true }];
    expectNoErrors(await at.one.up([at.peering("p", { ...peer, instance: at.other })]));
    expect([at.one.state.length, at.only()]).toEqual([1, before]);
  });

  it("in state by both, and destroyed after a look at everything: gone", async (at) => {
    expectNoErrors(await at.one.up([at.peering("p")]));
    const [old] = at.one.state;
    expectNoErrors(await at.one.up([at.peering("q", { ...peer, instance: at.other })]));
    at.one.state = [...at.one.state, old!];
    expectNoErrors(await at.one.destroy({ refresh: true }));
    expect([at.one.state, at.emulator.state().peerings]).toEqual([[], []]);
  });

  it.each(["p", "renamed"])(
    "an acceptance moved to the other (%s) stays active, and is accepted once",
    async (at, name) => {
      const acceptRequest = incoming(at.emulator, at.vpcs[0]);
      expectNoErrors(await at.one.up([at.peering("p", { acceptRequest })]));
      const before = at.only();
      const moved = expectNoErrors(await at.one.up([at.peering(name, { acceptRequest, instance: at.other })]));
      expect(writesOf(moved)).toEqual([]);
      expect([at.one.state.length, at.one.entry(name).id, at.only()]).toEqual([
        1,
        `${at.other}/peerings/${acceptRequest}`,
        before,
      ]);
    },
  );
});

describe("both sides in one program", () => {
  const request = (at: Scene, peerSubnet = "10.56.73.0/24") =>
    at.peering("ask", { peerAccountId: "100000000001", peerVpcId: at.vpcs[1], peerSubnet });
  const acceptance = (at: Scene) =>
    at.peering("accept", { instance: at.other, acceptRequest: at.only().connection_id });

  async function connect(at: Scene) {
    expectNoErrors(await at.one.up([request(at)]));
    expectNoErrors(await at.one.up([request(at), acceptance(at)]));
    expect(at.only()).toMatchObject({ status: "active" });
    const { peeringId } = at.one.entry("ask").outputs as { peeringId?: string };
    expect(at.one.entry("accept").outputs).toMatchObject({ status: "active", acceptRequest: peeringId });
    await expectNothingToDo(at.one, [request(at), acceptance(at)]);
  }

  it("removed together: gone", async (at) => {
    await connect(at);
    expectNoErrors(await at.one.up([]));
    expect([at.one.state, at.emulator.state().peerings]).toEqual([[], []]);
  });

  it("the request replaced: the old connection goes, and nothing is left of it", async (at) => {
    await connect(at);
    const { connection_id } = at.only();
    expectNoErrors(await at.one.up([request(at, "10.56.73.0/25")]));
    expect(at.only().connection_id).not.toBe(connection_id);
    expectNoErrors(await at.one.up([request(at, "10.56.73.0/25"), acceptance(at)]));
    expect(at.only()).toMatchObject({ status: "active" });
    expectNoErrors(await at.one.destroy());
    expect(at.emulator.state().peerings).toEqual([]);
  });
});
