// `resources/index.ts` exports the functions to programs. A new field goes into `InstanceState` and `toState`. A new
// credential goes into `secret` too, so that outputs hide it. `tags` must not show markers, the tags by which a later
// run finds an unfinished broker, because no user gave them.
import type * as pulumi from "@pulumi/pulumi";
import type { Call, Client } from "../../api";
import { ask, askOutput, withoutNone } from "../../ask/ask";
import type { Known } from "../../ask/question";
import type { Shown } from "../shared/agrees";
import type { InstanceInput } from "../shared/child";
import { parseNumericId } from "../shared/ids";
import { withoutMarkers } from "../shared/marker";
import { type ById, type ByName, pickOne, refusesUnlessOne } from "../shared/pick";
import type { Instance } from "./instance";
import { diskOf, type InstanceState, networkState, nodesState, toState } from "./state";

type Listed = "name" | "plan" | "region" | "tags" | "providerId" | "vpc";

/** An instance as {@link getInstances} lists it. */
export interface InstanceListItem extends Shown<Pick<InstanceState, Listed>, "providerId" | "vpc"> {
  /** The id. */
  id: string;
}

/** An instance as {@link getInstance} returns it. */
export interface InstanceResult
  extends InstanceListItem,
    Partial<Shown<InstanceState, never, Listed | "disk" | "config" | "ready" | "monthlyPrice" | "nodeNames">> {
  /** The disk that is added to the plan's own, in gigabytes. A shared instance has no disk of its own. */
  disk?: { extraSize: number };
  /** True when the instance can be used. */
  ready: boolean;
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
