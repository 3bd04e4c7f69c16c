import type * as pulumi from "@pulumi/pulumi";
import type { Call, Client } from "../../api";
import { ask, askOutput, withoutNone } from "../../ask/ask";
import type { Known } from "../../ask/question";
import type { InstanceInput } from "../shared/child";
import { parseNumericId } from "../shared/ids";
import { withoutMarkers } from "../shared/marker";
import { type ById, type ByName, pickOne, refusesUnlessOne } from "../shared/pick";
import type { Instance } from "./instance";
import { diskOf, networkState, nodesState, toState } from "./state";

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
  /** The disk that is added to the plan's own, in gigabytes. A shared instance has no disk of its own. */
  disk?: { extraSize: number };
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
  /** True when the instance is on a shared plan. */
  shared?: boolean;
  /** The price of the plan in USD per month; missing when the service does not name it. */
  monthlyPrice?: number;
  /** The names of the nodes. A shared instance has no nodes of its own. */
  nodeNames: string[];
}

/** The arguments of {@link getInstance}: the id, or a name that only one instance has. */
export type GetInstanceArgs = ById<Instance | string | number> | ByName<string>;

/** {@link GetInstanceArgs} that may be outputs of resources. */
export type GetInstanceOutputArgs = ById<InstanceInput> | ByName<pulumi.Input<string>>;

async function idOfWanted(client: Client, call: Call, { id, name }: Known<GetInstanceArgs>): Promise<string> {
  if (id !== undefined) return parseNumericId("Instance", String(id));
  const all = await client.instances.list(call, { fresh: true });
  return pickOne(all, { name }, { kind: "instance", none: "there is no instance" }).id;
}

/**
 * One instance of the account, by its id or name, with its credentials: `getInstanceOutput` keeps them secret; this
 * function returns them in plain text.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const host = broker.getInstance({ id: 123 }).then((instance) => instance.host);
 * ```
 *
 * @throws when no instance, or more than one instance, has this id or name.
 */
export const getInstance = ask<GetInstanceArgs, InstanceResult>({
  name: "getInstance",
  secret: ["url", "urls", "password", "apiKey"],
  refuses: refusesUnlessOne,
  async answer(client, call, args) {
    const id = await idOfWanted(client, call, args);
    const seen = await client.instances.get(id, call, { fresh: true });
    const plan = (await client.plans.list(call)).find((each) => each.name === seen.plan);
    const nodes = plan?.shared ? [] : await client.instance(id).nodes(call);
    const state = {
      ...toState(seen),
      ...(await networkState({ ...call, client }, seen)),
      ...nodesState(nodes),
      disk: nodes.some((node) => node.additional_disk_size !== undefined) ? diskOf(nodes) : undefined,
      backend: seen.backend ?? plan?.backend,
      shared: plan?.shared,
      monthlyPrice: plan?.price,
    };
    return { id, ...(withoutNone(state) as Omit<InstanceResult, "id">) };
  },
});

/** {@link getInstance} for arguments that are outputs of resources. The result is secret, as it holds the credentials. */
export const getInstanceOutput = askOutput<GetInstanceOutputArgs, InstanceResult>(getInstance);

/**
 * All instances of the account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getInstances().then((instances) => instances.map((instance) => instance.name));
 * ```
 */
export const getInstances = ask<never, InstanceListItem[]>({
  name: "getInstances",
  takesNothing: true,
  list: true,
  async answer(client, call) {
    const all = await client.instances.list(call, { fresh: true });
    return all.map(({ id, name, plan, region, tags, providerid, vpc_id }) => ({
      id,
      name,
      plan,
      region,
      tags: withoutMarkers(tags),
      providerId: providerid,
      vpc: vpc_id,
    }));
  },
});

/** {@link getInstances} as an output. */
export const getInstancesOutput = askOutput<never, InstanceListItem[]>(getInstances);
