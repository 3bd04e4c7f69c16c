import type { State } from "../../../provider/emulator";
import { makeInstanceVpcs, type TestEmulator } from "../../helpers/emulator";
import { resource, type SceneIn, sceneOf } from "../../helpers/handlers";

/** Who a peering is asked for. */
export const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.1.0.0/16" };

/** Tests with two instances on provider A, each in a VPC of its own. */
export const { withScene, it } = sceneOf(({ emulator }) => {
  const vpcs = makeInstanceVpcs(emulator);
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  const only = () => {
    const [one, ...more] = emulator.state().peerings;
    if (one === undefined || more.length > 0) throw new Error(`there are ${more.length + Number(!!one)} peerings`);
    return one;
  };
  return {
    instance,
    other,
    /** The VPCs' ids at the cloud provider. */
    vpcs,
    /** A peering of the first instance, unless the inputs name another. */
    peering: (name: string, inputs: object = peer) => resource("vpcPeering", name, { instance, ...inputs }),
    /** The only peering that there is. */
    only,
    /** Gives it another status, as the other side does. */
    become: (status: State["peerings"][number]["status"]) =>
      void emulator.patch({ op: "set", in: "peerings", id: only().id, fields: { status } }),
  };
});

export type Scene = SceneIn<typeof withScene>;

/** A request to an own VPC, which the other side has made: its id. */
export function incoming(emulator: TestEmulator, vpc_id = ""): string {
  const accepter = { owner_id: "100000000001", vpc_id, cidr_block: "10.56.72.0/24" };
  const requester = { owner_id: peer.peerAccountId, vpc_id: peer.peerVpcId, cidr_block: "10.1.0.0/16" };
  const [id] = emulator.patch({ op: "add", in: "peerings", fields: { accepter, requester } });
  return emulator.state().peerings.find((each) => each.id === id)?.connection_id ?? "";
}

/** What is said of a request that the service does not show. */
export const noRequest =
  "the service shows no peering request pcx-none for instance 1001: correct the id in acceptRequest. Or, in the account of the peer, request a peering with the VPC of this instance";
