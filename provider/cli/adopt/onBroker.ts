// `account.ts` runs `finders` on every broker, and `dedicatedFinders` on dedicated plans; `map/account.ts` calls
// `otherSideOf`. A kind outside a collection needs a finder here; any other kind needs none. The service itself makes
// some objects with a broker: the finders pass over them, because nobody made them. Recipients must come before alarms,
// because the program declares things in this order and alarms refer to recipients.
import type { Alarm, Call, Client, InstanceClient, Integration, Peering, Recipient } from "../../api";
import type { AnyDefinition } from "../../framework/kind/definition";
import { defaultAlarms, isAlarmType } from "../../resources/alarm/schema";
import { findDefault } from "../../resources/alarm/steps";
import { definitionOf, definitions } from "../../resources/definitions";
import { canonicalNetwork, defaultRule, sameRule, toRule } from "../../resources/firewall/rules";
import { pluginIds } from "../../resources/plugin/steps";
import { collectionOf } from "../../resources/shared/childKind";
import { partIdOf } from "../../resources/shared/partKind";
import { peeringIds } from "../../resources/vpcPeering/state";
import type { Candidate, Found } from "./take";

/** The broker on which things are looked for. */
interface Place {
  instance: string;
  api: InstanceClient;
  call: Call;
  /** The names of the community plugins that are on offer for any of the brokers. */
  communityPlugins(): Promise<ReadonlySet<string>>;
  /** True where the broker's network is not taken over. The network's peerings then stay outside, too. */
  hasForeignNetwork: boolean;
}

/** Finds the things of one kind on a broker. */
interface Finder {
  /** The words for these things in a line about things that were left out. */
  what: string;
  find(place: Place): Promise<Found[]>;
}

/** What a program has to know of a thing, beside its kind and its id. */
type Told = Omit<Candidate, "definition" | "id">;

/** An object in a collection, as far as its name depends on it. */
type Item = { id: string; name?: string | null; queue?: string };

/** How the objects of a kind are described, where the usual description is not enough. */
interface Telling {
  what?: string;
  /** The part of the id that tells two collections of one kind apart, such as `logs`. */
  kind?: string;
  /** A kind may ask for more than an `Item`: the objects are those of its own collection. */
  tell?(item: Item, all: readonly Item[]): Told;
}

/** Finds the objects of a kind in a collection of the broker, each called by its name or its queue, and by its kind. */
function inCollection(definition: AnyDefinition<Client>): Finder[] {
  const found = collectionOf(definition);
  if (found === undefined) return [];
  const { ids, name, collection } = found;
  const tellUsual = (item: Item): Told => ({
    label: [item.name ?? item.queue ?? [], name.replaceAll(" ", "-")].flat().join("-"),
  });
  return (tellings.get(definition) ?? [{}]).map(({ what = `the ${name}s`, kind, tell = tellUsual }) => ({
    what,
    async find({ instance, api, call }) {
      const all: Item[] = await collection(api, kind ?? "").list(call);
      return all.map((item) => ({ definition, id: ids.make({ instance, number: item.id, kind }), ...tell(item, all) }));
    },
  }));
}

/** Finds a thing that a broker has once or not at all. */
function single(what: string, type: string, tell: (place: Place) => Promise<Told | false>): Finder {
  const definition = definitionOf(type);
  const find = async (place: Place) => {
    const told = await tell(place);
    return told ? [{ definition, id: partIdOf(definition, place.instance), ...told }] : [];
  };
  return { what, find };
}

const tellIntegration = ({ type }: Integration): Told => ({ label: type.replaceAll("_", "-") });

/** The kinds with a description of their own, or to which other kinds refer: these kinds come first. */
const tellings = new Map<AnyDefinition, Telling[]>([
  [definitionOf("Recipient"), [{ tell: tellRecipient }]],
  [definitionOf("Alarm"), [{ tell: tellAlarm }]],
  [
    definitionOf("Integration"),
    [
      { what: "the log integrations", kind: "logs", tell: tellIntegration },
      { what: "the metrics integrations", kind: "metrics", tell: tellIntegration },
    ],
  ],
  [definitionOf("Webhook"), [{}]],
]);

/** The kinds of things on any broker, in the order in which a program declares them. */
export const finders: readonly Finder[] = [
  single("the firewall", "FirewallRuleSet", tellFirewall),
  // A kind in a collection needs no line here or above, if the usual description does.
  ...[...new Set([...tellings.keys(), ...definitions])].flatMap(inCollection),
  { what: "the plugins", find: findPlugins },
  single("the custom domain", "CustomDomain", async ({ api, call }) => {
    const { hostname } = await api.customDomain.get(call);
    return hostname !== undefined && { label: "custom-domain" };
  }),
  single("the maintenance settings", "MaintenanceSettings", async ({ api, call }) => {
    const { preferred_maintenance_day: day, preferred_maintenance_time: time } = await api.maintenance.get(call);
    return (day ?? time) !== undefined && { label: "maintenance" };
  }),
];

/** The kinds of things that only brokers on dedicated plans have. */
export const dedicatedFinders: readonly Finder[] = [
  { what: "the planned maintenance", find: findPlannedMaintenance },
  { what: "the peerings", find: findPeerings },
  single("the VPC Connect", "VpcConnect", async ({ api, call }) => {
    const { status } = await api.vpcConnect.get(call);
    return status !== "disabled" && { label: "vpc-connect" };
  }),
  single("HiPE", "Hipe", async ({ api, call }) => {
    const nodes = await api.nodes(call, { shared: true });
    const on = nodes.filter(({ hipe }) => hipe === true).map(({ name }) => name);
    return on.length > 0 && { label: "hipe", given: on.length < nodes.length ? { nodes: on } : {} };
  }),
];

function tellAlarm({ id, type }: Alarm, all: readonly Alarm[]): Told {
  const isDefault = isAlarmType(type) && defaultAlarms[type] !== undefined && findDefault(all, type)?.id === id;
  return { label: type, ...(isDefault && { isOfService: true, given: { adoptDefault: true } }) };
}

function tellRecipient({ id, name, type }: Recipient, all: readonly Recipient[]): Told {
  // The service makes a recipient of this name with every broker.
  const usual = "Default";
  const oldest = Math.min(...all.filter((each) => each.name === usual).map((each) => Number(each.id)));
  return {
    label: name || type,
    ...(Number(id) === oldest && { isOfService: true, given: { adoptDefault: true }, usual: { name: usual } }),
    // The class names a recipient that has no name.
    correct: ({ name, ...seen }) => (name === "" ? seen : { ...seen, name }),
  };
}

async function tellFirewall({ api, call }: Place): Promise<Told | false> {
  const rules = await api.firewall.rules(call);
  const [only, ...others] = rules.map(toRule);
  if (others.length === 0 && sameRule(only, defaultRule)) return false;
  const peers = rules.some(({ description }) => description === undefined) ? await peerNetworks(api, call) : new Set();
  const isAdded = ({ ip, description }: (typeof rules)[number]) =>
    /^vpc[ _-]?(peering|connect)/i.test(description ?? "") || peers.has(canonicalNetwork(ip));
  const unmanaged = rules.filter(isAdded).map(({ ip }) => toRule({ ip, services: [], ports: [] }).ip);
  return { label: "firewall", given: { mode: "exclusive", unmanaged } };
}

/** The networks on the other side of the broker's peerings. */
async function peerNetworks(api: InstanceClient, call: Call): Promise<Set<string>> {
  const { peerings } = await api.peerings.list(call);
  return new Set(peerings.flatMap((each) => otherSideOf(each)?.subnet ?? []).map(canonicalNetwork));
}

/** The side of a peering that is not the broker's. */
export const otherSideOf = ({ askedBy, requester, accepter }: Peering) => (askedBy === "peer" ? requester : accepter);

/** Only offers for other brokers tell a community plugin, because no broker is offered a plugin that it has. */
async function findPlugins({ instance, api, call, communityPlugins }: Place): Promise<Found[]> {
  const [all, ofCommunity] = await Promise.all([api.plugins.list(call), communityPlugins()]);
  return all
    .filter(({ enabled, required }) => enabled && !required)
    .map(({ name }) => ({
      definition: definitionOf("Plugin"),
      id: pluginIds.make({ instance, name, community: ofCommunity.has(name) }),
      label: name,
      // The service enables this plugin on every broker, beside those that it requires.
      isOfService: name === "broker_shovel",
      usual: { community: false },
    }));
}

/** Planned maintenance passes by itself, and a declaration of its date would be left behind. */
async function findPlannedMaintenance({ instance, api, call }: Place): Promise<Found[]> {
  return (await api.maintenance.planned(call)).map(({ id, scheduled_by: date }) => ({
    what: `maintenance ${id} of instance ${instance}${date === undefined ? "" : ` (${date})`}`,
    why: `without a resource, this maintenance takes place as planned. To change its date, declare a MaintenanceDate with maintenance: "${id}"`,
  }));
}

async function findPeerings({ instance, api, call, hasForeignNetwork }: Place): Promise<Found[]> {
  if (hasForeignNetwork) return [];
  const { peerings } = await api.peerings.list(call);
  return peerings.map(({ id, status, askedBy }) => {
    const what = `peering ${id} (${status})`;
    const way = `declare a VpcPeering with acceptRequest: "${id}"`;
    if (status === "pending-acceptance" && askedBy === "peer")
      return { what, why: `nobody has accepted this peering. To accept it, ${way}` };
    if (status !== "active" && status !== "pending-acceptance") return { what, why: "it is not active" };
    return { definition: definitionOf("VpcPeering"), id: peeringIds.make({ instance, id }), label: "peering" };
  });
}
