import * as pulumi from "@pulumi/pulumi";
import { networkState, nodesState, toState } from "../resources/instance/state";
import { parseNumericId } from "../resources/shared/ids";
import { withoutMarkers } from "../resources/shared/marker";
import { ask, type InvokeOptions, withoutNone } from "./invoke";

/** An instance as {@link getInstances} lists it. */
export interface InstanceListItem {
  /** The id. */
  id: string;
  /** The name. */
  name: string;
  /** The plan. */
  plan: string;
  /** The region of the instance, as `<provider>::<region>`. */
  region: string;
  /** The tags. */
  tags: string[];
  /** The id that the cloud provider has for the instance, as the service shows it. */
  providerId?: string;
  /** The id of the VPC that the instance is in. */
  vpc?: string;
}

/** An instance as {@link getInstance} returns it. */
export interface InstanceResult extends InstanceListItem {
  /** The IPv4 network of the VPC that the instance is in. */
  vpcSubnet?: string;
  /** The number of nodes. A shared instance has no nodes of its own. */
  nodes?: number;
  /** The broker's version. */
  rmqVersion?: string;
  /** The URL that clients connect to, with user name and password. Keep it secret. */
  url?: string;
  /** The URLs for clients outside and inside the VPC. Keep them secret. */
  urls?: { external?: string; internal?: string };
  /** The host name for clients outside the VPC. */
  host?: string;
  /** The host name for clients inside the VPC. */
  hostInternal?: string;
  /** The name of the user as which clients connect. */
  username?: string;
  /** The user's password. Keep it secret. */
  password?: string;
  /** The vhost that the URL names. */
  vhost?: string;
  /** The instance's own API key. Keep it secret. */
  apiKey?: string;
  /** True when the instance can be used. */
  ready: boolean;
  /** The broker software. */
  backend?: string;
  /** The names of the nodes. A shared instance has no nodes of its own. */
  nodeNames: string[];
}

/** The arguments of {@link getInstance}. */
export interface GetInstanceArgs {
  /** The id. */
  id: string | number;
}

/** {@link GetInstanceArgs} that may be outputs of resources. */
export interface GetInstanceOutputArgs {
  /** The id. */
  id: pulumi.Input<string | number>;
}

/**
 * One instance of the account, with its credentials: `getInstanceOutput` keeps them secret; this function returns them
 * in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const host = broker.getInstance({ id: 123 }).then((instance) => instance.host);
 * ```
 *
 * @throws when the account has no instance with this id.
 */
export function getInstance(args: GetInstanceArgs, options?: InvokeOptions): Promise<InstanceResult> {
  return ask("getInstance", options, async (client, call) => {
    const id = parseNumericId("Instance", String(args.id));
    const seen = await client.instances.get(id, call, { fresh: true });
    const plan = (await client.plans.list(call)).find((each) => each.name === seen.plan);
    const nodes = plan?.shared ? [] : await client.instance(id).nodes(call);
    const network = await networkState(client, call, seen);
    const state = { ...toState(seen), ...network, ...nodesState(nodes), backend: seen.backend ?? plan?.backend };
    return { id, ...(withoutNone(state) as Omit<InstanceResult, "id">) };
  });
}

/** {@link getInstance} for arguments that are outputs of resources. The result is secret, as it holds the credentials. */
export function getInstanceOutput(args: GetInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<InstanceResult> {
  return pulumi.secret(pulumi.output(args).apply((known) => getInstance(known, options)));
}

/**
 * All instances of the account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getInstances().then((instances) => instances.map((instance) => instance.name));
 * ```
 */
export function getInstances(options?: InvokeOptions): Promise<InstanceListItem[]> {
  return ask("getInstances", options, async (client, call) => {
    const all = await client.instances.list(call, { fresh: true });
    return all.map(({ providerid, vpc_id, tags, ...item }) => ({
      ...item,
      tags: withoutMarkers(tags),
      providerId: providerid,
      vpc: vpc_id,
    }));
  });
}

/** {@link getInstances} as an output. */
export function getInstancesOutput(options?: InvokeOptions): pulumi.Output<InstanceListItem[]> {
  return pulumi.output(getInstances(options));
}
