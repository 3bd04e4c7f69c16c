import type * as pulumi from "@pulumi/pulumi";
import type { Vpc as VpcWire } from "../api";
import { withoutMarkers } from "../resources/shared/marker";
import type { Vpc } from "../resources/vpc";
import { ask, askOutput, type InvokeOptions } from "./invoke";
import { type ById, type ByName, pickOne, refusesUnlessOne } from "./pick";
import type { Question } from "./question";

/** A VPC as {@link getVpc} and {@link getVpcs} return it. */
export interface VpcResult {
  /** The id. */
  id: string;
  /** The name. */
  name: string;
  /** The region of the VPC, as `<provider>::<region>`. */
  region: string;
  /** The IPv4 network in CIDR form. */
  subnet: string;
  /** The tags. */
  tags: string[];
  /** The plan under which the service keeps the VPC. */
  plan?: string;
  /**
   * The service's `providerid` of the VPC, a UUID as a rule. It is not the id of the VPC at the cloud provider, which
   * `getPeeringVpc` answers.
   */
  providerId?: string;
  /** The ids of the instances in the VPC. */
  instances: string[];
}

/** The arguments of {@link getVpc}: the id, or a name that only one VPC has. */
export type GetVpcArgs = ById<Vpc | string | number> | ByName<string>;

/** {@link GetVpcArgs} that may be outputs of resources. */
export type GetVpcOutputArgs = ById<Vpc | pulumi.Input<string | number>> | ByName<pulumi.Input<string>>;

/** The question of {@link getVpc}. */
export const getVpcQuestion: Question<GetVpcArgs, VpcResult> = {
  name: "getVpc",
  refuses: refusesUnlessOne,
  async answer(client, call, { id, name }) {
    const vpcs = await client.vpcs.list(call, { fresh: true });
    const wanted = { id: id === undefined ? undefined : String(id), name };
    return toResult(pickOne(vpcs, wanted, { kind: "VPC", none: "there is no VPC" }));
  },
};

/**
 * One VPC of the account, by its id or name.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const subnet = broker.getVpc({ name: "net" }).then((vpc) => vpc.subnet);
 * ```
 *
 * @throws when no VPC, or more than one VPC, has this id or name.
 */
export function getVpc(args: GetVpcArgs, options?: InvokeOptions): Promise<VpcResult> {
  return ask(getVpcQuestion, args, options);
}

/** {@link getVpc} for arguments that are outputs of resources. */
export function getVpcOutput(args: GetVpcOutputArgs, options?: InvokeOptions): pulumi.Output<VpcResult> {
  return askOutput(getVpcQuestion, args, options);
}

/** The question of {@link getVpcs}. */
export const getVpcsQuestion: Question<object, VpcResult[]> = {
  name: "getVpcs",
  list: true,
  async answer(client, call) {
    return (await client.vpcs.list(call, { fresh: true })).map(toResult);
  },
};

/**
 * All VPCs of the account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getVpcs().then((vpcs) => vpcs.map((vpc) => vpc.name));
 * ```
 */
export function getVpcs(options?: InvokeOptions): Promise<VpcResult[]> {
  return ask(getVpcsQuestion, {}, options);
}

/** {@link getVpcs} as an output. */
export function getVpcsOutput(options?: InvokeOptions): pulumi.Output<VpcResult[]> {
  return askOutput(getVpcsQuestion, {}, options);
}

function toResult(vpc: VpcWire): VpcResult {
  return {
    id: vpc.id,
    name: vpc.name,
    region: vpc.region,
    subnet: vpc.subnet,
    tags: withoutMarkers(vpc.tags),
    plan: vpc.plan,
    providerId: vpc.providerid,
    instances: vpc.instances,
  };
}
