import type { Reply } from "../server/reply";
import type { Route } from "../server/route";
import type { Store } from "../server/store";
import { type OperationName, operations } from "./coverage";
import { dialectOf } from "./dialects";

const instance = ["id", "plan", "region", "name", "tags", "providerid"];
const vpc = ["id", "plan", "region", "name", "tags", "providerid", "subnet", "instances"];
const invoice = ["period", "total", "currency", "lines", "customer", "seller"];
const recipient = ["id", "type", "value", "name", "options"];
const webhook = ["id", "webhook_uri", "queue", "vhost", "concurrency", "last_status"];
const integration = ["id", "type", "config", "error", "account_id"];
const alarm = [
  "id",
  "type",
  "enabled",
  "value_threshold",
  "time_threshold",
  "value_calculation",
  "queue_regex",
  "vhost_regex",
  "message_type",
  "recipients",
  "reminder_interval",
];
const eventBridge = [
  "id",
  "account_id",
  "cloud_region",
  "cloud_account_id",
  "vhost",
  "queue",
  "status",
  "with_headers",
];

/**
 * The fields of each answer, or of each element of its list, as the specification names them; "whole" when the
 * specification names no fields. For an operation that is missing here the specification shows no answer.
 */
const specified: Partial<Record<OperationName, readonly string[] | "whole">> = {
  "instances.list": [...instance, "vpc_id"],
  "instances.get": [
    ...instance,
    "url",
    "apikey",
    "ready",
    "rmq_version",
    "urls",
    "hostname_external",
    "hostname_internal",
  ],
  "instances.create": ["id", "url", "apikey"],
  "vpcs.list": vpc,
  "vpcs.get": vpc,
  "vpcs.create": ["id", "apikey"],
  "invoices.list": ["id", "period", "number", "paid", "total", "currency", "account_name"],
  "invoices.byPeriod": invoice,
  "invoices.get": invoice,
  "auditLog.events": "whole",
  "regions.list": ["provider", "region", "name", "has_shared_plans"],
  "team.list": ["id", "email", "tfa_auth_enabled", "roles"],
  "team.invite": ["message"],
  "team.remove": ["message"],
  "team.update": ["message"],
  "accountKey.rotate": ["apikey"],
  "plans.list": ["name", "price", "backend", "shared"],
  "nodes.list": [
    "name",
    "hostname",
    "hostname_internal",
    "configured",
    "hipe",
    "broker_version",
    "erlang_version",
    "running",
    "disk_size",
    "additional_disk_size",
    "availability_zone",
  ],
  "nodes.availableVersions": ["broker_versions", "erlang_versions"],
  "plugins.list": ["name", "version", "description", "enabled"],
  "communityPlugins.list": ["name", "description", "require"],
  "customDomain.get": ["hostname", "configured"],
  "firewall.list": ["ip", "ports", "services", "description"],
  "recipients.create": recipient,
  "recipients.list": recipient,
  "recipients.get": recipient,
  "recipients.update": recipient,
  "alarms.create": alarm,
  "alarms.list": alarm,
  "alarms.get": alarm,
  "eventBridges.list": eventBridge,
  "eventBridges.get": eventBridge,
  "eventBridges.create": ["id"],
  "webhooks.list": webhook,
  "webhooks.get": webhook,
  "config.get": "whole",
  "config.availableSettings": ["name", "type", "desc", "default", "min", "max", "version_requirement"],
  "config.update": ["success"],
  "actions.newBrokerErlangVersions": "whole",
  "logs.list": integration,
  "metrics.list": integration,
  "maintenance.list": ["id", "scheduled_by", "status", "required_by", "duration", "description"],
  "maintenanceSettings.get": ["preferred_maintenance_day", "preferred_maintenance_time", "automatic_updates"],
  "peerings.list": "whole",
  "vpcConnect.get": "whole",
};

/** Conversions of the values that a live service writes in another form than the specification. */
const conversions: Record<string, (value: unknown) => unknown> = {
  cloud_account_id: Number,
  error: (value) => value ?? "",
};

const pick = (fields: readonly string[], from: object) =>
  Object.fromEntries(
    Object.entries(from)
      .filter(([name]) => fields.includes(name))
      .map(([name, value]) => [name, Object.hasOwn(conversions, name) ? conversions[name]?.(value) : value]),
  );

const statuses: Record<number, number> = { 201: 200, 202: 200, 422: 400 };

/** The status that the specification has in place of a status that only a live service answers. */
export const specifiedStatus = (status: number): number => statuses[status] ?? status;

/** Tells whether the emulator answers with the specified fields only. */
export const isSpecifiedOnly = (store: Store): boolean => dialectOf(store.list("dialects")).specified_only;

const names = new Set<OperationName>(operations.map(({ operation }) => operation));

/** Tells whether the specification has the operation of a route. */
export const isSpecified = ({ operation }: Route): boolean => names.has(operation);

/** Reduces an answer to the fields and statuses of the specification. */
export function asSpecified(operation: OperationName, reply: Reply): Reply {
  const status = specifiedStatus(reply.status);
  const fields = specified[operation];
  const { body, ...rest } = reply;
  if (fields === "whole") return { ...reply, status };
  if (fields === undefined || body === undefined) return { ...rest, status };
  return {
    ...rest,
    status,
    body: Array.isArray(body) ? body.map((each: object) => pick(fields, each)) : pick(fields, body as object),
  };
}
