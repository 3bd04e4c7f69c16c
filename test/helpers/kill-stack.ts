import * as broker from "pulumi-broker";
import type { CollectionName, State } from "../../provider/emulator";
import type { Run } from "./engine-run";

/** The stack that is killed at random: one resource of nearly every kind, around a broker of its own in a VPC. */

/** A form of the stack: as it is made first, changed in place, and in another region, which replaces all of it. */
export type Form = "made" | "changed" | "moved";

export const killedProgram = (form: Form) => async () => {
  const isMade = form === "made";
  const region = form === "moved" ? "provider-a::region-2" : "provider-a::region-1";
  const vpc = new broker.Vpc("net", { region, subnet: "10.56.72.0/24", tags: [form] });
  const instance = new broker.Instance("shop", {
    ...{ plan: "clustered-medium-1", region, vpc, tags: [form] },
    disk: { extraSize: isMade ? 25 : 50 },
  });
  new broker.BrokerConfig("settings", { instance, config: { heartbeat: isMade ? 60 : 90 } });
  for (const name of ["broker_mqtt", "broker_stomp"]) new broker.Plugin(name, { instance, name });
  const ip = isMade ? "198.51.100.0/24" : "203.0.113.0/24";
  new broker.FirewallRuleSet("firewall", { instance, rules: [{ ip, services: ["AMQPS"] }] });
  const nights = { preferredMaintenanceDay: "Sunday" as const, preferredMaintenanceTime: isMade ? "03:30" : "04:30" };
  new broker.MaintenanceSettings("nights", { instance, ...nights });
  const ops = new broker.Recipient("ops", { instance, type: "email", name: form, value: "ops@example.com" });
  const recipients = [ops];
  new broker.Alarm("cpu", { instance, type: "cpu", valueThreshold: isMade ? 42 : 84, timeThreshold: 120, recipients });
  new broker.Alarm("flow", { instance, type: "flow", timeThreshold: 120, recipients });
  new broker.Integration("logs", { instance, system: "log_vendor_d", config: { apiKey: "k-of-logs", region: "eu" } });
  const metrics = { apiKey: "k-of-metrics" };
  new broker.Integration("metrics", { instance, system: "metric_vendor_c_v3", config: metrics });
  const queue = { instance, vhost: "/", queue: "orders" };
  new broker.Webhook("hook", { ...queue, webhookUri: "https://example.com/hook", concurrency: isMade ? 1 : 2 });
  new broker.EventBridge("bridge", { ...queue, cloudRegion: "region-1", cloudAccountId: "001234567890" });
  new broker.CustomDomain("domain", { instance, hostname: `${form}.example.com` });
  new broker.TeamMember("night", { email: "night@example.com", role: isMade ? "monitor" : "member" });
};

/** What of a record a person declares; everything else of it is chosen by the service. */
const declared: Partial<Record<CollectionName, readonly string[]>> = {
  vpcs: ["name", "region", "subnet", "tags"],
  instances: ["name", "plan", "region", "tags", "extra_disk_size", "config"],
  plugins: ["name", "enabled"],
  firewalls: ["rules"],
  maintenanceSettings: ["preferred_maintenance_day", "preferred_maintenance_time"],
  recipients: ["type", "name", "value"],
  alarms: ["type", "enabled", "value_threshold", "time_threshold", "queue_regex"],
  logs: ["type", "config"],
  metrics: ["type", "config"],
  webhooks: ["webhook_uri", "vhost", "queue", "concurrency"],
  eventBridges: ["vhost", "queue", "cloud_region", "cloud_account_id"],
  customDomains: ["hostname"],
  team: ["email", "role"],
};

type AnyRecord = Record<string, unknown> & { id: number; goneAt?: number | null; instance_id?: number };

/** What the service holds beyond what it held `before`: a line for each thing, sorted. */
export function heldBeyond(before: State, now: State): string[] {
  const gone = new Set(now.instances.filter(({ goneAt }) => goneAt !== null).map(({ id }) => id));
  const lines = Object.entries(declared).flatMap(([name, fields]) => {
    const known = new Set(before[name as CollectionName].map(({ id }) => id));
    const records = now[name as CollectionName] as unknown as AnyRecord[];
    const living = records.filter(
      ({ id, goneAt, instance_id }) => !known.has(id) && !goneAt && !gone.has(instance_id ?? 0),
    );
    return living.map((each) => `${name} ${JSON.stringify(fields.map((field) => each[field]))}`);
  });
  return lines.sort();
}

/** How two lists of lines differ, as `2 × webhooks […] too many`; an empty list when they do not. */
export function differencesOf(expected: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of found) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of expected) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts].flatMap(([line, count]) =>
    count === 0 ? [] : [`${Math.abs(count)} × ${line} ${count > 0 ? "too many" : "missing"}`],
  );
}

/** The ids that a run names in its warnings of twins. */
export const twinsIn = ({ diagnostics }: Pick<Run, "diagnostics">): string[] => {
  const warnings = diagnostics.flatMap(
    ({ message }) => /an (?:identical|instance named) .* exists already.*?: ([^;]+);/.exec(message)?.[1] ?? [],
  );
  return [...new Set(warnings.flatMap((ids) => ids.split(", ")))];
};
