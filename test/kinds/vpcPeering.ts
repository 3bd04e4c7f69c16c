import type { VpcPeeringArgs } from "pulumi-broker";
import { makeInstanceVpcs } from "../helpers/emulator";
import { row } from "./kind";

const path = "/instance/api/vpc-peering";
const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.90.0.0/24" };

const noPeer = { peerAccountId: undefined, peerVpcId: undefined, peerSubnet: undefined };

/** A peering request on provider A. An acceptance is no row: its object, from the other side, exists once. */
export const vpcPeering = row<VpcPeeringArgs>({
  kind: "VpcPeering",
  id: "123/peerings/pcx-1",
  operations: ["peerings.list", "peerings.request", "peerings.accept", "peerings.delete"],
  functions: { "peerings.list": ["getVpcPeerings", "getPeeringVpc"] },
  look: { path, isList: true, before: makeInstanceVpcs, empty: '{"rows":[]}' },
  // biome-ignore format: one row for each input
  refused: [
    [noPeer, "must be given in exactly one of these ways"],
    [{ peerNetworkUri: "projects/a/global/networks/b" }, "must be given in exactly one of these ways"],
    [{ ...noPeer, peerVpcId: "vpc-1" }, "also give peerAccountId and peerSubnet, which a peer on cloud provider A needs"],
    [{ peerAccountId: "12" }, "must be the number of a cloud account"],
    [{ ...noPeer, peerNetworkUri: "https://example.com" }, "must end with projects/"],
    [{ ...noPeer, acceptRequest: "../instances" }, "must be the id of a peering request"],
  ],
  args: ({ instance }) => ({ instance, ...peer }),
  outputs: ({ id }) => ({
    status: "pending-acceptance",
    peeringId: id.split("/").at(-1),
    ...{ vpcId: expect.any(String), vpcName: expect.any(String), vpcSubnet: expect.any(String) },
  }),
  records: (state) =>
    state.peerings
      .filter(({ status }) => status !== "deleting")
      .map(({ connection_id, accepter, status }) => ({ connection_id, accepter, status })),
  held: ({ id }, { peerAccountId, peerVpcId, peerSubnet }) => ({
    connection_id: id.split("/").at(-1),
    accepter: { owner_id: peerAccountId, vpc_id: peerVpcId, cidr_block: peerSubnet },
    status: "pending-acceptance",
  }),
  inPlace: { doesNotApply: "everything replaces" },
  replacing: { args: () => ({ peerVpcId: "vpc-0e5f6a7b" }) },
  outsideEdit: { doesNotApply: "nobody can change a peering: only its status changes" },
  outsideDelete: (at) => {
    const found = at.state().peerings.find(({ connection_id }) => connection_id === at.id.split("/").at(-1));
    return { op: "delete", in: "peerings", id: found?.id ?? 0 };
  },
  missingId: ({ instance }) => `${instance}/peerings/pcx-missing`,
  idIsName: true,
});
