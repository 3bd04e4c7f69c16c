import type { Client, InstanceDetail, Node } from "../api";
import type { Context } from "../framework/definition";
import { plansOnOffer } from "./catalogue";
import type { InstanceValues } from "./instance-args";
import { withoutMarkers } from "./marker";
import type { SettingValues } from "./settings";

/** An instance as state keeps it. */
export interface InstanceState
  extends Omit<InstanceValues, "vpc" | "vpcSubnet" | "nodes" | "rmqVersion" | "config" | "disk"> {
  disk: { extraSize: number; allowDowntime?: boolean };
  vpc: string | null;
  vpcSubnet: string | null;
  nodes: number | null;
  rmqVersion: string | null;
  config: SettingValues;
  url: string | null;
  urls: { external?: string; internal?: string } | null;
  host: string | null;
  hostInternal: string | null;
  username: string | null;
  password: string | null;
  vhost: string | null;
  apiKey: string | null;
  ready: boolean;
  backend: string | null;
  shared: boolean | null;
  providerId: string | null;
  monthlyPrice: number | null;
  nodeNames: string[];
}

/**
 * The only mapping of an instance from the wire to state. A VPC that the answer does not show is no proof that the
 * instance left it: only of an object that nothing is known of (`knownBefore` false) absence counts.
 */
export function toState(seen: InstanceDetail, knownBefore: boolean): Partial<InstanceState> {
  const absent = knownBefore ? undefined : null;
  return {
    name: seen.name,
    plan: seen.plan,
    region: seen.region,
    tags: withoutMarkers(seen.tags),
    vpc: seen.vpc?.id ?? absent,
    vpcSubnet: seen.vpc?.subnet ?? absent,
    nodes: seen.nodes ?? null,
    rmqVersion: seen.rmq_version ?? undefined,
    url: seen.url ?? undefined,
    urls: seen.urls ?? undefined,
    host: seen.hostname_external ?? undefined,
    hostInternal: seen.hostname_internal ?? undefined,
    ...credentialsOf(seen.url),
    apiKey: seen.apikey ?? undefined,
    // The service leaves it out for shared instances: absent means ready.
    ready: seen.ready ?? true,
    backend: seen.backend ?? undefined,
    providerId: seen.providerid ?? undefined,
  };
}

/** User, password and vhost, which the service tells only inside the URL. */
function credentialsOf(url: string | undefined): Pick<Partial<InstanceState>, "username" | "password" | "vhost"> {
  if (url === undefined || !URL.canParse(url)) return {};
  const parsed = new URL(url);
  return {
    username: decoded(parsed.username),
    password: decoded(parsed.password),
    vhost: decoded(parsed.pathname.slice(1)) || "/",
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What the nodes add to state. */
export function nodesState(nodes: readonly Node[]): Partial<InstanceState> {
  return { nodeNames: nodes.map((node) => node.name).sort() };
}

/** What the catalogue adds to state, as of now. */
export async function planState(ctx: Context<Client>, plan: string): Promise<Partial<InstanceState>> {
  const known = (await plansOnOffer(ctx))?.find((each) => each.name === plan);
  return known === undefined ? {} : { monthlyPrice: known.price, shared: known.shared, backend: known.backend };
}
