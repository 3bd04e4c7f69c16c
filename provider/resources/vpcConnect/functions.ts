import { askOutput, withoutNone } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { noneBeforeEnabled } from "./steps";
import { toState } from "./vpcConnect";

/** What {@link getVpcConnect} returns. */
export interface VpcConnectResult {
  /** The status: `pending`, `enabled`, or `disabled`. A connectivity that was never enabled is `disabled` too. */
  status: string;
  /** The time of the last change, as the service writes it. */
  updatedAt?: string;
  /** The name of the service to which an endpoint on your side connects. */
  serviceName?: string;
  /** Provider B: the alias of the service. */
  alias?: string;
  /** Provider A: the principals that may connect. */
  allowedPrincipals?: string[];
  /** Provider B: the subscriptions that may connect. */
  approvedSubscriptions?: string[];
  /** Provider C: the projects that may connect. */
  allowedProjects?: string[];
  /** Provider A: the zones in which the service is active. */
  activeZones?: string[];
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
