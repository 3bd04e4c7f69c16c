import * as broker from "pulumi-broker";
import { stackConfigOf } from "../helpers/broker-config";
import { withEmulator } from "../helpers/emulator";
import { withStack } from "../helpers/stack";

/** What stands on a VPC outlasts the instances in it, and a program has to be told. */

test("a peering is deleted with its resource, not left on the VPC when the instance goes with it", () =>
  withEmulator(
    async (emulator) => {
      const fields = { region: "provider-a::region-1", name: "net", subnet: "10.56.72.0/24" };
      const [vpc = 0] = emulator.patch({ op: "add", in: "vpcs", fields });
      const program = async () => {
        const shop = new broker.Instance("shop", { plan: "clustered-small-1", region: fields.region, vpc });
        new broker.VpcPeering("peering", {
          instance: shop,
          peerAccountId: "200000000002",
          peerVpcId: "vpc-0a1b2c3d",
          peerSubnet: "10.90.0.0/24",
        });
        const lone = new broker.Instance("lone", { plan: "clustered-small-1", region: fields.region });
        new broker.VpcConnect("connect", {
          instance: lone,
          allowedPrincipals: ["arn:cloud:iam::200000000002:root"],
        });
      };
      const config = stackConfigOf(emulator);
      await withStack("private-networks", program, { config }, async (stack) => {
        const up = await stack.up();
        const made = emulator.state().vpcs.find(({ name }) => name === "lone");
        const said = up.diagnostics.map(({ message }) => message).join("\n");
        expect(said).toContain(`the service made VPC ${made?.id} for instance`);
        // An instance that the service has put into a VPC is no drift, and is not replaced.
        expect((await stack.refresh()).changes.filter((change) => !change.startsWith("update "))).toEqual([]);
        expect((await stack.up()).changes).toEqual([]);

        const destroyed = await stack.destroy();
        expect(emulator.state().peerings.filter(({ status }) => status !== "deleting")).toEqual([]);
        expect(destroyed.diagnostics.map(({ message }) => message).join("\n")).toContain(
          `VPC ${made?.id}, in which the instance was, stays`,
        );
      });
    },
    { speed: 300 },
  ));

test("a broker is not replaced for the VPC that VPC connect put it into, and any other VPC is refused", () =>
  withEmulator(
    async (emulator) => {
      const region = "provider-a::region-1";
      const [other = 0] = emulator.patch({
        op: "add",
        in: "vpcs",
        fields: { region, name: "other", subnet: "10.9.0.0/24" },
      });
      let vpc: number | undefined;
      const program = async () => {
        const shop = new broker.Instance("shop", { plan: "clustered-small-1", region, ...(vpc && { vpc }) });
        new broker.VpcConnect("connect", {
          instance: shop,
          allowedPrincipals: ["arn:cloud:iam::200000000002:root"],
        });
      };
      const brokers = () => emulator.state().instances.filter(({ name }) => name === "shop");
      await withStack("named-network", program, { config: stackConfigOf(emulator) }, async (stack) => {
        await stack.up();
        const [shop] = brokers();
        vpc = other;
        const refused = await stack.up({ exit: "failure" });
        expect(refused.text).toMatch(/is in VPC \d+, and cannot be moved to VPC \d+: .* --target-replace 'urn:pulumi:/);
        vpc = shop?.vpc_id ?? 0;
        expect((await stack.preview()).changes).toEqual(["update shop"]);
        expect((await stack.up()).changes).toEqual(["update shop"]);
        expect((await stack.up()).changes).toEqual([]);
        expect(brokers()).toEqual([shop]);
      });
    },
    { speed: 300, specifiedOnly: true },
  ));
