import * as broker from "pulumi-broker";
import type { TestEmulator } from "../helpers/emulator";
import { onStack } from "../helpers/shared-stack";
import type { TestStack } from "../helpers/stack";

/**
 * Needs the engine: it decides what is deleted with an instance, and what the run after a failed or targeted one does.
 * What stands on a VPC outlasts the instances in it, and a program has to be told; what is said of it is true.
 */

function scene(
  program: (at: { vpc: number }) => Promise<void>,
  work: (at: { emulator: TestEmulator; stack: TestStack }) => Promise<void>,
): Promise<void> {
  return onStack("private-networks", { speed: 300 }, async ({ emulator, stack }) => {
    const fields = { region: "provider-a::region-1", name: "net", subnet: "10.56.72.0/24" };
    const [vpc = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
    emulator.patch({ op: "set", in: "instances", id: 1001, fields: { region: fields.region, vpc_id: vpc } });
    stack.program = () => program({ vpc });
    await work({ emulator, stack });
  });
}

test("a peering is deleted with its resource, not left on the VPC when the instance goes with it", () => {
  const on = { plan: "clustered-small-1", region: "provider-a::region-1" };
  return scene(
    async ({ vpc }) => {
      const shop = new broker.Instance("shop", { ...on, vpc });
      const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.90.0.0/24" };
      new broker.VpcPeering("peering", { instance: shop, ...peer });
      const lone = new broker.Instance("lone", on);
      new broker.VpcConnect("connect", { instance: lone, allowedPrincipals: ["arn:cloud:iam::200000000002:root"] });
    },
    async ({ emulator, stack }) => {
      const up = await stack.up();
      const made = emulator.state().vpcs.find(({ name }) => name === "lone");
      expect(up.text).toContain(`the service made VPC ${made?.id} for instance`);
      // An instance that the service has put into a VPC is no drift, and is not replaced.
      expect((await stack.refresh()).changes.filter((change) => !change.startsWith("update "))).toEqual([]);
      expect((await stack.up()).changes).toEqual([]);

      const destroyed = await stack.destroy();
      expect(emulator.state().peerings.filter(({ status }) => status !== "deleting")).toEqual([]);
      expect(destroyed.text).toContain(`VPC ${made?.id} of the instance stays`);
    },
  );
});

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
    expect((await stack.up({ exit: "failure" })).text).toContain("answered 403");
    expect(ids()).toEqual([]);
    peerSubnet = "10.90.0.0/24";
    expect((await stack.up()).text).not.toMatch(/is not deleted|stays, because/);
    expect(ids()).not.toContain(first);
    expect(ids()).toHaveLength(1);
    expect((await stack.up()).changes).toEqual([]);
  });
});

test("two VPC connects on one instance, one removed by itself: the other one goes on", () => {
  let declared: Record<string, string> = { one: "user/a", two: "user/a" };
  const arn = (user: string) => `arn:cloud:iam::200000000002:${user}`;
  const program = async () => {
    for (const [name, user] of Object.entries(declared))
      new broker.VpcConnect(name, { instance: 1001, allowedPrincipals: [arn(user)] });
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
