import { VpcPeering, type VpcPeeringArgs } from "pulumi-broker";
import { row } from "./row";

const path = "/instance/api/vpc-peering";
const peer = { peerAccountId: "200000000002", peerVpcId: "vpc-0a1b2c3d", peerSubnet: "10.90.0.0/24" };

/**
 * A peering request on provider A. No row has an acceptance, because its object comes from the other side and cannot be
 * made again.
 */
export const vpcPeering = row<VpcPeeringArgs>({
  kind: "VpcPeering",
  resource: VpcPeering,
  args: ({ instance }) => ({ instance, ...peer }),
  outputs: ({ id, instance }) => ({
    instance,
    ...peer,
    status: "pending-acceptance",
    peeringId: id.split("/").at(-1),
    ...{ vpcId: expect.any(String), vpcName: expect.any(String), vpcSubnet: expect.any(String) },
  }),
  records: (state) =>
    state.peerings
      .filter(({ status }) => status !== "deleting")
      .map(({ connection_id, accepter, status }) => ({ connection_id, accepter, status })),
  held: ({ id }) => ({
    connection_id: id.split("/").at(-1),
    accepter: { owner_id: peer.peerAccountId, vpc_id: peer.peerVpcId, cidr_block: peer.peerSubnet },
    status: "pending-acceptance",
  }),
  create: () => `POST ${path}`,
  refresh: () => [`GET ${path}`],
  onInstance: true,
  inPlace: { doesNotApply: "everything replaces" },
  replacing: {
    args: () => ({ peerVpcId: "vpc-0e5f6a7b" }),
    props: ["peerVpcId"],
    outputs: () => ({ peerVpcId: "vpc-0e5f6a7b" }),
    held: () => ({
      accepter: { owner_id: peer.peerAccountId, vpc_id: "vpc-0e5f6a7b", cidr_block: peer.peerSubnet },
    }),
  },
  outsideEdit: { doesNotApply: "nobody can change a peering: only its status changes" },
  outsideDelete: (at) => {
    const found = at.state().peerings.find(({ connection_id }) => connection_id === at.id.split("/").at(-1));
    return { op: "delete", in: "peerings", id: found?.id ?? 0 };
  },
  missingId: ({ instance }) => `${instance}/peerings/pcx-missing`,
  idIsName: true,
});
