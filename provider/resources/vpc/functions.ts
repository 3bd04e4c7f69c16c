// `resources/index.ts` exports the functions. A new field goes into `VpcState` and `toState` of `vpc.ts`. Results must
// not show markers, because no user gave these tags. `toState` gives no `apiKey`, which is secret.
import type * as pulumi from "@pulumi/pulumi";
import type { Vpc as VpcWire } from "../../api";
import { ask, askOutput, withoutNone } from "../../ask/ask";
import type { Shown } from "../shared/agrees";
import { withoutMarkers } from "../shared/marker";
import { type ById, type ByName, pickOne, refusesUnlessOne } from "../shared/pick";
import { toState, type Vpc, type VpcState } from "./vpc";

/** A VPC as {@link getVpc} and {@link getVpcs} return it. */
export interface VpcResult extends Shown<VpcState, "plan", "providerId" | "instances" | "apiKey"> {
  /** The id. */
  id: string;
  /**
   * The service's `providerid` of the VPC, a UUID as a rule. It is not the id of the VPC at the cloud provider, which
   * `getPeeringVpc` returns.
   */
  providerId?: string;
  /** The ids of the instances in the VPC. */
  instances: string[];
}

/** The arguments of {@link getVpc}: the id, or a name that only one VPC has. */
export type GetVpcArgs = ById<Vpc | string | number> | ByName<string>;

/** {@link GetVpcArgs} that may be outputs of resources. */
export type GetVpcOutputArgs = ById<Vpc | pulumi.Input<string | number>> | ByName<pulumi.Input<string>>;

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
export const getVpc = ask<GetVpcArgs, VpcResult>({
  name: "getVpc",
  refuses: refusesUnlessOne,
  async answer(client, call, { id, name }) {
    const vpcs = await client.vpcs.list(call, { fresh: true });
    const wanted = { id: id === undefined ? undefined : String(id), name };
    return toResult(pickOne(vpcs, wanted, { kind: "VPC", none: "there is no VPC" }));
  },
});

/** {@link getVpc} for arguments that are outputs of resources. */
export const getVpcOutput = askOutput<GetVpcOutputArgs, VpcResult>(getVpc);

/**
 * All VPCs of the account.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getVpcs().then((vpcs) => vpcs.map((vpc) => vpc.name));
 * ```
 */
export const getVpcs = ask<never, VpcResult[]>({
  name: "getVpcs",
  takesNothing: true,
  list: true,
  answer: async (client, call) => (await client.vpcs.list(call, { fresh: true })).map(toResult),
});

/** {@link getVpcs} as an output. */
export const getVpcsOutput = askOutput<never, VpcResult[]>(getVpcs);

function toResult(vpc: VpcWire): VpcResult {
  const state = withoutNone({ ...toState(vpc), tags: withoutMarkers(vpc.tags) });
  return { id: vpc.id, ...(state as Omit<VpcResult, "id">) };
}
