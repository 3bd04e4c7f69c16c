import * as pulumi from "@pulumi/pulumi";
import { isNotFound } from "../api";
import { peeringId } from "../resources/ids";
import { askInstance } from "./askInstance";
import type { OnInstanceArgs, OnInstanceOutputArgs } from "./getBroker";
import type { InvokeOptions } from "./invoke";

/** A peering as {@link getVpcPeerings} lists it. */
export interface VpcPeeringResult {
  /** The id, as `<instance>/peerings/<id>`. */
  id: string;
  /** The id of the connection at the cloud provider. */
  peeringId: string;
  /** How far it is: `pending-acceptance`, `active` and others. */
  status: string;
  /** Provider A: which side asked: `us`, whose request the peer accepts, or `peer`, whose request we accept. */
  askedBy?: "us" | "peer";
  /** Provider A: the account of the side that asked. */
  requesterAccountId?: string;
  /** Provider A: the VPC of the side that asked. */
  requesterVpcId?: string;
  /** Provider A: the account of the side that was asked. */
  accepterAccountId?: string;
  /** Provider A: the VPC of the side that was asked. */
  accepterVpcId?: string;
  /** Provider C: the network of the other side. */
  network?: string;
}

/** What {@link getVpcConnect} returns. */
export interface VpcConnectResult {
  /** How far it is: `pending`, `enabled`, or `disabled` also where it never was enabled. */
  status: string;
  /** The name of the service that an endpoint on your side connects to. */
  serviceName?: string;
  /** Provider B: the alias of the service. */
  alias?: string;
  /** Provider A: who may connect. */
  allowedPrincipals?: string[];
  /** Provider B: subscriptions that may connect. */
  approvedSubscriptions?: string[];
  /** Provider C: projects that may connect. */
  allowedProjects?: string[];
  /** Provider A: the zones in which the service is active. */
  activeZones?: string[];
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
export function getVpcPeerings(args: OnInstanceArgs, options?: InvokeOptions): Promise<VpcPeeringResult[]> {
  return askInstance("getVpcPeerings", args, options, async (api, call) => {
    const { peerings } = await api.peerings.list(call, { fresh: true });
    return peerings.map(({ id, status, askedBy, requester, accepter, network }) => ({
      id: peeringId(String(args.instance), id),
      peeringId: id,
      status,
      askedBy,
      requesterAccountId: requester?.account,
      requesterVpcId: requester?.vpc,
      accepterAccountId: accepter?.account,
      accepterVpcId: accepter?.vpc,
      network,
    }));
  });
}

/** {@link getVpcPeerings} for arguments that are outputs of resources. */
export function getVpcPeeringsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<VpcPeeringResult[]> {
  return pulumi.output(args).apply((known) => getVpcPeerings(known, options));
}

/**
 * The private connectivity of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const service = broker.getVpcConnect({ instance: 123 }).then((connect) => connect.serviceName);
 * ```
 */
export function getVpcConnect(args: OnInstanceArgs, options?: InvokeOptions): Promise<VpcConnectResult> {
  return askInstance("getVpcConnect", args, options, async (api, call) => {
    try {
      const seen = await api.vpcConnect.get(call, { fresh: true });
      return {
        status: seen.status,
        serviceName: seen.service_name ?? seen.server_name,
        alias: seen.alias,
        allowedPrincipals: seen.allowed_principals,
        approvedSubscriptions: seen.approved_subscriptions,
        allowedProjects: seen.allowed_projects,
        activeZones: seen.active_zones,
      };
    } catch (error) {
      if (isNotFound(error) && error.path.endsWith("/vpc-connect")) return { status: "disabled" };
      throw error;
    }
  });
}

/** {@link getVpcConnect} for arguments that are outputs of resources. */
export function getVpcConnectOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<VpcConnectResult> {
  return pulumi.output(args).apply((known) => getVpcConnect(known, options));
}
