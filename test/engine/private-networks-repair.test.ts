import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { type TestEmulator, withEmulator } from "../helpers/emulator";
import type { Run } from "../helpers/engine-run";
import { type TestStack, withStack } from "../helpers/stack";

/** Peerings and VPC connect whose replacement or removal goes wrong: what is said of it is true, and the next run goes on. */

const lines = (run: Run) => run.diagnostics.map(({ message }) => message).join("\n");

function scene(
  program: () => Promise<void>,
  work: (at: { emulator: TestEmulator; stack: TestStack }) => Promise<void>,
): Promise<void> {
  return withEmulator(
    async (emulator) => {
      const fields = { region: "provider-a::region-1", name: "net", subnet: "10.56.72.0/24" };
      const [vpc_id = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
      emulator.patch({ op: "set", in: "instances", id: 1001, fields: { region: fields.region, vpc_id } });
      const config = stackConfigOf(emulator);
      await withStack("repair", program, { config }, (stack) => work({ emulator, stack }));
    },
    { speed: 300 },
  );
}

test("a peering whose replacement was refused after it was removed is asked for anew, and nothing false is said of it", () => {
  let peerSubnet = "10.90.0.0/24";
  const program = async () => {
    const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet };
    new broker.VpcPeering("peering", { instance: 1001, ...peer });
  };
  return scene(program, async ({ emulator, stack }) => {
    await stack.up();
    const ids = () => emulator.state().peerings.map(({ connection_id }) => connection_id);
    const [first = ""] = ids();
    emulator.fault({ match: { method: "POST", path: "/instance/api/vpc-peering" }, fault: { status: 403 } });
    peerSubnet = "10.91.0.0/24";
    expect(lines(await stack.up({ exit: "failure" }))).toContain("answered 403");
    expect(ids()).toEqual([]);
    peerSubnet = "10.90.0.0/24";
    const repaired = await stack.up();
    expect(lines(repaired)).not.toContain("is not deleted");
    expect(ids()).not.toContain(first);
    expect(ids()).toHaveLength(1);
    expect((await stack.up()).changes).toEqual([]);
  });
});

test("a peering with a network that overlaps the instance's own is refused at preview, and the one there stays", () => {
  let peerSubnet = "10.90.0.0/24";
  const program = async () => {
    const region = "provider-a::region-1";
    const shop = new broker.Instance("shop", { plan: "clustered-small-1", region, vpcSubnet: "10.60.0.0/24" });
    const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet };
    new broker.VpcPeering("peering", { instance: shop, ...peer });
  };
  return scene(program, async ({ emulator, stack }) => {
    await stack.up();
    const before = emulator.state().peerings;
    peerSubnet = "10.60.0.0/16";
    const preview = await stack.preview({ exit: "failure" });
    expect(lines(preview)).toContain(
      "10.60.0.0/16 overlaps 10.60.0.0/24, the network of the instance's own VPC: peer a subnet of your VPC that does not, or make a broker in another network",
    );
    await stack.up({ exit: "failure" });
    expect(emulator.state().peerings).toEqual(before);
  });
});

test("two VPC connects on one instance, one removed by itself: the other one goes on", () => {
  let declared: Record<string, string> = { one: "user/a", two: "user/a" };
  const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;
  const program = async () => {
    for (const [name, user] of Object.entries(declared)) {
      new broker.VpcConnect(name, { instance: 1001, allowedPrincipals: [arn(user)] });
    }
  };
  return scene(program, async ({ emulator, stack }) => {
    await stack.up();
    declared = { one: "user/a" };
    // Of a targeted run the other one is no part: nothing tells that it stands for the same.
    await stack.destroy({ flags: ["--target", stack.urn("pulumi-nodejs:dynamic/broker:VpcConnect", "two")] });
    declared = { one: "user/b" };
    await stack.up();
    const enabled = emulator.state().vpcConnects.filter((each) => each.enabled);
    expect(enabled.map(({ allowed }) => allowed)).toEqual([[arn("user/b")]]);
    expect((await stack.refresh()).changes).toEqual([]);
    declared = {};
    await stack.up();
    expect(emulator.state().vpcConnects.filter((each) => each.enabled)).toEqual([]);
  });
});
