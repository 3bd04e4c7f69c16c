import type { Call, InstanceClient, Peering } from "../../api";
import { findDefault } from "../../resources/alarm/defaults";
import { alarmDefinition } from "../../resources/alarm/definition";
import { isAlarmType } from "../../resources/alarm/schema";
import { alarmIds } from "../../resources/alarm/state";
import { customDomainDefinition } from "../../resources/customDomain/customDomain";
import { customDomainIds } from "../../resources/customDomain/steps";
import { eventBridgeDefinition, eventBridgeIds } from "../../resources/eventBridge";
import { firewallRuleSetDefinition } from "../../resources/firewall/firewallRuleSet";
import { canonicalNetwork, sameRule, toRule } from "../../resources/firewall/rules";
import { firewallIds } from "../../resources/firewall/writes";
import { hipeDefinition, hipeIds } from "../../resources/hipe";
import { integrationDefinition, integrationIds } from "../../resources/integration/integration";
import { maintenanceSettingsDefinition, maintenanceSettingsIds } from "../../resources/maintenanceSettings";
import { pluginDefinition } from "../../resources/plugin/plugin";
import { pluginId } from "../../resources/plugin/steps";
import { recipientDefinition, recipientIds } from "../../resources/recipient";
import { madeByService } from "../../resources/shared/madeByService";
import { vpcConnectDefinition, vpcConnectIds } from "../../resources/vpcConnect/vpcConnect";
import { vpcPeeringDefinition } from "../../resources/vpcPeering/definition";
import { peeringIds } from "../../resources/vpcPeering/state";
import { webhookDefinition, webhookIds } from "../../resources/webhook";
import type { Found } from "./candidate";

/** The broker on which things are looked for. */
export interface Place {
  instance: string;
  api: InstanceClient;
  call: Call;
  /** The names of the community plugins that are on offer for any of the brokers. */
  communityPlugins(): Promise<ReadonlySet<string>>;
}

/** Finds the things of one kind on a broker. */
interface Finder {
  /** What is looked for, as a line that says it was left out names it. */
  what: string;
  /** True for things that only brokers on dedicated plans have. */
  dedicated?: true;
  find(place: Place): Promise<Found[]>;
}

/** The kinds of things on a broker, in the order in which a program declares them. */
export const finders: readonly Finder[] = [
  { what: "the firewall", find: findFirewall },
  { what: "the recipients", find: findRecipients },
  { what: "the alarms", find: findAlarms },
  { what: "the log integrations", find: (place) => findIntegrations(place, "logs") },
  { what: "the metrics integrations", find: (place) => findIntegrations(place, "metrics") },
  { what: "the webhooks", find: findWebhooks },
  { what: "the event bridges", find: findEventBridges },
  { what: "the plugins", find: findPlugins },
  { what: "the custom domain", find: findCustomDomain },
  { what: "the maintenance settings", find: findMaintenanceSettings },
  { what: "the planned maintenance", dedicated: true, find: findPlannedMaintenance },
  { what: "the peerings", dedicated: true, find: findPeerings },
  { what: "the VPC connect", dedicated: true, find: findVpcConnect },
  { what: "HiPE", dedicated: true, find: findHipe },
];

async function findAlarms({ instance, api, call }: Place): Promise<Found[]> {
  const all = await api.alarms.list(call);
  return all.map((alarm) => {
    const { type } = alarm;
    const isDefault =
      isAlarmType(type) && madeByService.alarms.includes(type) && findDefault(all, type)?.id === alarm.id;
    return {
      definition: alarmDefinition,
      id: alarmIds.make({ instance, number: alarm.id }),
      label: type,
      ...(isDefault && { isOfService: true, given: { adoptDefault: true } }),
    };
  });
}

async function findRecipients({ instance, api, call }: Place): Promise<Found[]> {
  const all = await api.recipients.list(call);
  const byAge = [...all].sort((a, b) => Number(a.id) - Number(b.id));
  const ofService = byAge.find(({ name }) => name === madeByService.recipient);
  return all.map((recipient) => ({
    definition: recipientDefinition,
    id: recipientIds.make({ instance, number: recipient.id }),
    label: recipient.name || recipient.type,
    ...(recipient === ofService && {
      isOfService: true,
      given: { adoptDefault: true },
      usual: { name: madeByService.recipient },
    }),
    // The class names a recipient that has no name.
    correct: ({ name, ...seen }) => (name === "" ? seen : { ...seen, name }),
  }));
}

async function findFirewall({ instance, api, call }: Place): Promise<Found[]> {
  const rules = await api.firewall.rules(call);
  const [only, ...others] = rules.map(toRule);
  if (only === undefined || (others.length === 0 && sameRule(only, madeByService.rule))) {
    return only === undefined ? [firewallOf(instance, [])] : [];
  }
  const peers = rules.some(({ description }) => description === undefined) ? await peerNetworks(api, call) : new Set();
  const isAdded = ({ ip, description }: (typeof rules)[number]) =>
    /^vpc[ _-]?(peering|connect)/i.test(description ?? "") || peers.has(canonicalNetwork(ip));
  return [
    firewallOf(
      instance,
      rules.filter(isAdded).map(({ ip }) => toRule({ ip, services: [], ports: [] }).ip),
    ),
  ];
}

function firewallOf(instance: string, unmanaged: readonly string[]): Found {
  return {
    definition: firewallRuleSetDefinition,
    id: firewallIds.make({ instance }),
    label: "firewall",
    given: { mode: "exclusive", unmanaged },
  };
}

/** The networks on the other side of the broker's peerings. */
async function peerNetworks(api: InstanceClient, call: Call): Promise<Set<string>> {
  const { peerings } = await api.peerings.list(call);
  return new Set(peerings.flatMap((each) => peerOf(each)?.subnet ?? []).map(canonicalNetwork));
}

async function findIntegrations({ instance, api, call }: Place, kind: "logs" | "metrics"): Promise<Found[]> {
  const all = await api[kind].list(call);
  return all.map(({ id, type }) => ({
    definition: integrationDefinition,
    id: integrationIds.make({ instance, kind, number: id }),
    label: type.replaceAll("_", "-"),
  }));
}

async function findWebhooks({ instance, api, call }: Place): Promise<Found[]> {
  const all = await api.webhooks.list(call);
  return all.map(({ id, queue }) => ({
    definition: webhookDefinition,
    id: webhookIds.make({ instance, number: id }),
    label: `${queue}-webhook`,
  }));
}

async function findEventBridges({ instance, api, call }: Place): Promise<Found[]> {
  const all = await api.eventBridges.list(call);
  return all.map(({ id, queue }) => ({
    definition: eventBridgeDefinition,
    id: eventBridgeIds.make({ instance, number: id }),
    label: `${queue}-event-bridge`,
  }));
}

/**
 * The service does not tell whether an installed plugin is one of the community, and does not offer it for this broker
 * any more. Such a plugin is told by the offer for another broker.
 */
async function findPlugins({ instance, api, call, communityPlugins }: Place): Promise<Found[]> {
  const [all, ofCommunity] = await Promise.all([api.plugins.list(call), communityPlugins()]);
  return all
    .filter(({ enabled, required }) => enabled && !required)
    .map(({ name }) => ({
      definition: pluginDefinition,
      id: pluginId({ instance, name, community: ofCommunity.has(name) }),
      label: name,
      isOfService: madeByService.plugins.some((each) => each === name),
      usual: { community: false },
    }));
}

async function findCustomDomain({ instance, api, call }: Place): Promise<Found[]> {
  const { hostname } = await api.customDomain.get(call);
  if (hostname === undefined) return [];
  return [{ definition: customDomainDefinition, id: customDomainIds.make({ instance }), label: "custom-domain" }];
}

async function findMaintenanceSettings({ instance, api, call }: Place): Promise<Found[]> {
  const { preferred_maintenance_day: day, preferred_maintenance_time: time } = await api.maintenance.get(call);
  if (day === undefined && time === undefined) return [];
  const id = maintenanceSettingsIds.make({ instance });
  return [{ definition: maintenanceSettingsDefinition, id, label: "maintenance" }];
}

/** What is planned passes by itself, and a declaration of its date would be left behind. */
async function findPlannedMaintenance({ instance, api, call }: Place): Promise<Found[]> {
  const all = await api.maintenance.planned(call);
  return all.map(({ id, scheduled_by: date }) => ({
    what: `maintenance ${id} of instance ${instance}${date === undefined ? "" : ` (${date})`}`,
    why: `it passes by itself: to move it, declare a MaintenanceDate with maintenance: "${id}"`,
  }));
}

async function findPeerings({ instance, api, call }: Place): Promise<Found[]> {
  const { peerings } = await api.peerings.list(call);
  return peerings.flatMap((peering) => peeringOf(instance, peering));
}

/** The other side of a peering of provider A. */
function peerOf({ askedBy, requester, accepter }: Peering) {
  return askedBy === "peer" ? requester : accepter;
}

function peeringOf(instance: string, peering: Peering): Found[] {
  const { id, status, askedBy } = peering;
  const what = `peering ${id} (${status})`;
  if (status === "pending-acceptance" && askedBy === "peer") {
    return [{ what, why: `nobody has accepted it: to do so, declare a VpcPeering with acceptRequest: "${id}"` }];
  }
  if (status !== "active" && status !== "pending-acceptance") return [{ what, why: "it is not active" }];
  return [{ definition: vpcPeeringDefinition, id: peeringIds.make({ instance, id }), label: "peering" }];
}

async function findVpcConnect({ instance, api, call }: Place): Promise<Found[]> {
  const { status } = await api.vpcConnect.get(call);
  if (status === "disabled") return [];
  return [{ definition: vpcConnectDefinition, id: vpcConnectIds.make({ instance }), label: "vpc-connect" }];
}

async function findHipe({ instance, api, call }: Place): Promise<Found[]> {
  const nodes = await api.nodes(call, { shared: true });
  const on = nodes.filter(({ hipe }) => hipe === true);
  if (on.length === 0) return [];
  const given = on.length < nodes.length ? { nodes: on.map(({ name }) => name) } : {};
  return [{ definition: hipeDefinition, id: hipeIds.make({ instance }), label: "hipe", given }];
}
