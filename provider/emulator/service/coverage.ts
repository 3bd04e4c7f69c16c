/**
 * Every operation of the two APIs, in the order of the specification. A test compares this table with the emulator's
 * routes and with the specification.
 */

/** The API of an operation, which decides the prefix of its URL and the keys that are accepted. */
export type ApiName = "account" | "instance";

/** HTTP methods that the two APIs use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const specifiedRows = [
  ["instances.list", "account", "GET", "/api/instances"],
  ["instances.get", "account", "GET", "/api/instances/:id"],
  ["instances.create", "account", "POST", "/api/instances"],
  ["instances.update", "account", "PUT", "/api/instances/:id"],
  ["instances.resizeDisk", "account", "PUT", "/api/instances/:id/disk"],
  ["instances.delete", "account", "DELETE", "/api/instances/:id"],
  ["vpcs.list", "account", "GET", "/api/vpcs"],
  ["vpcs.get", "account", "GET", "/api/vpcs/:id"],
  ["vpcs.create", "account", "POST", "/api/vpcs"],
  ["vpcs.update", "account", "PUT", "/api/vpcs/:id"],
  ["vpcs.delete", "account", "DELETE", "/api/vpcs/:id"],
  ["invoices.list", "account", "GET", "/api/invoices"],
  ["invoices.byPeriod", "account", "GET", "/api/invoices/period"],
  ["invoices.get", "account", "GET", "/api/invoices/:id"],
  ["auditLog.events", "account", "GET", "/api/auditlog/csv"],
  ["regions.list", "account", "GET", "/api/regions"],
  ["team.list", "account", "GET", "/api/team"],
  ["team.invite", "account", "POST", "/api/team/invite"],
  ["team.remove", "account", "POST", "/api/team/remove"],
  ["team.update", "account", "PUT", "/api/team/:id"],
  ["accountKey.rotate", "account", "POST", "/api/apikeys/rotate-apikey"],
  ["plans.list", "account", "GET", "/api/plans"],
  ["nodes.list", "instance", "GET", "/api/nodes"],
  ["nodes.availableVersions", "instance", "GET", "/api/nodes/available-versions"],
  ["plugins.list", "instance", "GET", "/api/plugins"],
  ["plugins.enable", "instance", "POST", "/api/plugins"],
  ["plugins.disable", "instance", "DELETE", "/api/plugins/:name"],
  ["communityPlugins.list", "instance", "GET", "/api/plugins/community"],
  ["communityPlugins.enable", "instance", "POST", "/api/plugins/community"],
  ["communityPlugins.disable", "instance", "DELETE", "/api/plugins/community/:name"],
  ["customDomain.get", "instance", "GET", "/api/custom-domain"],
  ["customDomain.set", "instance", "POST", "/api/custom-domain"],
  ["customDomain.remove", "instance", "DELETE", "/api/custom-domain"],
  ["firewall.list", "instance", "GET", "/api/security/firewall"],
  ["firewall.post", "instance", "POST", "/api/security/firewall"],
  ["firewall.patch", "instance", "PATCH", "/api/security/firewall"],
  ["recipients.create", "instance", "POST", "/api/alarms/recipients"],
  ["recipients.list", "instance", "GET", "/api/alarms/recipients"],
  ["recipients.get", "instance", "GET", "/api/alarms/recipients/:id"],
  ["recipients.update", "instance", "PUT", "/api/alarms/recipients/:id"],
  ["recipients.delete", "instance", "DELETE", "/api/alarms/recipients/:id"],
  ["alarms.create", "instance", "POST", "/api/alarms"],
  ["alarms.list", "instance", "GET", "/api/alarms"],
  ["alarms.get", "instance", "GET", "/api/alarms/:id"],
  ["alarms.update", "instance", "PUT", "/api/alarms/:id"],
  ["alarms.delete", "instance", "DELETE", "/api/alarms/:id"],
  ["eventBridges.list", "instance", "GET", "/api/eventbridges"],
  ["eventBridges.get", "instance", "GET", "/api/eventbridges/:id"],
  ["eventBridges.create", "instance", "POST", "/api/eventbridges"],
  ["eventBridges.delete", "instance", "DELETE", "/api/eventbridges/:id"],
  ["webhooks.list", "instance", "GET", "/api/webhooks"],
  ["webhooks.get", "instance", "GET", "/api/webhooks/:id"],
  ["webhooks.create", "instance", "POST", "/api/webhooks"],
  ["webhooks.update", "instance", "PUT", "/api/webhooks/:id"],
  ["webhooks.delete", "instance", "DELETE", "/api/webhooks/:id"],
  ["config.get", "instance", "GET", "/api/config"],
  ["config.availableSettings", "instance", "GET", "/api/config/available_settings"],
  ["config.update", "instance", "PUT", "/api/config"],
  ["instancePassword.rotate", "instance", "POST", "/api/account/rotate-password"],
  ["instanceKey.rotate", "instance", "POST", "/api/account/rotate-apikey"],
  ["actions.hipe", "instance", "PUT", "/api/actions/hipe"],
  ["actions.firehose", "instance", "PUT", "/api/actions/firehose"],
  ["actions.restart", "instance", "POST", "/api/actions/restart"],
  ["actions.clusterRestart", "instance", "POST", "/api/actions/cluster-restart"],
  ["actions.mgmtRestart", "instance", "POST", "/api/actions/mgmt-restart"],
  ["actions.stop", "instance", "POST", "/api/actions/stop"],
  ["actions.start", "instance", "POST", "/api/actions/start"],
  ["actions.reboot", "instance", "POST", "/api/actions/reboot"],
  ["actions.upgradeErlang", "instance", "POST", "/api/actions/upgrade-erlang"],
  ["actions.upgradeBroker", "instance", "POST", "/api/actions/upgrade-broker"],
  ["actions.upgradeBrokerErlang", "instance", "POST", "/api/actions/upgrade-broker-erlang"],
  ["actions.newBrokerErlangVersions", "instance", "GET", "/api/actions/new-broker-erlang-versions"],
  ["logs.list", "instance", "GET", "/api/integrations/logs"],
  ["logs.create", "instance", "POST", "/api/integrations/logs/:system"],
  ["logs.update", "instance", "PUT", "/api/integrations/logs/:id"],
  ["logs.delete", "instance", "DELETE", "/api/integrations/logs/:id"],
  ["metrics.list", "instance", "GET", "/api/integrations/metrics"],
  ["metrics.create", "instance", "POST", "/api/integrations/metrics/:system"],
  ["metrics.update", "instance", "PUT", "/api/integrations/metrics/:id"],
  ["metrics.delete", "instance", "DELETE", "/api/integrations/metrics/:id"],
  ["maintenance.list", "instance", "GET", "/api/maintenance"],
  ["maintenance.reschedule", "instance", "PUT", "/api/maintenance/:id"],
  ["maintenance.run", "instance", "POST", "/api/maintenance/:id/run"],
  ["maintenanceSettings.get", "instance", "GET", "/api/maintenance/settings"],
  ["maintenanceSettings.update", "instance", "POST", "/api/maintenance/settings"],
  ["peerings.list", "instance", "GET", "/api/vpc-peering"],
  ["peerings.request", "instance", "POST", "/api/vpc-peering"],
  ["peerings.accept", "instance", "PUT", "/api/vpc-peering/:id"],
  ["peerings.delete", "instance", "DELETE", "/api/vpc-peering/:id"],
  ["vpcConnect.get", "instance", "GET", "/api/vpc-connect"],
  ["vpcConnect.enable", "instance", "POST", "/api/vpc-connect"],
  ["vpcConnect.update", "instance", "PUT", "/api/vpc-connect"],
  ["vpcConnect.disable", "instance", "DELETE", "/api/vpc-connect"],
] as const satisfies readonly (readonly [string, ApiName, Method, string])[];

const observedRows = [
  ["jobs.get", "instance", "GET", "/api/jobs/:id"],
  ["firewall.replace", "instance", "PUT", "/api/security/firewall"],
  ["firewall.configured", "instance", "GET", "/api/security/firewall/configured"],
  ["logs.get", "instance", "GET", "/api/integrations/logs/:id"],
  ["metrics.get", "instance", "GET", "/api/integrations/metrics/:id"],
] as const satisfies readonly (readonly [string, ApiName, Method, string])[];

/** The name of an operation of the specification, such as `vpcs.create`. */
export type SpecifiedName = (typeof specifiedRows)[number][0];

/** The name of one operation. */
export type OperationName = SpecifiedName | (typeof observedRows)[number][0];

/** One operation of the two APIs. */
export interface Operation {
  operation: OperationName;
  api: ApiName;
  method: Method;
  /** The path with its parameters as `:name`. */
  path: string;
}

/** The operations of the specification, in its order. */
export const operations: readonly (Operation & { operation: SpecifiedName })[] = specifiedRows.map(
  ([operation, api, method, path]) => ({ operation, api, method, path }),
);

/** Operations that a live service was seen to have and that the specification does not name. */
export const observedOperations: readonly Operation[] = observedRows.map(([operation, api, method, path]) => ({
  operation,
  api,
  method,
  path,
}));

/** Second paths of the operations for which the table and the sample of the specification show different paths. */
export const otherPaths: readonly (readonly [OperationName, path: string])[] = [
  ["peerings.accept", "/api/vpc-peering/request/:id"],
];
