// The other files of the folder import from here; `cli/adopt/` and `cli/map/` make ids with `peeringIds`. A new output
// goes into `PeeringState` and `stateOf`. The form of ids and the names of fields must stay, because states hold them.
import { decodePercent, isSegment, type OwnVpc, type Peering } from "../../api";
import type { ChildValues } from "../shared/child";
import { idsOf } from "../shared/ids";

/** The ids of peerings. The cloud provider gives the last part. */
export const peeringIds = idsOf("VpcPeering", "<instance>/peerings/<id>", {
  id: { example: "pcx-1", read: (text: string) => [decodePercent(text)].find(isSegment), write: encodeURIComponent },
});

/** The inputs of a peering as the definition sees them. */
export interface PeeringValues extends ChildValues {
  /** Provider A: the account of the other side. */
  peerAccountId?: string;
  /** Provider A: the VPC of the other side. */
  peerVpcId?: string;
  /** Provider A: the network of the other side. */
  peerSubnet?: string;
  /** Provider C: the network of the other side. */
  peerNetworkUri?: string;
  /** The id of the other side's request, which this peering accepts. */
  acceptRequest?: string;
}

/** The instance's own VPC at the cloud provider. */
export interface OwnVpcState {
  /** Provider A: the id of the instance's own VPC at the cloud provider, which your side names as its peer. */
  vpcId?: string;
  /** The name of the instance's own VPC. */
  vpcName?: string;
  /** The network of the instance's own VPC, in CIDR form. */
  vpcSubnet?: string;
  /** Provider C: the network of the instance's own VPC, which your side names as its peer. */
  networkUri?: string;
}

/** A peering as state keeps it. */
export interface PeeringState extends PeeringValues, OwnVpcState {
  /** The status, as last seen: `pending-acceptance`, `active` and others. */
  status: string;
  /** The id of the connection at the cloud provider, by which the other side accepts it. */
  peeringId: string;
}

/** Turns a peering of the service into state, all but the peer's subnet; no other function does. */
export const stateOf = ({ id, status, askedBy, accepter, network: peer, own }: Peering): Partial<PeeringState> => ({
  status,
  peeringId: id,
  ...ownVpcState(own),
  ...(askedBy === "us" && { peerAccountId: accepter?.account, peerVpcId: accepter?.vpc }),
  ...(askedBy === "peer" && { acceptRequest: id }),
  ...(peer !== undefined && { peerNetworkUri: peer }),
});

/** The fields of the instance's own VPC in state and in results of functions. */
export const ownVpcState = ({ id, name, subnet, network }: OwnVpc) => ({
  ...{ vpcId: id, vpcName: name, vpcSubnet: subnet, networkUri: network },
});
