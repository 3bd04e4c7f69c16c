import type { Alarm, InstanceItem, Peering, Plan, Recipient, VpcConnectInfo } from "../../api";
import { cleanLine, describeError, isNotFound } from "../../api";
import { canonicalNetwork } from "../../resources/firewall/rules";
import { withoutMarkers } from "../../resources/shared/marker";
import { partIdOf } from "../../resources/shared/partKind";
import { compareVersions, highest } from "../../resources/shared/versions";
import { peeringIds } from "../../resources/vpcPeering/state";
import { listAccount, unlessRefused } from "../adopt/account";
import type { Session } from "../adopt/session";
import type { MapBroker, MapLink, MapNetwork } from "./model";

/** Reads the account: each collection once. Every text is printable. */
export async function readAccount(session: Session): Promise<MapNetwork[]> {
  const { client, call, choice } = session;
  const [{ instances, vpcs }, plans] = await Promise.all([listAccount(session, choice), client.plans.list(call)]);
  const prices = new Map(plans.map((plan) => [plan.name, plan]));
  let done = 0;
  const read = async (item: InstanceItem) => {
    const broker = await readBroker(session, item, prices.get(item.plan));
    session.progress.say(`reading the account… ${++done} of ${instances.length} brokers`);
    return [item.vpc_id, ...broker] as const;
  };
  const brokers = await Promise.all(instances.map(read));
  const inNetwork = (id?: string) =>
    brokers.filter(([of]) => of === id || (id === undefined && !vpcs.some((vpc) => vpc.id === of)));
  const known = vpcs.map(async ({ id, name, region, subnet, tags }): Promise<MapNetwork> => {
    const inside = inNetwork(id);
    // All brokers of a network tell the same peerings.
    const teller = inside.find(([, { unread }, , isShared]) => !isShared && unread.length === 0)?.[1].id;
    const links = teller === undefined ? [] : await readPeerings(session, teller);
    return {
      ...{
        id,
        name: cleanLine(name) || id,
        region: cleanLine(region),
        subnet: cleanLine(subnet),
        tags: tagsOf(tags),
        stack: stackOf(session, "Vpc", id),
      },
      ...{ brokers: inside.map(([, broker]) => broker), links: [...links, ...inside.flatMap(([, , links]) => links)] },
    };
  });
  const outside = inNetwork();
  const rest = {
    name: "Without a network",
    tags: [],
    brokers: outside.map(([, broker]) => broker),
    links: outside.flatMap(([, , links]) => links),
  };
  return [...(await Promise.all(known)), ...(outside.length > 0 ? [rest] : [])];
}

const tagsOf = (tags: readonly string[]) => withoutMarkers(tags).map((tag) => cleanLine(tag));

/** The stack of this project that has something. */
function stackOf({ own, others, managed }: Session, type: string, id: string): string | undefined {
  const key = managed.keyOf({ type, id });
  const found = [...own, ...others].find((each) => managed.keyOf(each) === key || (type === "Vpc" && each.vpc === id));
  return found && cleanLine(found.urn.split(":")[2] ?? "");
}

/** A broker with its private connections, and whether it shares its machines with others. */
async function readBroker(session: Session, item: InstanceItem, plan?: Plan): Promise<[MapBroker, MapLink[], boolean]> {
  const { client, call } = session;
  const { id } = item;
  const isShared = plan?.shared === true;
  const unread: string[] = [];
  const detail = await client.instances.find(id, call);
  const broker: MapBroker = {
    ...{
      id,
      name: cleanLine(item.name) || id,
      plan: cleanLine(item.plan),
      region: cleanLine(item.region),
      tags: tagsOf(item.tags),
    },
    ...{ price: plan?.price, stack: stackOf(session, "Instance", id), silentAlarms: [], unread },
  };
  if (detail === undefined || detail.ready === false) {
    unread.push(detail === undefined ? "it was deleted meanwhile" : "it is still being made, or changed");
    return [broker, [], isShared];
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
  return [
    {
      ...broker,
      ...{ nodes: detail.nodes, version: version && cleanLine(version), upgrade: upgrade && cleanLine(upgrade) },
      ...{
        access: rules?.map(({ ip }) => cleanLine(canonicalNetwork(ip))),
        silentAlarms: silentAmong(alarms, recipients),
      },
    },
    connect === undefined || connect.status === "disabled" ? [] : [connectionOf(session, id, connect)],
    isShared,
  ];
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

function connectionOf(session: Session, broker: string, connect: VpcConnectInfo): MapLink {
  const allowed = [connect.allowed_principals, connect.approved_subscriptions, connect.allowed_projects].flatMap(
    (each) => each ?? [],
  );
  const to = allowed.length > 0 ? allowed.join(", ") : "nobody yet";
  return {
    kind: "private connection",
    to: cleanLine(to),
    status: cleanLine(connect.status),
    broker,
    stack: stackOf(session, "VpcConnect", partIdOf({ type: "VpcConnect" }, broker)),
  };
}

/** The peerings of the network in which a broker is. */
async function readPeerings(session: Session, instance: string): Promise<MapLink[]> {
  const { peerings } = await unlessRefused(
    () => session.client.instance(instance).peerings.list(session.call),
    () => ({ peerings: [] as Peering[] }),
  );
  return peerings.map(({ id, askedBy, requester, accepter, network, status }) => {
    const side = askedBy === "peer" ? requester : accepter;
    const to = [side?.vpc, side?.subnet, network].filter(Boolean).join(" ") || id;
    return {
      kind: "peering",
      to: cleanLine(to),
      status: cleanLine(status),
      stack: stackOf(session, "VpcPeering", peeringIds.make({ instance, id })),
    };
  });
}
