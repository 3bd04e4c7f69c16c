// `resources/index.ts` exports all names to programs, so each must stay. A new argument also goes into `peeringSchema`
// and `PeeringValues`, a new field of a result into `api/nouns/peerings.ts`, the result's interface and `answer`; a new
// provider needs its own interface.
import type * as pulumi from "@pulumi/pulumi";
import { askOutput } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Agrees } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, childSuper } from "../shared/child";
import { type peeringSchema, vpcPeeringDefinition } from "./definition";
import { type OwnVpcState, ownVpcState, type PeeringState, peeringIds } from "./state";

/** A peering that is asked for, with a VPC of yours at provider A. */
export interface ProviderAPeeringArgs extends ChildArgs {
  /** Provider A: your account at the cloud provider, 12 digits. Changing it replaces the peering. */
  peerAccountId: pulumi.Input<string>;
  /** Provider A: your VPC, which must exist. Changing it replaces the peering. */
  peerVpcId: pulumi.Input<string>;
  /** Provider A: your VPC's CIDR or part of it, which the broker's must not overlap. Changing it replaces the peering. */
  peerSubnet: pulumi.Input<string>;
  /** Not beside `peerVpcId`: a peering has one peer. */
  peerNetworkUri?: undefined;
  /** Not beside `peerVpcId`: a peering is asked for or accepted. */
  acceptRequest?: undefined;
}

/** A peering that is asked for, with a network of yours at provider C. */
export interface ProviderCPeeringArgs extends ChildArgs {
  /** Provider C: your network, its URI or `projects/<project>/global/networks/<name>`. Changing it replaces the peering. */
  peerNetworkUri: pulumi.Input<string>;
  /** Not beside `peerNetworkUri`: a peering has one peer. */
  peerAccountId?: undefined;
  /** Not beside `peerNetworkUri`: a peering has one peer. */
  peerVpcId?: undefined;
  /** Not beside `peerNetworkUri`: a peering has one peer. */
  peerSubnet?: undefined;
  /** Not beside `peerNetworkUri`: a peering is asked for or accepted. */
  acceptRequest?: undefined;
}

/** The acceptance of a peering that your side has asked for. */
export interface AcceptedPeeringArgs extends ChildArgs {
  /** The id of a waiting request of the other side, which is accepted. Changing it replaces the peering. */
  acceptRequest: pulumi.Input<string>;
  /** Not beside `acceptRequest`: the request names its peer. */
  peerAccountId?: undefined;
  /** Not beside `acceptRequest`: the request names its peer. */
  peerVpcId?: undefined;
  /** Not beside `acceptRequest`: the request names its peer. */
  peerSubnet?: undefined;
  /** Not beside `acceptRequest`: the request names its peer. */
  peerNetworkUri?: undefined;
}

/** What a {@link VpcPeering} is made from: the peer of provider A, the peer of provider C, or a request to accept. */
export type VpcPeeringArgs = AcceptedPeeringArgs | ProviderCPeeringArgs | ProviderAPeeringArgs;

/**
 * A private connection between the VPC of an instance and one of yours. The resource is a request to your side, or the
 * acceptance of a request that your side made.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const peering = new broker.VpcPeering("peering", {
 *   instance: 123,
 *   peerAccountId: "123456789012",
 *   peerVpcId: "vpc-0a1b2c3d",
 *   peerSubnet: "10.1.0.0/16",
 * });
 *
 * export const request = peering.peeringId;
 * ```
 *
 * A request is done when it is pending, so that the other side can accept it in the same program. An acceptance is done
 * when the connection is active. Every change replaces the peering; the old one goes first if the peer stays the same.
 * The service adds a firewall rule for the peer: name its network in `unmanaged` of an exclusive `FirewallRuleSet`.
 * There is one peering with each peer. Take over a peering that still waits for its peer by declaring it, and an active
 * one with `{ import: "<instance>/peerings/<id>" }`. A peering that failed, was rejected or expired counts as gone.
 *
 * @category Ways into the network
 */
export class VpcPeering extends CustomResource {
  /** @throws at preview: parameters of two providers, or of none; an invalid account, VPC, network or request. */
  constructor(name: string, args: VpcPeeringArgs, opts?: pulumi.CustomResourceOptions) {
    super(...childSuper<Agrees<VpcPeeringArgs, typeof peeringSchema>>(vpcPeeringDefinition, name, args, opts));
  }

  /** Reads a peering that something else manages, by its id `<instance>/peerings/<id>`. Fails for an unknown id. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): VpcPeering {
    return new VpcPeering(name, {} as VpcPeeringArgs, { ...opts, id });
  }

  /** True when a value is a VpcPeering, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is VpcPeering {
    return isInstanceOf(vpcPeeringDefinition, value);
  }
}

export interface VpcPeering extends Outputs<PeeringState> {}

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
