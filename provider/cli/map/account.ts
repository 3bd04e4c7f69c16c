// `map/draw.tsx` calls `readAccount` and `explainAbsent`. More facts may be read. A failure of one broker must go into
// its `unread`, because the map must still show the other brokers. Every text must be printable, because a terminal
// obeys control characters in names.
import type { Alarm, InstanceItem, Plan, Recipient, VpcConnectInfo } from "../../api";
import { cleanLine, describeError, isApiError } from "../../api";
import { canonicalNetwork } from "../../resources/firewall/rules";
import { withoutMarkers } from "../../resources/shared/marker";
import { partIdOf } from "../../resources/shared/partKind";
import { noneIfNotFound } from "../../resources/shared/refusals";
import { compareVersions, highest } from "../../resources/shared/versions";
import { peeringIds } from "../../resources/vpcPeering/state";
import { dead } from "../../resources/vpcPeering/steps";
import { busy, isOpenTo, isRefusal, listAccount, noKeys } from "../adopt/account";
import { otherSideOf } from "../adopt/onBroker";
import type { Session } from "../adopt/session";
import { areaOf, betweenStacks, type MapBroker, type MapLink, type MapNetwork, withoutNetwork } from "./model";

/** The names of the stacks of this project that have a thing, as one text. */
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
    return found === undefined ? [] : [{ ...found, network: item.vpc_id }];
  };
  const brokers = (await Promise.all(instances.map(read))).flat();
  const known = vpcs.map(async ({ id, name, region, subnet, tags }): Promise<MapNetwork> => {
    const inside = brokers.filter(({ network }) => network === id);
    const teller = inside.find(({ broker, isShared }) => isShared === false && broker.unread.length === 0);
    const peerings = teller ? await readPeerings(session, stackOf, teller) : [];
    const links = [...peerings, ...inside.flatMap((each) => each.links)];
    const about = { name: cleanLine(name) || id, region: cleanLine(region), subnet: cleanLine(subnet) };
    const all = inside.map(({ broker }) => broker);
    return { key: id, id, ...about, tags: tagsOf(tags), stack: stackOf("Vpc", id), brokers: all, links };
  });
  const networks = await Promise.all(known);
  for (const { network, broker, links } of brokers.filter(({ network }) => !vpcs.some(({ id }) => id === network))) {
    const area = areaOf(
      networks,
      network === undefined ? withoutNetwork : `In VPC ${network}, which the service does not list`,
    );
    area.brokers.push(broker);
    area.links.push(...links);
  }
  return networks;
}

const tagsOf = (tags: readonly string[]) => withoutMarkers(tags).map((tag) => cleanLine(tag));

function stacksIn({ own, others, managed: { keyOf } }: Session): StackOf {
  const stacks = new Map<string, Set<string>>();
  for (const { urn, vpc, ...resource } of [...own, ...others]) {
    const keys = [keyOf(resource), ...(vpc === undefined ? [] : [keyOf({ type: "Vpc", id: vpc })])];
    for (const key of keys) stacks.set(key, (stacks.get(key) ?? new Set()).add(cleanLine(urn.split(":")[2] ?? "")));
  }
  return (type, id) => {
    const found = stacks.get(keyOf({ type, id }));
    return found && [...found].join(betweenStacks);
  };
}

/** A line for the brokers and networks that stacks have and the account lacks: deleted outside, or of another account. */
export function explainAbsent(networks: readonly MapNetwork[], held: Session["own"]): string[] {
  const shown = networks.flatMap(({ id, brokers }) => [`Vpc ${id}`, ...brokers.map((each) => `Instance ${each.id}`)]);
  const absent = held.flatMap(({ type, id }) => (/^(Instance|Vpc)$/.test(type) ? [`${type} ${id}`] : []));
  const lacking = [...new Set(absent)].filter((each) => !shown.includes(each));
  return lacking.length === 0 ? [] : [`in a stack, and not in the account: ${cleanLine(lacking.join(", "))}`];
}

/** A broker with its private connections, and whether it shares its machines with others. */
async function readBroker(session: Session, stackOf: StackOf, item: InstanceItem, plan?: Plan) {
  const [{ client }, { id }] = [session, item];
  const call = { ...session.call, subject: `instance ${id}` };
  // `isShared` stays undefined for a plan that the service no longer offers.
  const isShared = plan?.shared;
  const unread: string[] = [];
  const about = { name: cleanLine(item.name) || id, plan: cleanLine(item.plan), region: cleanLine(item.region) };
  const placed = { tags: tagsOf(item.tags), price: plan?.price, stack: stackOf("Instance", id) };
  const broker: MapBroker = { id, ...about, ...placed, silentAlarms: [], unread };
  /** The answer to a question; undefined after a failure, so that one broker does not hide all others. */
  const ask = async <T>(what: string, question: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await question();
    } catch (error) {
      if (!isApiError(error) || error.kind === "stopped") throw error;
      // A shared plan answers with a refusal for everything that the plan lacks.
      if (isShared === false || !isRefusal(error)) unread.push(cleanLine(`${what}: ${describeError(error)}`));
      return undefined;
    }
  };
  const found = { broker, links: [] as MapLink[], isShared, ask };
  const detail = await ask("the broker", async () => (await client.instances.find(id, call)) ?? "gone");
  if (detail === "gone") return undefined;
  if (detail === undefined) return found;
  if (detail.ready === false) unread.push(busy);
  else if (!isOpenTo(client, detail)) unread.push(noKeys);
  if (unread.length > 0) return found;
  const api = client.instance(id);
  const [rules, alarms, recipients, versions, connect] = await Promise.all([
    ask("the firewall", () => api.firewall.rules(call)),
    ask("the alarms", () => api.alarms.list(call)),
    ask("the recipients", () => api.recipients.list(call)),
    isShared ? undefined : ask("the versions", () => api.availableVersions(call)),
    // A 404 says that nobody has ever enabled it.
    isShared ? undefined : ask("the private connectivity", () => api.vpcConnect.get(call).catch(noneIfNotFound)),
  ]);
  const version = detail.rmq_version;
  const isNewer = (each: string) => /^\d/.test(each) && version !== undefined && compareVersions(each, version) > 0;
  const upgrade = highest(versions?.broker_versions.filter(isNewer) ?? []);
  const seen = { nodes: detail.nodes, version: version && cleanLine(version), upgrade: upgrade && cleanLine(upgrade) };
  const access = rules?.map(({ ip }) => cleanLine(canonicalNetwork(ip)));
  const stack = stackOf("VpcConnect", partIdOf({ type: "VpcConnect" }, id));
  const isConnected = connect !== undefined && connect.status !== "disabled";
  const links = isConnected ? [{ ...connectionTo(connect), broker: id, stack }] : [];
  Object.assign(broker, { ...seen, access, silentAlarms: silentAmong(alarms, recipients) });
  return { ...found, links };
}

/** The alarms that reach nobody. An alarm that names no recipient reaches all recipients. */
function silentAmong(alarms: readonly Alarm[] = [], recipients?: readonly Recipient[]): string[] {
  if (recipients === undefined) return [];
  const known = new Set(recipients.map((recipient) => Number(recipient.id)));
  const reaches = ({ recipients: named }: Alarm) =>
    named?.length ? named.some((each) => known.has(each)) : known.size > 0;
  const silent = alarms.filter((alarm) => alarm.enabled !== false && !reaches(alarm));
  return [...new Set(silent.map(({ type }) => cleanLine(type)))];
}

function connectionTo(connect: VpcConnectInfo): MapLink {
  const lists = [connect.allowed_principals, connect.approved_subscriptions, connect.allowed_projects];
  const to = cleanLine(lists.flatMap((each) => each ?? []).join(", ")) || "nobody yet";
  return { kind: "private connection", to, status: cleanLine(connect.status) };
}

/** The peerings of a broker's network, which every broker of the network lists. A dead peering connects nothing. */
async function readPeerings({ client, call }: Session, stackOf: StackOf, { broker, ask }: Read): Promise<MapLink[]> {
  const instance = broker.id ?? "";
  const listed = await ask("the peerings", () => client.instance(instance).peerings.list(call));
  const alive = (listed?.peerings ?? []).filter(({ status }) => !dead.includes(status));
  return alive.map((peering) => {
    const { id, network, status } = peering;
    const side = otherSideOf(peering);
    const to = [side?.vpc, side?.subnet, network].filter(Boolean).join(" ") || id;
    const stack = stackOf("VpcPeering", peeringIds.make({ instance, id }));
    return { kind: "peering", to: cleanLine(to), status: cleanLine(status), stack };
  });
}

type Read = NonNullable<Awaited<ReturnType<typeof readBroker>>>;
