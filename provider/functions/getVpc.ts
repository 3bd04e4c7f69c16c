import * as pulumi from "@pulumi/pulumi";
import type { Vpc as VpcWire } from "../api";
import { withoutMarkers } from "../resources/shared/marker";
import { ask, type InvokeOptions } from "./invoke";

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
  /** The id that the cloud provider has for the VPC, as the service shows it. */
  providerId?: string;
  /** The ids of the instances in the VPC. */
  instances: string[];
}

/** The arguments of {@link getVpc}. Give the id, or a name that only one VPC has. */
export interface GetVpcArgs {
  /** The id. */
  id?: string | number;
  /** The name. The function throws when several VPCs have this name. */
  name?: string;
}

/** {@link GetVpcArgs} that may be outputs of resources. */
export interface GetVpcOutputArgs {
  /** The id. */
  id?: pulumi.Input<string | number>;
  /** The name. The function throws when several VPCs have this name. */
  name?: pulumi.Input<string>;
}

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
export async function getVpc(args: GetVpcArgs, options?: InvokeOptions): Promise<VpcResult> {
  const { id, name } = args;
  if ((id === undefined) === (name === undefined)) throw new pulumi.RunError("getVpc: give either id or name");
  const wanted = id === undefined ? `the name "${name}"` : `the id ${id}`;
  const all = await list("getVpc", options);
  const found = all.filter((vpc) => (id === undefined ? vpc.name === name : vpc.id === String(id)));
  const [vpc, another] = found;
  if (vpc === undefined) throw new pulumi.RunError(`getVpc: there is no VPC with ${wanted}`);
  if (another !== undefined) {
    throw new pulumi.RunError(
      `getVpc: several VPCs have ${wanted}: ${found.map((each) => each.id).join(", ")}; give the id`,
    );
  }
  return vpc;
}

/** {@link getVpc} for arguments that are outputs of resources. */
export function getVpcOutput(args: GetVpcOutputArgs, options?: InvokeOptions): pulumi.Output<VpcResult> {
  return pulumi.output(args).apply((known) => getVpc(known, options));
}

/**
 * All VPCs of the account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getVpcs().then((vpcs) => vpcs.map((vpc) => vpc.name));
 * ```
 */
export async function getVpcs(options?: InvokeOptions): Promise<VpcResult[]> {
  return list("getVpcs", options);
}

/** {@link getVpcs} as an output. */
export function getVpcsOutput(options?: InvokeOptions): pulumi.Output<VpcResult[]> {
  return pulumi.output(getVpcs(options));
}

async function list(what: string, options: InvokeOptions | undefined): Promise<VpcResult[]> {
  const vpcs = await ask(what, options, (client, call) => client.vpcs.list(call, { fresh: true }));
  return vpcs.map(toResult);
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
