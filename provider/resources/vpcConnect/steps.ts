// `vpcConnect.ts` calls these steps to set who may connect. A new provider goes into `ConnectValues` and `wireNames`.
// Only the 404 of `/vpc-connect` may mean "not enabled": any other 404 is an error, because the instance may be gone.
import { type AllowList, type InstanceClient, isApiError, isNotFound, type VpcConnectInfo, waitFor } from "../../api";
import { networkState } from "../instance/state";
import type { ChildValues } from "../shared/child";
import type { Calling } from "../shared/ctx";

/** The inputs of VPC Connect as the definition sees them. */
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

type Connect = InstanceClient["vpcConnect"];

/** Reads the private connectivity; undefined when the service shows it as disabled. */
export async function enabledInfo(call: Calling, connect: Connect, fresh = true) {
  const info = await connect.get(call, { fresh });
  return info.status === "disabled" ? undefined : info;
}

/** Reads the private connectivity; undefined also after the 404 that the service answers when none is enabled. */
export const enabledInfoOrNone = (call: Calling, connect: Connect) =>
  enabledInfo(call, connect).catch(noneBeforeEnabled);

/** Turns the 404 of a connectivity that was never enabled into undefined, and throws every other error again. */
export function noneBeforeEnabled(error: unknown): undefined {
  if (!isNotFound(error) || !error.path.endsWith("/vpc-connect")) throw error;
}

/** Waits until no change is under way. The status `pending` does not name the change. */
export const waitForIdle = (call: Calling, connect: Connect, instance: string): Promise<VpcConnectInfo | undefined> =>
  waitFor(call, `an earlier change of VPC Connect of instance ${instance}`, async () => {
    const seen = await enabledInfoOrNone(call, connect);
    return seen?.status === "pending" ? { waiting: seen.status } : { done: seen };
  });

/** Waits until VPC Connect is enabled for exactly the declared entries. */
export const waitForEnabled = (call: Calling, connect: Connect, args: ConnectValues): Promise<VpcConnectInfo> =>
  waitFor<VpcConnectInfo>(call, `VPC Connect of instance ${args.instance}`, async () => {
    const seen = await enabledInfoOrNone(call, connect);
    if (seen === undefined) return { waiting: "not shown yet" };
    if (seen.status !== "enabled") return { waiting: seen.status };
    return isDeclared(seen, args) ? { done: seen } : { waiting: "the list is being changed" };
  });

/** The VPC of the instance, which only the account API tells; empty without an account key. */
export async function vpcOf(call: Calling, instance: string, { fresh } = { fresh: false }) {
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

/** The name that each provider's list has on the wire, by the name of the argument. */
const wireNames = {
  allowedPrincipals: "allowed_principals",
  approvedSubscriptions: "approved_subscriptions",
  allowedProjects: "allowed_projects",
} as const;

type ListName = keyof typeof wireNames;

/** The list arguments; each provider takes one of them. */
export const lists = Object.keys(wireNames) as ListName[];

const listOf = (args: ConnectValues): ListName => lists.find((name) => args[name] !== undefined) ?? "allowedProjects";

/** The entries of the declared list that the service has. */
export const entriesOf = (info: VpcConnectInfo, args: ConnectValues): string[] => info[wireNames[listOf(args)]] ?? [];

/** Makes the declared list that of the service. `before` is undefined where the connectivity is not enabled. */
export async function setList(call: Calling, connect: Connect, args: ConnectValues, before?: VpcConnectInfo) {
  const name = listOf(args);
  const list = { [wireNames[name]]: args[name] ?? [] } as AllowList;
  if (before === undefined) await connect.enable(list, call);
  else if (!isDeclared(before, args)) await connect.update(list, call);
}

/** True when the list of the service has the declared entries. Case matters in all entries but GUIDs. */
export function isDeclared(info: VpcConnectInfo, args: ConnectValues): boolean {
  const normal = (all: readonly string[] = []) => new Set(all.map((each) => (guid.test(each) ? lower(each) : each)));
  const [left, right] = [normal(entriesOf(info, args)), normal(args[listOf(args)])];
  return left.size === right.size && [...left].every((each) => right.has(each));
}
