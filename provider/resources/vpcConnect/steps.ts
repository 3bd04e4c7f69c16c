import { type AllowList, isApiError, isNotFound, type VpcConnectInfo, waitFor } from "../../api";
import { networkState } from "../instance/state";
import { type ChildValues, instanceApi } from "../shared/child";
import type { Calling } from "../shared/ctx";

/** The inputs of VPC connect as the definition sees them. */
export interface ConnectValues extends ChildValues {
  /** Provider A: the principals that may connect. */
  allowedPrincipals?: string[];
  /** Provider B: the subscriptions that may connect. */
  approvedSubscriptions?: string[];
  /** Provider C: the projects that may connect. */
  allowedProjects?: string[];
  /** True when create may replace an allow-list that the instance already has. */
  takeOver?: boolean;
}

/** The form of a subscription of provider B. */
export const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Writes a GUID in the form in which two GUIDs are compared. */
export const lower = (text: string) => text.toLowerCase();

/** Reads the private connectivity; undefined when the service shows it as disabled. */
export async function enabledInfo(
  call: Calling,
  values: ConnectValues,
  fresh = true,
): Promise<VpcConnectInfo | undefined> {
  const info = await instanceApi(call, values.instance, values).vpcConnect.get(call, { fresh });
  return info.status === "disabled" ? undefined : info;
}

/**
 * Reads the private connectivity; undefined also after a 404, which is the answer before the connectivity is enabled,
 * and after a request to disable it was accepted.
 */
export async function enabledInfoOrNone(call: Calling, values: ConnectValues): Promise<VpcConnectInfo | undefined> {
  try {
    return await enabledInfo(call, values);
  } catch (error) {
    if (isNotFound(error) && error.path.endsWith("/vpc-connect")) return undefined;
    throw error;
  }
}

/**
 * Waits until no change is under way, and returns the connectivity as it is then. The status `pending` does not tell
 * whether the connectivity is being enabled or disabled.
 */
export function waitForIdle(call: Calling, args: ConnectValues): Promise<VpcConnectInfo | undefined> {
  return waitFor<VpcConnectInfo | undefined>({
    ...call,
    what: `an earlier change of VPC connect of instance ${args.instance}`,
    poll: async () => {
      const seen = await enabledInfoOrNone(call, args);
      return seen?.status === "pending" ? { waiting: seen.status } : { done: seen };
    },
  });
}

/** Waits until VPC connect is enabled for exactly the declared entries. */
export async function waitForEnabled(call: Calling, args: ConnectValues): Promise<VpcConnectInfo> {
  return waitFor<VpcConnectInfo>({
    ...call,
    what: `VPC connect of instance ${args.instance}`,
    poll: async () => {
      const seen = await enabledInfoOrNone(call, args);
      if (seen === undefined) return { waiting: "not shown yet" };
      if (seen.status !== "enabled") return { waiting: seen.status };
      return sameEntries(entriesOf(seen, args), entries(args))
        ? { done: seen }
        : { waiting: "the list is being changed" };
    },
  });
}

/**
 * The VPC of the instance; empty when it cannot be known. Only the account API tells the VPC, and only for a key of the
 * instance's account. A look that is not fresh shares the look-up of the instance's key.
 */
export async function vpcOf(
  call: Calling,
  instance: string,
  { fresh } = { fresh: false },
): Promise<{ vpc?: string; vpcSubnet?: string }> {
  if (call.client.lacksKey() !== undefined) return {};
  try {
    const seen = await call.client.instances.get(instance, call, { fresh });
    const { vpc, vpcSubnet } = await networkState(call, seen, { fresh });
    return { vpc: vpc ?? undefined, vpcSubnet: vpcSubnet ?? undefined };
  } catch (error) {
    if (isNotFound(error) || (isApiError(error) && ["auth", "forbidden"].includes(error.kind))) return {};
    throw error;
  }
}

/** The declared list as it is sent. */
export function wireOf(args: ConnectValues): AllowList {
  if (args.allowedPrincipals !== undefined) return { allowed_principals: args.allowedPrincipals };
  if (args.approvedSubscriptions !== undefined) return { approved_subscriptions: args.approvedSubscriptions };
  return { allowed_projects: args.allowedProjects ?? [] };
}

/** The entries of the list that is declared or in state. */
export function entries(values: Partial<ConnectValues>): string[] | undefined {
  return values.allowedPrincipals ?? values.approvedSubscriptions ?? values.allowedProjects;
}

/** The entries of the list that the service has. */
export function entriesOf(info: VpcConnectInfo, args: ConnectValues): string[] {
  if (args.allowedPrincipals !== undefined) return info.allowed_principals ?? [];
  if (args.approvedSubscriptions !== undefined) return info.approved_subscriptions ?? [];
  return info.allowed_projects ?? [];
}

/** True when two lists have the same entries. Case matters in all entries but GUIDs. */
export function sameEntries(a: readonly string[], b: readonly string[] | undefined): boolean {
  const normal = (all: readonly string[] = []) => new Set(all.map((each) => (guid.test(each) ? lower(each) : each)));
  const [left, right] = [normal(a), normal(b)];
  return left.size === right.size && [...left].every((each) => right.has(each));
}
