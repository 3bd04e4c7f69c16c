import { operations, type SpecifiedName } from "../../provider/emulator/nouns";
import { kinds } from "../kinds";

/**
 * What uses an operation beside the classes, which `test/kinds` names: functions and commands by their names, and
 * `client` where the client alone offers it on purpose.
 */
const others: Partial<Record<SpecifiedName, readonly string[]>> = {
  "instances.list": ["getInstances"],
  "instances.get": ["getInstance"],
  "vpcs.list": ["getVpcs"],
  "vpcs.get": ["getVpc"],
  "invoices.list": ["getInvoices"],
  "invoices.byPeriod": ["getInvoice"],
  "invoices.get": ["getInvoice"],
  "auditLog.events": ["getAuditLog"],
  "regions.list": ["getRegions"],
  "team.list": ["getTeam"],
  "accountKey.rotate": ["pulumi-broker rotate-key"],
  "plans.list": ["getPlans"],
  "nodes.list": ["getNodes"],
  "nodes.availableVersions": ["getAvailableVersions"],
  "plugins.list": ["getPlugins"],
  "communityPlugins.list": ["getCommunityPlugins"],
  "customDomain.get": ["getCustomDomain"],
  "firewall.list": ["getFirewallRules"],
  "firewall.post": ["client"],
  "recipients.list": ["getRecipients"],
  "recipients.get": ["getRecipient"],
  "alarms.list": ["getAlarms"],
  "alarms.get": ["getAlarm"],
  "eventBridges.list": ["getEventBridges"],
  "eventBridges.get": ["getEventBridge"],
  "webhooks.list": ["getWebhooks"],
  "webhooks.get": ["getWebhook"],
  "config.get": ["getConfig"],
  "config.availableSettings": ["getAvailableSettings"],
  "actions.newBrokerErlangVersions": ["getNextVersions"],
  "logs.list": ["getLogIntegrations"],
  "metrics.list": ["getMetricsIntegrations"],
  "maintenance.list": ["getMaintenance"],
  "maintenanceSettings.get": ["getMaintenanceSettings"],
  "peerings.list": ["getVpcPeerings", "getPeeringVpc"],
  "vpcConnect.get": ["getVpcConnect"],
};

const usesOf = (operation: SpecifiedName): readonly string[] => {
  const classes = kinds.filter((kind) => kind.operations.includes(operation));
  return [...new Set(classes.map(({ className }) => className)), ...(others[operation] ?? [])];
};

/** What of the package uses each operation; nothing where nothing uses it yet. */
export const operationUses = Object.fromEntries(
  operations.map(({ operation }) => [operation, usesOf(operation)]),
) as Record<SpecifiedName, readonly string[]>;
