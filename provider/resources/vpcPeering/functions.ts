// `resources/index.ts` exports the functions to programs. A new field goes into `api/nouns/peerings.ts`,
// `VpcPeeringResult` and `answer`. The names of functions and fields must stay, because programs use them.
import { askOutput } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type OwnVpcState, ownVpcState, peeringIds } from "./state";

/**
 * The instance's own VPC at the cloud provider, as {@link getPeeringVpc} returns it: what your side names as its peer. All
 * fields are missing when the instance is in no VPC.
 */
export interface PeeringVpcResult extends OwnVpcState {}

/** The two sides of a peering. */
interface PeeringSides {
  /** Provider A: the account of the side that asked. */
  requesterAccountId?: string;
  /** Provider A: the VPC of the side that asked. */
  requesterVpcId?: string;
  /** Provider A: the network of the side that asked, in CIDR form. */
  requesterSubnet?: string;
  /** Provider A: the account of the side that was asked. */
  accepterAccountId?: string;
  /** Provider A: the VPC of the side that was asked. */
  accepterVpcId?: string;
  /** Provider A: the network of the side that was asked, in CIDR form. */
  accepterSubnet?: string;
}

/** A peering as {@link getVpcPeerings} lists it, with the instance's own side. */
export interface VpcPeeringResult extends PeeringVpcResult, PeeringSides {
  /** The id, as `<instance>/peerings/<id>`. */
  id: string;
  /** The id of the connection at the cloud provider. */
  peeringId: string;
  /** The status: `pending-acceptance`, `active` and others. */
  status: string;
  /** A message of the service about the status, if there is one. */
  message?: string;
  /**
   * Provider A: the side that asked for the peering. The peer accepts a request of `us`; we accept a request of `peer`.
   */
  askedBy?: "us" | "peer";
  /** Provider A: the networks that are routed to the other side, and the status of each route. */
  routes?: VpcPeeringRouteResult[];
  /** The tags. A pair of key and value is written `key=value`. */
  tags: string[];
  /** Provider C: the network of the other side. */
  network?: string;
}

/** A route of a {@link VpcPeeringResult}. */
export interface VpcPeeringRouteResult {
  /** The network that is routed to the other side, in CIDR form. */
  destination?: string;
  /** The status of the route: `active` and others. */
  state?: string;
}

/**
 * The peerings of an instance's VPC.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const pending = broker
 *   .getVpcPeerings({ instance: 123 })
 *   .then((all) => all.filter((each) => each.askedBy === "peer" && each.status === "pending-acceptance").map((each) => each.peeringId));
 * ```
 */
export const getVpcPeerings = askInstance<OnInstanceArgs, VpcPeeringResult[]>({
  name: "getVpcPeerings",
  list: true,
  async answer(api, call, { instance }) {
    const { peerings } = await api.peerings.list(call, { fresh: true });
    return peerings.map(({ id, status, message, askedBy, requester, accepter, network, routes, own, tags = [] }) => ({
      ...ownVpcState(own),
      id: peeringIds.make({ instance, id }),
      peeringId: id,
      status,
      message,
      askedBy,
      requesterAccountId: requester?.account,
      requesterVpcId: requester?.vpc,
      requesterSubnet: requester?.subnet,
      accepterAccountId: accepter?.account,
      accepterVpcId: accepter?.vpc,
      accepterSubnet: accepter?.subnet,
      routes,
      tags,
      network,
    }));
  },
});

/** {@link getVpcPeerings} for arguments that are outputs of resources. */
export const getVpcPeeringsOutput = askOutput<OnInstanceOutputArgs, VpcPeeringResult[]>(getVpcPeerings);

/**
 * The VPC of an instance as its cloud provider knows it. Name it on your side to ask for a peering. `acceptRequest` of
 * a `VpcPeering` then takes the id of the peering.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const vpc = broker.getPeeringVpc({ instance: 123 }).then((own) => own.vpcId ?? own.networkUri);
 * ```
 */
export const getPeeringVpc = askInstance<OnInstanceArgs, PeeringVpcResult>({
  name: "getPeeringVpc",
  answer: async (api, call) => ownVpcState((await api.peerings.list(call, { fresh: true })).own),
});

/** {@link getPeeringVpc} for arguments that are outputs of resources. */
export const getPeeringVpcOutput = askOutput<OnInstanceOutputArgs, PeeringVpcResult>(getPeeringVpc);
