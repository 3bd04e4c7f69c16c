// `resources/index.ts` exports the class and arguments to programs. A new argument also goes into `peeringSchema` and
// `PeeringValues`; a new provider needs its own interface. The names of arguments must stay, because programs use them.
import type * as pulumi from "@pulumi/pulumi";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Agrees } from "../shared/agrees";
import { type ChildArgs, childSuper } from "../shared/child";
import { type peeringSchema, vpcPeeringDefinition } from "./definition";
import type { PeeringState } from "./state";

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
