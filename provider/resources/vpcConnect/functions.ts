// `resources/index.ts` exports the functions to programs. A new field goes into `ConnectState` and `toState` of
// `vpcConnect.ts`. A connectivity that was never enabled must be shown as `disabled`, because it is no fault; names
// must stay, because programs use them.
import { askOutput, withoutNone } from "../../ask/ask";
import type { Shown } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { noneBeforeEnabled } from "./steps";
import { type ConnectState, toState } from "./vpcConnect";

/** What {@link getVpcConnect} returns. */
export interface VpcConnectResult
  extends Shown<ConnectState, "serviceName" | "alias" | "activeZones", "status" | "vpc" | "vpcSubnet" | "takeOver"> {
  /** The status: `pending`, `enabled`, or `disabled`. A connectivity that was never enabled is `disabled` too. */
  status: string;
  /** The time of the last change, as the service writes it. */
  updatedAt?: string;
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
export const getVpcConnect = askInstance<OnInstanceArgs, VpcConnectResult>({
  name: "getVpcConnect",
  async answer(api, call) {
    const seen = await api.vpcConnect.get(call, { fresh: true }).catch(noneBeforeEnabled);
    if (seen === undefined) return { status: "disabled" };
    return { status: seen.status, ...withoutNone({ ...toState(seen), updatedAt: seen.updated_at }) };
  },
});

/** {@link getVpcConnect} for arguments that are outputs of resources. */
export const getVpcConnectOutput = askOutput<OnInstanceOutputArgs, VpcConnectResult>(getVpcConnect);
