import type { Alarm, InstanceItem, Peering, Plan, Recipient, VpcConnectInfo } from "../../api";
import { cleanLine, describeError, isNotFound } from "../../api";
import { canonicalNetwork } from "../../resources/firewall/rules";
import { withoutMarkers } from "../../resources/shared/marker";
import { partIdOf } from "../../resources/shared/partKind";
import { compareVersions, highest } from "../../resources/shared/versions";
import { peeringIds } from "../../resources/vpcPeering/state";
import { listAccount, unlessRefused } from "../adopt/account";
import type { Session } from "../adopt/session";
import { type MapBroker, type MapLink, type MapNetwork, withoutNetwork } from "./model";

/** The stack of this project that has something. */
type StackOf = (type: string, id: string) => string | undefined;

/** Reads the account: each collection once. Every text is printable. */
export async function readAccount(session: Session): Promise<MapNetwork[]> {
  const { client, call, choice, progress } = session;
  const stackOf = stacksIn(session);
  const [{ instances, vpcs }, plans] = await Promise.all([listAccount(session, choice), client.plans.list(call)]);
  const offers = new Map(plans.map((plan) => [plan.name, plan]));
  let done = 0;
  const read = async (item: InstanceItem) => {
    const found = await readBroker(session, stackOf, item, offers.get(item.plan));
    progress.say(`reading the account… ${++done} of ${instances.length} brokers`);
    return { ...found, network: vpcs.some(({ id }) => id === item.vpc_id) ? item.vpc_id : undefined };
  };
  const brokers = await Promise.all(instances.map(read));
  const inside = (id?: string) => {
    const all = brokers.filter(({ network }) => network === id);
    return { all, brokers: all.map(({ broker }) => broker), links: all.flatMap(({ links }) => links) };
  };
  const known = vpcs.map(async ({ id, name, region, subnet, tags }): Promise<MapNetwork> => {
    const { all, brokers, links } = inside(id);
    // All brokers of a network tell the same peerings.
    const teller = all.find(({ broker, isShared }) => !isShared && broker.unread.length === 0)?.broker.id;
    const peerings = teller === undefined ? [] : await readPeerings(session, stackOf, teller);
    const about = { name: cleanLine(name) || id, region: cleanLine(region), subnet: cleanLine(subnet) };
    return { id, ...about, tags: tagsOf(tags), stack: stackOf("Vpc", id), brokers, links: [...peerings, ...links] };
  });
  const { all, brokers: alone, links } = inside();
  const rest = { name: withoutNetwork, tags: [], brokers: alone, links };
  return [...(await Promise.all(known)), ...(all.length > 0 ? [rest] : [])];
}

const tagsOf = (tags: readonly string[]) => withoutMarkers(tags).map((tag) => cleanLine(tag));

function stacksIn({ own, others, managed: { keyOf } }: Session): StackOf {
  const resources = [...own, ...others].flatMap(({ urn, vpc, ...resource }) => {
    const stack = cleanLine(urn.split(":")[2] ?? "");
    const made = vpc === undefined ? [] : [[keyOf({ type: "Vpc", id: vpc }), stack] as const];
    return [[keyOf(resource), stack] as const, ...made];
  });
  const stacks = new Map(resources);
  return (type, id) => stacks.get(keyOf({ type, id }));
}

/** A broker with its private connections, and whether it shares its machines with others. */
async function readBroker(session: Session, stackOf: StackOf, item: InstanceItem, plan?: Plan) {
  const [{ client }, { id }] = [session, item];
  const call = { ...session.call, subject: `instance ${id}` };
  const isShared = plan?.shared === true;
  const unread: string[] = [];
  const detail = await client.instances.find(id, call);
  const about = { name: cleanLine(item.name) || id, plan: cleanLine(item.plan), region: cleanLine(item.region) };
  const placed = { tags: tagsOf(item.tags), price: plan?.price, stack: stackOf("Instance", id) };
  const broker: MapBroker = { id, ...about, ...placed, silentAlarms: [], unread };
  if (detail === undefined || detail.ready === false) {
    unread.push(detail === undefined ? "it was deleted meanwhile" : "it is still being made, or changed");
    return { broker, links: [], isShared };
  }
  const api = client.instance(id);
  const ask = <T>(what: string, question: () => Promise<T>) =>
    unlessRefused<T | undefined>(question, (refusal) => {
      // A refusal is what a shared plan answers for everything that it does not have.
      if (!isShared) unread.push(cleanLine(`${what}: ${describeError(refusal)}`));
      return undefined;
    });
  const [rules, alarms, recipients, versions, connect] = await Promise.all([
    ask("the firewall", () => api.firewall.rules(call)),
    ask("the alarms", () => api.alarms.list(call)),
    ask("the recipients", () => api.recipients.list(call)),
    isShared ? undefined : ask("the versions", () => api.availableVersions(call)),
    isShared ? undefined : ask("the private connectivity", () => api.vpcConnect.get(call).catch(neverEnabled)),
  ]);
  const version = detail.rmq_version;
  const newer = versions?.broker_versions.filter((each) => version !== undefined && compareVersions(each, version) > 0);
  const upgrade = highest(newer ?? []);
  const seen = { nodes: detail.nodes, version: version && cleanLine(version), upgrade: upgrade && cleanLine(upgrade) };
  const access = rules?.map(({ ip }) => cleanLine(canonicalNetwork(ip)));
  const stack = stackOf("VpcConnect", partIdOf({ type: "VpcConnect" }, id));
  const isConnected = connect !== undefined && connect.status !== "disabled";
  const links = isConnected ? [{ ...connectionTo(connect), broker: id, stack }] : [];
  return { broker: { ...broker, ...seen, access, silentAlarms: silentAmong(alarms, recipients) }, links, isShared };
}

function neverEnabled(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
  return undefined;
}

/** The alarms that reach nobody: one that names no recipient reaches all that there are. */
function silentAmong(alarms: readonly Alarm[] = [], recipients?: readonly Recipient[]): string[] {
  if (recipients === undefined) return [];
  const known = new Set(recipients.map((recipient) => Number(recipient.id)));
  const reaches = ({ recipients: named }: Alarm) =>
    named?.length ? named.some((each) => known.has(each)) : known.size > 0;
  return [
    ...new Set(alarms.filter((alarm) => alarm.enabled !== false && !reaches(alarm)).map(({ type }) => cleanLine(type))),
  ];
}

function connectionTo(connect: VpcConnectInfo): MapLink {
  const lists = [connect.allowed_principals, connect.approved_subscriptions, connect.allowed_projects];
  const to = cleanLine(lists.flatMap((each) => each ?? []).join(", ")) || "nobody yet";
  return { kind: "private connection", to, status: cleanLine(connect.status) };
}

/** The peerings of the network in which a broker is. */
async function readPeerings({ client, call }: Session, stackOf: StackOf, instance: string): Promise<MapLink[]> {
  const { peerings } = await unlessRefused(
    () => client.instance(instance).peerings.list(call),
    () => ({ peerings: [] as Peering[] }),
  );
  return peerings.map(({ id, askedBy, requester, accepter, network, status }) => {
    const side = askedBy === "peer" ? requester : accepter;
    const to = [side?.vpc, side?.subnet, network].filter(Boolean).join(" ") || id;
    const stack = stackOf("VpcPeering", peeringIds.make({ instance, id }));
    return { kind: "peering", to: cleanLine(to), status: cleanLine(status), stack };
  });
}
