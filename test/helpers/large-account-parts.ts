import type { InstanceOperations } from "../../provider/client";
import { kinds } from "../kinds";
import { configOf, forms, type Kind, kindOf } from "./integration-systems";
import type { Held } from "./large-account";
import type { Names } from "./large-account-names";

/** An instance that is to be filled. */
export interface Place {
  id: string;
  name: string;
  /** The cloud provider, such as `provider-a`. */
  provider: string;
  isShared: boolean;
  isClustered: boolean;
  vpc?: string;
}

/** What one instance gets. */
interface Filling {
  /** The number of the instance among those that are filled, by which instances differ. */
  number: number;
  names: Names;
  /** Makes a secret for the use that the text names. */
  secret(what: string): string;
}

/** One instance, its operations and what it gets. */
export interface Work extends Filling {
  api: InstanceOperations;
  place: Place;
}

/** Fills one instance with all that stands on it and needs no other instance; answers what it then has. */
export async function fillInstance(api: InstanceOperations, place: Place, filling: Filling): Promise<Held[]> {
  const work = { api, place, ...filling };
  const recipients = await addRecipients(work);
  const onAny = [
    ...recipients,
    ...(await addAlarms(work, recipients)),
    ...(await addIntegrations(work)),
    ...(await addOthers(work)),
  ];
  return place.isShared ? onAny : [...onAny, ...(await addParts(work))];
}

/** Something on the instance; `path` is its id after that of the instance. */
const held = ({ place }: Work, type: string, path: string, name = ""): Held => ({
  type,
  id: `${place.id}/${path}`,
  name,
});

/** The text of a regular expression that matches just this text. */
const exactly = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Adds a recipient of every type to the one that the service made. */
async function addRecipients(work: Work): Promise<Held[]> {
  const { api, names, number, secret } = work;
  const url = (tool: string) => `https://${tool}.example.com/hooks/${secret(`${tool}-${number}`)}?a=1&b=2`;
  const values = {
    email: `${secret(`mail-${number}`)}@example.com`,
    webhook: url("alarms"),
    incident_a: secret(`incident-a-${number}`),
    incident_b: secret(`incident-b-${number}`),
    incident_b_eu: secret(`incident-b-eu-${number}`),
    incident_c: secret(`incident-c-${number}`),
    incident_d: secret(`incident-d-${number}`),
    chat_a: url("chat-a"),
    chat_b: url("chat-b"),
  };
  const given = await api.recipients.list();
  const made = given.map(
    ({ id, name }): Held => ({ ...held(work, "Recipient", `recipients/${id}`, name ?? ""), isGiven: true }),
  );
  for (const [type, value] of Object.entries(values)) {
    const options = type === "incident_a" ? { options: { level: "critical", dedupe: true, retries: 3 } } : {};
    const name = names.nextOrEmpty(`${type} of operations`);
    const { id } = await api.recipients.create({ type, value, name, ...options });
    made.push(held(work, "Recipient", `recipients/${id}`, name));
  }
  return made;
}

/** Changes some of the alarms that the service made, and adds alarms of every type. */
async function addAlarms(work: Work, recipients: readonly Held[]): Promise<Held[]> {
  const { api, names, number, place } = work;
  const ids = recipients.map(({ id }) => Number(id.split("/").at(-1)));
  const some = (from: number, count: number) => ids.slice(from, from + count);
  const made: Held[] = [];
  for (const { id, type } of await api.alarms.list()) {
    made.push({ ...held(work, "Alarm", `alarms/${id}`, type), isGiven: true });
    if (type === "cpu" && number % 2 === 0)
      await api.alarms.update(id, { type, enabled: true, value_threshold: 75, time_threshold: 300 });
    if (type === "notice" && number % 3 === 0) await api.alarms.update(id, { type, recipients: some(0, 2) });
  }
  const queue = { value_threshold: 1000, time_threshold: 60 };
  const shared = [
    { type: "queue", ...queue, recipients: some(1, 3) },
    {
      ...{ type: "queue", ...queue, message_type: "unacked", reminder_interval: 600, enabled: false },
      ...{ queue_regex: `^${exactly(names.again("orders"))}$`, vhost_regex: "^shop\\.[a-z]+$" },
    },
    { type: "connection", value_threshold: 500, time_threshold: 120, recipients: some(2, 1) },
    { type: "flow", time_threshold: 30 },
    { type: "consumer", value_threshold: 1, time_threshold: 600, queue_regex: ".*", recipients: ids },
    { type: "channel", value_threshold: 0, time_threshold: 0 },
  ];
  const dedicated = [
    { type: "cpu", value_threshold: 95, time_threshold: 600, recipients: some(3, 2), reminder_interval: 0 },
    { type: "memory", value_threshold: 60, time_threshold: 900 },
    { type: "disk", value_threshold: 20, time_threshold: 600, value_calculation: "percentage" },
    { type: "netsplit", time_threshold: 45, recipients: some(4, 1) },
    { type: "server_unreachable" },
    // Two that are the same but for their ids.
    { type: "flow", time_threshold: 30 },
  ];
  for (const alarm of [...shared, ...(place.isShared ? [] : dedicated)]) {
    const { id } = await api.alarms.create(alarm);
    made.push(held(work, "Alarm", `alarms/${id}`, alarm.type));
  }
  return made;
}

/** Tells whether a parameter is a common word, which the package shows. */
const isPlain = (name: string) => /^(region|table|application|subsystem|sourcetype)$/.test(name);

/** Each system of a kind with its parameters, of which at least one holds a secret. */
function configsOf(kind: Kind, { secret, names }: Work): [system: string, config: Record<string, string | boolean>][] {
  const queues = { queue_regex: exactly(names.again("orders")), vhost_regex: "^shop$" };
  const options = { tags: "env=prod,tier=1", ...queues, include_ad_queues: true };
  return forms
    .filter(([system]) => kindOf(system) === kind)
    .map(([system, wires]) => {
      const texts = Object.entries(configOf(system, wires).sent).map(([name, value]) => [
        name,
        isPlain(name) ? String(value) : String(value).replace("canary", secret("system")),
      ]);
      return [system, { ...Object.fromEntries(texts), ...(/^metric_vendor_[bc]_v2$/.test(system) && options) }];
    });
}

/** Adds integrations of three systems for logs and four for metrics, so that a few instances have all systems. */
async function addIntegrations(work: Work): Promise<Held[]> {
  const { api, number } = work;
  const made: Held[] = [];
  for (const [kind, count] of [
    ["logs", 3],
    ["metrics", 4],
  ] as const) {
    const all = configsOf(kind, work);
    for (let i = 0; i < count; i += 1) {
      const [system = "", config = {}] = all[(number * count + i) % all.length] ?? [];
      await api[kind].create(system, config);
    }
    const there = await api[kind].list();
    made.push(...there.map(({ id, type }) => held(work, "Integration", `${kind}/${id}`, type)));
  }
  return made;
}

/** Adds what the tests of each kind say of themselves. */
async function addOthers(work: Work): Promise<Held[]> {
  const made: Held[] = [];
  for (const { className, id, fill } of kinds) {
    const [, collection = ""] = id.split("/");
    for (const { number, name } of (await fill?.(work)) ?? [])
      made.push(held(work, className, `${collection}/${number}`, name));
  }
  return made;
}

/** Sets what only an instance with servers of its own has. */
async function addParts(work: Work): Promise<Held[]> {
  const { api, number, place, names } = work;
  const made: Held[] = [];
  if (number % 2 === 0) {
    await api.config.update({
      "broker.heartbeat": 60,
      ...(number % 4 === 0 && { "broker.channel_max": 0, "broker.vm_memory_high_watermark": 0.6 }),
      ...(number % 4 === 2 && place.isClustered && { "broker_mqtt.exchange": names.next("amq.topic") }),
    });
  }
  if (number % 3 !== 1) {
    const { isClustered } = place;
    await api.maintenanceSettings.update({
      ...(number % 6 !== 5 && { preferred_maintenance_day: "Sunday" }),
      ...(number % 6 !== 3 && { preferred_maintenance_time: "03:30" }),
      ...(!isClustered && { automatic_updates: number % 2 === 0 }),
    });
    made.push(held(work, "MaintenanceSettings", "maintenance-settings"));
  }
  made.push(...(await addPlugins(work)));
  if (place.isClustered && number % 4 === 0) {
    await api.actions.hipe({ enabled: true });
    made.push(held(work, "Hipe", "hipe"));
  }
  if (number % 3 === 0) {
    const hostname = `broker-${number}.shop.example.com`;
    await api.customDomain.set({ hostname });
    made.push(held(work, "CustomDomain", "custom-domain", hostname));
  }
  const isOwn = number % 2 === 1;
  if (isOwn) {
    await api.firewall.patch([
      { ip: "0.0.0.0/0" },
      { ip: `192.0.2.${number}/32`, services: ["AMQPS", "HTTPS"] },
      { ip: "198.51.100.0/24", services: ["AMQPS"], ports: [15672, 8080] },
      { ip: "2001:db8::/32", services: ["AMQPS"] },
    ]);
  }
  made.push({ ...held(work, "FirewallRuleSet", "firewall"), ...(!isOwn && { isGiven: true }) });
  return made;
}

async function addPlugins(work: Work): Promise<Held[]> {
  const { api, number, place } = work;
  const given = (await api.plugins.list()).filter(({ enabled, required }) => enabled && !required);
  const made = given.map(({ name }): Held => ({ ...held(work, "Plugin", `plugins/${name}`, name), isGiven: true }));
  const own = place.isClustered
    ? ["broker_federation", number % 2 === 0 ? "broker_stream" : "broker_tracing", "broker_mqtt"]
    : ["broker_mqtt", "broker_consistent_hash_exchange"];
  for (const name of own) {
    await api.plugins.enable(name);
    made.push(held(work, "Plugin", `plugins/${name}`, name));
  }
  // On one broker it stays on offer: the service tells no other way that it is a plugin of the community.
  if (place.isClustered && number % 3 !== 2) {
    const name = "broker_delayed_message_exchange";
    await api.communityPlugins.enable(name);
    made.push(held(work, "Plugin", `community-plugins/${name}`, name));
  }
  return made;
}
