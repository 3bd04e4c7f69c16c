import { fine, type PeeringScene, peer, startPeeringScene } from "./peering-scene";

/** One connection, and several resources that could stand for it: of two instances in one VPC, or of both its sides. */

let at: PeeringScene;
let first: string;
let second: string;

beforeEach(async () => {
  at = await startPeeringScene();
  [first = "", second = ""] = at.instances;
});
afterEach(() => at.close());

describe("two instances in one VPC", () => {
  beforeEach(() => {
    const [one, two] = at.emulator.state().instances;
    at.emulator.patch({ op: "set", in: "instances", id: two!.id, fields: { vpc_id: one!.vpc_id } });
  });

  test.each(["pending-acceptance", "active"] as const)(
    "moved from one to the other (%s): one peering afterwards",
    async (status) => {
      const stack = at.stack();
      fine(await stack.up([at.peering("p")]));
      at.become(status);
      fine(await stack.up([at.peering("p", { ...peer, instance: second })]));
      expect(stack.entry("p").id).toBe(`${second}/peerings/${at.only().connection_id}`);
      expect(fine(await stack.refresh()).changes).toEqual([]);
    },
  );

  test("renamed and moved: one peering afterwards", async () => {
    const stack = at.stack();
    fine(await stack.up([at.peering("p")]));
    fine(await stack.up([at.peering("renamed", { ...peer, instance: second })]));
    expect(stack.entry("renamed").id).toBe(`${second}/peerings/${at.only().connection_id}`);
  });

  test("imported by the other instance while the old resource goes: it stays", async () => {
    const stack = at.stack();
    fine(await stack.up([at.peering("p")]));
    at.become("active");
    const before = at.only();
    const moved = at.peering("moved", { ...peer, instance: second });
    const id = `${second}/peerings/${before.connection_id}`;
    expect((await stack.up([moved])).errors).toEqual([expect.stringContaining(`import: "${id}"`)]);
    fine(await stack.up([{ ...moved, import: id }]));
    expect(at.only()).toEqual(before);
    expect(stack.state).toMatchObject([{ urn: stack.urn("vpcPeering", "moved") }]);
  });

  test("declared on both: one is made, the other is told of it", async () => {
    const { errors } = await at.stack().up([at.peering("one"), at.peering("two", { ...peer, instance: second })]);
    expect(errors).toEqual([
      expect.stringMatching(/^VpcPeering "(one|two)": "(one|two)" stands for the peering of vpc-own0/),
    ]);
    at.only();
  });
});

describe("both sides in one program", () => {
  const request = (peerSubnet = "10.56.73.0/24") =>
    at.peering("ask", { instance: first, peerAccountId: "100000000001", peerVpcId: at.vpcs[1], peerSubnet });
  const acceptance = () => at.peering("accept", { instance: second, acceptRequest: at.only().connection_id });

  async function connected() {
    const stack = at.stack();
    fine(await stack.up([request()]));
    fine(await stack.up([request(), acceptance()]));
    expect(at.only()).toMatchObject({ status: "active" });
    return stack;
  }

  test("removed together: gone", async () => {
    const stack = await connected();
    fine(await stack.up([]));
    expect([stack.state, at.emulator.state().peerings]).toEqual([[], []]);
  });

  test("the request replaced: the old connection goes, and nothing is left of it", async () => {
    const stack = await connected();
    const { connection_id } = at.only();
    fine(await stack.up([request("10.56.73.0/25")]));
    expect(at.only().connection_id).not.toBe(connection_id);
    fine(await stack.up([request("10.56.73.0/25"), acceptance()]));
    expect(at.only()).toMatchObject({ status: "active" });
    fine(await stack.destroy());
    expect(at.emulator.state().peerings).toEqual([]);
  });
});
