import { isSegment, type Peering } from "../../api";
import type { ChildValues } from "../shared/child";
import { idsOf, type Part } from "../shared/ids";

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The part of an id that the cloud provider gives. */
const idPart: Part = {
  example: "pcx-1",
  read: (text) => [decode(text)].find(isSegment),
  write: encodeURIComponent,
};

/** The ids of peerings. */
export const peeringIds = idsOf("VpcPeering", "<instance>/peerings/<id>", { id: idPart });

/** The inputs of a peering as the definition sees them. */
export interface PeeringValues extends ChildValues {
  peerAccountId?: string;
  peerVpcId?: string;
  peerSubnet?: string;
  peerNetworkUri?: string;
  acceptRequest?: string;
}

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
