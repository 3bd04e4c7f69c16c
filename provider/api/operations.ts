import type { ItemOperations } from "./lists/collectionOperations";
import { type ActionOperations, actionOperations } from "./nouns/actions";
import { type AlarmOperations, alarmOperations } from "./nouns/alarms";
import { type AuditLogOperations, auditLogOperations } from "./nouns/auditLog";
import { brokerOperations, type ConfigOperations, type NodeOperations } from "./nouns/broker";
import { type CatalogueOperations, catalogueOperations } from "./nouns/catalogue";
import { type CustomDomainOperations, customDomainOperations } from "./nouns/customDomain";
import { type EventBridge, type EventBridgeBody, eventBridgeOperations } from "./nouns/eventBridges";
import { type FirewallOperations, firewallOperations } from "./nouns/firewall";
import { type InstancesOperations, instancesOperations } from "./nouns/instances";
import { type IntegrationOperations, integrationOperations } from "./nouns/integrations";
import { type InvoiceOperations, invoiceOperations } from "./nouns/invoices";
import {
  type MaintenanceOperations,
  type MaintenanceSettingsOperations,
  maintenanceOperations,
} from "./nouns/maintenance";
import { type PeeringOperations, peeringOperations } from "./nouns/peerings";
import { type CommunityPlugin, type Plugin, type PluginOperations, pluginOperations } from "./nouns/plugins";
import {
  type AccountKeyOperations,
  accountKeyOperations,
  type RotationOperations,
  rotationOperations,
} from "./nouns/rotations";
import { type TeamOperations, teamOperations } from "./nouns/team";
import { type VpcConnectOperations, vpcConnectOperations } from "./nouns/vpcConnect";
import { type VpcOperations, vpcOperations } from "./nouns/vpcs";
import { type WebhookOperations, webhookOperations } from "./nouns/webhooks";
import type { Api } from "./transport/request";
import type { MadeChild } from "./transport/schemas";

/** The operations of the account API. Fields have the names that the service gives them. */
export interface AccountOperations extends CatalogueOperations {
  readonly instances: InstancesOperations;
  readonly vpcs: VpcOperations;
  readonly invoices: InvoiceOperations;
  readonly auditLog: AuditLogOperations;
  readonly team: TeamOperations;
  readonly accountKey: AccountKeyOperations;
}

/** Makes the operations of the account API. Each operation is one request. */
export function accountOperations(account: Api): AccountOperations {
  return {
    ...catalogueOperations(account),
    instances: instancesOperations(account),
    vpcs: vpcOperations(account),
    invoices: invoiceOperations(account),
    auditLog: auditLogOperations(account),
    team: teamOperations(account),
    accountKey: accountKeyOperations(account),
  };
}

/** The operations of the API of one instance. Fields have the names that the service gives them. */
export interface InstanceOperations extends AlarmOperations, RotationOperations {
  readonly nodes: NodeOperations;
  readonly plugins: PluginOperations<Plugin>;
  readonly communityPlugins: PluginOperations<CommunityPlugin>;
  readonly customDomain: CustomDomainOperations;
  readonly firewall: FirewallOperations;
  readonly eventBridges: ItemOperations<EventBridge, EventBridgeBody, MadeChild>;
  readonly webhooks: WebhookOperations;
  readonly config: ConfigOperations;
  readonly actions: ActionOperations;
  readonly logs: IntegrationOperations;
  readonly metrics: IntegrationOperations;
  readonly maintenance: MaintenanceOperations;
  readonly maintenanceSettings: MaintenanceSettingsOperations;
  readonly peerings: PeeringOperations;
  readonly vpcConnect: VpcConnectOperations;
}

/** Makes the operations of the API of one instance. Each operation is one request. */
export function instanceOperations(instance: Api): InstanceOperations {
  return {
    ...alarmOperations(instance),
    ...rotationOperations(instance),
    ...brokerOperations(instance),
    ...pluginOperations(instance),
    ...maintenanceOperations(instance),
    customDomain: customDomainOperations(instance),
    firewall: firewallOperations(instance),
    eventBridges: eventBridgeOperations(instance),
    webhooks: webhookOperations(instance),
    actions: actionOperations(instance),
    logs: integrationOperations(instance, "logs"),
    metrics: integrationOperations(instance, "metrics"),
    peerings: peeringOperations(instance),
    vpcConnect: vpcConnectOperations(instance),
  };
}
