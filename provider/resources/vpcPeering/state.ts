import type { Peering } from "../../api";
import type { PeeringValues } from "./steps";

/** A peering as state keeps it. */
export interface PeeringState extends PeeringValues {
  status: string;
  peeringId: string;
  vpcId?: string;
  vpcName?: string;
  vpcSubnet?: string;
  networkUri?: string;
}

/** Turns a peering of the service into state, all but the peer's subnet; no other function does. */
export function stateOf({ id, status, askedBy, accepter, network: peer, own }: Peering): Partial<PeeringState> {
  return {
    status,
    peeringId: id,
    ...{ vpcId: own.id, vpcName: own.name, vpcSubnet: own.subnet, networkUri: own.network },
    ...(askedBy === "us" && { peerAccountId: accepter?.account, peerVpcId: accepter?.vpc }),
    ...(askedBy === "peer" && { acceptRequest: id }),
    ...(peer !== undefined && { peerNetworkUri: peer }),
  };
}
