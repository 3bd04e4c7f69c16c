/**
 * Every operation of the two APIs and whether the emulator answers it. This table is the emulator's only list of
 * operations: routes are named after it, what is "not built" answers 501, and a test compares it with the registered
 * routes and with the specification's own tables, from which it was taken row by row, in their order.
 */

/** Which of the two APIs an operation belongs to; it decides the URL prefix and which keys are accepted. */
export type ApiName = "account" | "instance";

/** HTTP methods that the two APIs use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Whether the emulator answers an operation, or only knows of it. */
export type BuildStatus = "built" | "not built";

const table = [
  ["instances.list", "account", "GET", "/api/instances", "built"],
  ["instances.get", "account", "GET", "/api/instances/:id", "built"],
  ["instances.create", "account", "POST", "/api/instances", "built"],
  ["instances.update", "account", "PUT", "/api/instances/:id", "built"],
  ["instances.resizeDisk", "account", "PUT", "/api/instances/:id/disk", "built"],
  ["instances.delete", "account", "DELETE", "/api/instances/:id", "built"],
  ["vpcs.list", "account", "GET", "/api/vpcs", "built"],
  ["vpcs.get", "account", "GET", "/api/vpcs/:id", "built"],
  ["vpcs.create", "account", "POST", "/api/vpcs", "built"],
  ["vpcs.update", "account", "PUT", "/api/vpcs/:id", "built"],
  ["vpcs.delete", "account", "DELETE", "/api/vpcs/:id", "built"],
  ["invoices.list", "account", "GET", "/api/invoices", "not built"],
  ["invoices.byPeriod", "account", "GET", "/api/invoices/period", "not built"],
  ["invoices.get", "account", "GET", "/api/invoices/:id", "not built"],
  ["auditLog.csv", "account", "GET", "/api/auditlog/csv", "not built"],
  ["regions.list", "account", "GET", "/api/regions", "built"],
  ["team.list", "account", "GET", "/api/team", "not built"],
  ["team.invite", "account", "POST", "/api/team/invite", "not built"],
  ["team.remove", "account", "POST", "/api/team/remove", "not built"],
  ["team.update", "account", "PUT", "/api/team/:id", "not built"],
  ["accountKey.rotate", "account", "POST", "/api/apikeys/rotate-apikey", "built"],
  ["plans.list", "account", "GET", "/api/plans", "built"],
  ["nodes.list", "instance", "GET", "/api/nodes", "built"],
  ["nodes.availableVersions", "instance", "GET", "/api/nodes/available-versions", "built"],
  ["plugins.list", "instance", "GET", "/api/plugins", "built"],
  ["plugins.enable", "instance", "POST", "/api/plugins", "built"],
  ["plugins.disable", "instance", "DELETE", "/api/plugins/:name", "built"],
  ["communityPlugins.list", "instance", "GET", "/api/plugins/community", "built"],
  ["communityPlugins.enable", "instance", "POST", "/api/plugins/community", "built"],
  ["communityPlugins.disable", "instance", "DELETE", "/api/plugins/community/:name", "built"],
  ["customDomain.get", "instance", "GET", "/api/custom-domain", "built"],
  ["customDomain.set", "instance", "POST", "/api/custom-domain", "built"],
  ["customDomain.remove", "instance", "DELETE", "/api/custom-domain", "built"],
  ["firewall.list", "instance", "GET", "/api/security/firewall", "built"],
  ["firewall.post", "instance", "POST", "/api/security/firewall", "built"],
  ["firewall.patch", "instance", "PATCH", "/api/security/firewall", "built"],
  ["recipients.create", "instance", "POST", "/api/alarms/recipients", "built"],
  ["recipients.list", "instance", "GET", "/api/alarms/recipients", "built"],
  ["recipients.get", "instance", "GET", "/api/alarms/recipients/:id", "built"],
  ["recipients.update", "instance", "PUT", "/api/alarms/recipients/:id", "built"],
  ["recipients.delete", "instance", "DELETE", "/api/alarms/recipients/:id", "built"],
  ["alarms.create", "instance", "POST", "/api/alarms", "built"],
  ["alarms.list", "instance", "GET", "/api/alarms", "built"],
  ["alarms.get", "instance", "GET", "/api/alarms/:id", "built"],
  ["alarms.update", "instance", "PUT", "/api/alarms/:id", "built"],
  ["alarms.delete", "instance", "DELETE", "/api/alarms/:id", "built"],
  ["eventBridges.list", "instance", "GET", "/api/eventbridges", "built"],
  ["eventBridges.get", "instance", "GET", "/api/eventbridges/:id", "built"],
  ["eventBridges.create", "instance", "POST", "/api/eventbridges", "built"],
  ["eventBridges.delete", "instance", "DELETE", "/api/eventbridges/:id", "built"],
  ["webhooks.list", "instance", "GET", "/api/webhooks", "built"],
  ["webhooks.get", "instance", "GET", "/api/webhooks/:id", "built"],
  ["webhooks.create", "instance", "POST", "/api/webhooks", "built"],
  ["webhooks.update", "instance", "PUT", "/api/webhooks/:id", "built"],
  ["webhooks.delete", "instance", "DELETE", "/api/webhooks/:id", "built"],
  ["config.get", "instance", "GET", "/api/config", "built"],
  ["config.availableSettings", "instance", "GET", "/api/config/available_settings", "built"],
  ["config.update", "instance", "PUT", "/api/config", "built"],
  ["instancePassword.rotate", "instance", "POST", "/api/account/rotate-password", "built"],
  ["instanceKey.rotate", "instance", "POST", "/api/account/rotate-apikey", "built"],
  ["actions.hipe", "instance", "PUT", "/api/actions/hipe", "built"],
  ["actions.firehose", "instance", "PUT", "/api/actions/firehose", "built"],
  ["actions.restart", "instance", "POST", "/api/actions/restart", "built"],
  ["actions.clusterRestart", "instance", "POST", "/api/actions/cluster-restart", "built"],
  ["actions.mgmtRestart", "instance", "POST", "/api/actions/mgmt-restart", "built"],
  ["actions.stop", "instance", "POST", "/api/actions/stop", "built"],
  ["actions.start", "instance", "POST", "/api/actions/start", "built"],
  ["actions.reboot", "instance", "POST", "/api/actions/reboot", "built"],
  ["actions.upgradeErlang", "instance", "POST", "/api/actions/upgrade-erlang", "built"],
  ["actions.upgradeBroker", "instance", "POST", "/api/actions/upgrade-broker", "built"],
  ["actions.upgradeBrokerErlang", "instance", "POST", "/api/actions/upgrade-broker-erlang", "built"],
  ["actions.newBrokerErlangVersions", "instance", "GET", "/api/actions/new-broker-erlang-versions", "built"],
  ["logs.list", "instance", "GET", "/api/integrations/logs", "built"],
  ["logs.create", "instance", "POST", "/api/integrations/logs/:system", "built"],
  ["logs.update", "instance", "PUT", "/api/integrations/logs/:id", "built"],
  ["logs.delete", "instance", "DELETE", "/api/integrations/logs/:id", "built"],
  ["metrics.list", "instance", "GET", "/api/integrations/metrics", "built"],
  ["metrics.create", "instance", "POST", "/api/integrations/metrics/:system", "built"],
  ["metrics.update", "instance", "PUT", "/api/integrations/metrics/:id", "built"],
  ["metrics.delete", "instance", "DELETE", "/api/integrations/metrics/:id", "built"],
  ["maintenance.list", "instance", "GET", "/api/maintenance", "built"],
  ["maintenance.reschedule", "instance", "PUT", "/api/maintenance/:id", "built"],
  ["maintenance.run", "instance", "POST", "/api/maintenance/:id/run", "built"],
  ["maintenanceSettings.get", "instance", "GET", "/api/maintenance/settings", "built"],
  ["maintenanceSettings.update", "instance", "POST", "/api/maintenance/settings", "built"],
  ["peerings.list", "instance", "GET", "/api/vpc-peering", "built"],
  ["peerings.request", "instance", "POST", "/api/vpc-peering", "built"],
  ["peerings.accept", "instance", "PUT", "/api/vpc-peering/:id", "built"],
  ["peerings.delete", "instance", "DELETE", "/api/vpc-peering/:id", "built"],
  ["vpcConnect.get", "instance", "GET", "/api/vpc-connect", "built"],
  ["vpcConnect.enable", "instance", "POST", "/api/vpc-connect", "built"],
  ["vpcConnect.update", "instance", "PUT", "/api/vpc-connect", "built"],
  ["vpcConnect.disable", "instance", "DELETE", "/api/vpc-connect", "built"],
] as const satisfies readonly (readonly [string, ApiName, Method, string, BuildStatus])[];

/** The name of one operation, such as `vpcs.create`. */
export type OperationName = (typeof table)[number][0];

/** One operation of the specification. */
export interface Operation {
  operation: OperationName;
  api: ApiName;
  method: Method;
  /** The path with its parameters as `:name`. */
  path: string;
  status: BuildStatus;
}

/** All operations, in the order of the specification. */
export const operations: readonly Operation[] = table.map(([operation, api, method, path, status]) => ({
  operation,
  api,
  method,
  path,
  status,
}));

/** Paths that lead to an operation as well: the specification's table says one, its sample another. */
export const otherPaths: readonly (readonly [OperationName, path: string])[] = [
  ["peerings.accept", "/api/vpc-peering/request/:id"],
];
