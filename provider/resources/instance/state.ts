// The folder's files turn the service's answers on a broker into state here; `alarm/`, `brokerAction/`, `vpcConnect/`
// and `credentialRotation.ts` use parts. A field may be added; its name must stay, because states hold it. `toState`
// must leave a missing VPC undefined, because some answers omit the VPC.
import { type Call, type Client, decodePercent, type InstanceDetail, type Node } from "../../api";
import { plansOnOffer } from "../shared/catalogue";
import type { Calling, Ctx } from "../shared/ctx";
import { withoutMarkers } from "../shared/marker";
import { unlessNone, waitForNodes } from "../shared/nodes";
import type { SettingValues } from "../shared/settings";

/** What the program declares of an instance, as state keeps it. */
interface Declared {
  /** The name. */
  name: string;
  /** The plan. */
  plan: string;
  /** The region of the instance, as `<provider>::<region>`. */
  region: string;
  /** The tags. */
  tags: string[];
  /** The id of the VPC that the instance is in. */
  vpc: string | null;
  /** The IPv4 network of the VPC that the instance is in. */
  vpcSubnet: string | null;
  /** The number of nodes. A shared instance has no nodes of its own. */
  nodes: number | null;
  /** The disk that is added to the plan's disk; not set when the program declares none. */
  disk?: { extraSize: number; allowDowntime?: boolean };
  config: SettingValues;
  /** The broker's version, as last seen. */
  rmqVersion: string | null;
}

/** What a client of the instance needs. */
interface Access {
  /**
   * The URL that clients connect to, with user name and password: the internal URL for an instance in a VPC. Secret.
   */
  url: string;
  /** The URLs for clients outside and inside the VPC. Secret. */
  urls: { external?: string; internal?: string } | null;
  /** The host name for clients outside the VPC. */
  host: string;
  /** The host name for clients inside the VPC. */
  hostInternal: string | null;
  /** The name of the user as which clients connect. */
  username: string;
  /** The user's password. Secret. */
  password: string;
  /** The vhost that the URL names. */
  vhost: string;
  /** The instance's own API key. Secret. */
  apiKey: string;
}

/** An instance as state keeps it. */
export interface InstanceState extends Declared, Access {
  /** True when the instance could be used when last seen. */
  ready: boolean;
  /** The broker software. */
  backend: string | null;
  /** True when the instance is on a shared plan. */
  shared: boolean | null;
  /** The id that the cloud provider has for the instance, as the service shows it. */
  providerId: string | null;
  /** The price in USD per month at the time when the plan was last chosen. */
  monthlyPrice: number | null;
  /** The names of the nodes. */
  nodeNames?: string[];
}

/** What is known of the state of an instance. */
export type State = Partial<InstanceState>;

/** The facts that are known of an instance before its steps. A step that needs another fact looks for it. */
export interface Known
  extends Partial<Pick<InstanceState, "name" | "plan" | "region" | "nodes" | "disk" | "rmqVersion" | "config">> {
  /** The tags, including markers. */
  tags?: readonly string[];
  /** True where the service does not show the tags. */
  lacksTags?: true | undefined;
  /** The settings that were managed before, for the case that their present values are not known. */
  managed?: SettingValues;
}

/** Turns an answer into state, as no other function does; {@link networkState} and {@link nodesState} add the rest. */
export function toState(seen: InstanceDetail): State {
  return {
    name: seen.name,
    plan: seen.plan,
    region: seen.region,
    tags: seen.lacksTags ? undefined : withoutMarkers(seen.tags),
    vpc: seen.vpc?.id,
    vpcSubnet: seen.vpc?.subnet,
    rmqVersion: seen.rmq_version ?? undefined,
    url: seen.url ?? undefined,
    urls: seen.urls ?? undefined,
    host: seen.hostname_external ?? undefined,
    hostInternal: seen.hostname_internal ?? undefined,
    ...credentialsOf(seen.url),
    apiKey: seen.apikey ?? undefined,
    // The service leaves the field out for shared instances, which are ready.
    ready: seen.ready ?? true,
    backend: seen.backend ?? undefined,
    providerId: seen.providerid ?? undefined,
  };
}

/** The user, the password and the vhost, which the service tells only inside the URL. */
export function credentialsOf(url: string | undefined): Pick<State, "username" | "password" | "vhost"> {
  if (url === undefined || !URL.canParse(url)) return {};
  const parsed = new URL(url);
  return {
    username: decodePercent(parsed.username),
    password: decodePercent(parsed.password),
    vhost: decodePercent(parsed.pathname.slice(1)) || "/",
  };
}

/** The fields of state that come from the nodes; a shared instance has no nodes of its own. */
export function nodesState(nodes: readonly Node[]): Pick<InstanceState, "nodes" | "nodeNames"> {
  return { nodes: nodes.length > 0 ? nodes.length : null, nodeNames: nodes.map((node) => node.name).sort() };
}

/** The disk in GB that was added to a node's disk of the plan. */
export const addedTo = (node: Node): number => node.additional_disk_size ?? 0;

/** The disk that was added to the disk of the plan, as the nodes show it. */
export function diskOf(nodes: readonly Node[]): { extraSize: number } {
  const sizes = nodes.map(addedTo);
  return { extraSize: sizes.length === 0 ? 0 : Math.min(...sizes) };
}

/** The VPC of an instance. The list always names it, the answer for one instance only on some services. */
export async function networkState(call: Call & { client: Client }, seen: InstanceDetail, { fresh = true } = {}) {
  const listed = async () => (await call.client.instances.list(call, { fresh })).find((each) => each.id === seen.id);
  const vpc = seen.vpc?.id ?? (await listed())?.vpc_id;
  if (vpc === undefined) return { vpc: null, vpcSubnet: null };
  return { vpc, vpcSubnet: seen.vpc?.subnet ?? (await call.client.vpcs.find(vpc, call))?.subnet ?? null };
}

/** The fields of state from the catalogue. Price and tier become null where the catalogue lacks them. */
export async function planState(ctx: Ctx, plan: string): Promise<State> {
  const known = (await plansOnOffer(ctx))?.find((each) => each.name === plan);
  return { monthlyPrice: known?.price ?? null, shared: known?.shared ?? null, backend: known?.backend };
}

/** For each client, the tier of each plan (true if it is shared); undefined when neither state nor catalogue tells. */
const tiers = new WeakMap<Client, Map<string, boolean | undefined>>();

function tiersOf({ client }: Calling): Map<string, boolean | undefined> {
  const known = tiers.get(client) ?? new Map();
  tiers.set(client, known);
  return known;
}

/** Keeps whether an instance's plan is shared, so that no request to the catalogue is needed to find out. */
export function rememberTier(call: Calling, { plan, shared }: State): void {
  if (plan !== undefined && typeof shared === "boolean") tiersOf(call).set(plan, shared);
}

/** True when a plan is shared; undefined when neither state nor the catalogue, which is asked once, tells. */
async function tierOf(ctx: Ctx, plan: string): Promise<boolean | undefined> {
  const known = tiersOf(ctx.call);
  if (!known.has(plan)) known.set(plan, (await plansOnOffer(ctx))?.find((each) => each.name === plan)?.shared);
  return known.get(plan);
}

/** True when a plan is shared; false also when nothing tells. */
export const isSharedPlan = async (ctx: Ctx, plan: string): Promise<boolean> => (await tierOf(ctx, plan)) ?? false;

/** The nodes as the service shows them now; undefined when a dedicated instance, which must have nodes, shows none. */
export async function nodesShown(ctx: Ctx, id: string, plan: string): Promise<readonly Node[] | undefined> {
  const isShared = await tierOf(ctx, plan);
  if (isShared) return [];
  const nodes = await ctx.call.client.instance(id).nodes(ctx.call);
  return isShared === false ? unlessNone(nodes) : nodes;
}

/** The nodes of a dedicated instance; a shared instance has no nodes of its own. */
export const nodesOf = (ctx: Ctx, id: string, plan: string): Promise<Node[]> =>
  waitForNodes(ctx.call, id, () => nodesShown(ctx, id, plan));
