// A noun is the part of the service in one file here, such as alarms. `client.ts` opens all nouns through the default
// export, and `provider/client.ts` exports every name again. A new noun goes into the imports, the exported types, an
// interface and the default export. Names must stay, because programs import them.
import type { Api } from "../transport/endpoint";
import { type ActionOperations, actionNoun } from "./actions";
import { type AlarmOperations, alarmNoun } from "./alarms";
import { type AuditLogOperations, auditLogNoun } from "./auditLog";
import { brokerNoun, type ConfigOperations, type NodeOperations } from "./broker";
import { type CatalogueOperations, catalogueNoun } from "./catalogue";
import { type CustomDomainOperations, customDomainNoun } from "./customDomain";
import { type EventBridgeOperations, eventBridgeNoun } from "./eventBridges";
import { type FirewallOperations, firewallNoun } from "./firewall";
import { type InstancesOperations, instanceNoun } from "./instances";
import { type IntegrationOperations, integrationNoun } from "./integrations";
import { type InvoiceOperations, invoiceNoun } from "./invoices";
import { type MaintenanceOperations, type MaintenanceSettingsOperations, maintenanceNoun } from "./maintenance";
import { type PeeringOperations, peeringNoun } from "./peerings";
import { type CommunityPlugin, type Plugin, type PluginOperations, pluginNoun } from "./plugins";
import { type AccountKeyOperations, accountKeyNoun, type RotationOperations, rotationNoun } from "./rotations";
import { type TeamOperations, teamNoun } from "./team";
import { type VpcConnectOperations, vpcConnectNoun } from "./vpcConnect";
import { type VpcOperations, vpcNoun } from "./vpcs";
import { type WebhookOperations, webhookNoun } from "./webhooks";

// What the typed client shows of each noun.
export type { ActionOperations, FirehoseSwitch, HipeSwitch, NewVersions, OnNodes } from "./actions";
export type { Alarm, AlarmRequest, Recipient, RecipientRequest } from "./alarms";
export type { AuditEvent } from "./auditLog";
export type { AvailableSetting, AvailableVersions, BrokerConfig, Node } from "./broker";
export type { Plan, Region } from "./catalogue";
export type { CustomDomain } from "./customDomain";
export type { EventBridge, EventBridgeBody } from "./eventBridges";
export type { FirewallRule, FirewallRuleBody } from "./firewall";
export type { DiskSize, InstanceChanges, InstanceDetail, InstanceItem, InstanceRequest } from "./instances";
export type { Integration, IntegrationOperations } from "./integrations";
export type { Invoice, InvoiceItem } from "./invoices";
export type { MaintenanceSettings, MaintenanceSettingsBody, PlannedMaintenance } from "./maintenance";
export type { OwnVpc, Peering, PeeringBody, PeeringList, PeeringSide } from "./peerings";
export type { CommunityPlugin, Plugin, PluginOperations } from "./plugins";
export type { RotatedKey } from "./rotations";
export type { TeamInvitation, TeamMember, TeamMemberChanges } from "./team";
export type { AllowList, VpcConnectInfo } from "./vpcConnect";
export type { Vpc, VpcRequest } from "./vpcs";
export type { Webhook, WebhookBody } from "./webhooks";

/** The operations of the account API. Fields have the names that the service gives them. */
export interface AccountOperations extends CatalogueOperations {
  readonly instances: InstancesOperations;
  readonly vpcs: VpcOperations;
  readonly invoices: InvoiceOperations;
  readonly auditLog: AuditLogOperations;
  readonly team: TeamOperations;
  readonly accountKey: AccountKeyOperations;
}

/** The operations on the broker's software. */
interface SoftwareOperations {
  readonly nodes: NodeOperations;
  readonly plugins: PluginOperations<Plugin>;
  readonly communityPlugins: PluginOperations<CommunityPlugin>;
  readonly config: ConfigOperations;
  readonly actions: ActionOperations;
  readonly maintenance: MaintenanceOperations;
  readonly maintenanceSettings: MaintenanceSettingsOperations;
}

/** The operations of the API of one instance. Fields have the names that the service gives them. */
export interface InstanceOperations extends AlarmOperations, RotationOperations, SoftwareOperations {
  readonly customDomain: CustomDomainOperations;
  readonly firewall: FirewallOperations;
  readonly eventBridges: EventBridgeOperations;
  readonly webhooks: WebhookOperations;
  readonly logs: IntegrationOperations;
  readonly metrics: IntegrationOperations;
  readonly peerings: PeeringOperations;
  readonly vpcConnect: VpcConnectOperations;
}

/** All members of a union's types in one type. */
type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;

/** What the nouns of one API give together: single requests for the typed client, and what all resources share. */
function open<Nouns extends ((to: Api) => { operations: object; shared: object })[]>(to: Api, ...nouns: Nouns) {
  type Opened = ReturnType<Nouns[number]>;
  const opened = nouns.map((noun) => noun(to));
  return {
    operations: Object.assign({}, ...opened.map(({ operations }) => operations)) as Joined<Opened["operations"]>,
    shared: Object.assign({}, ...opened.map(({ shared }) => shared)) as Joined<Opened["shared"]>,
  };
}

// The typed client exports every name of this file, which has no others than its types; a default export has no name.
export default {
  /** Opens the account API: the operations, of one request each, and the lists and waits that all callers share. */
  account: (to: Api) =>
    open(to, catalogueNoun, instanceNoun, vpcNoun, invoiceNoun, auditLogNoun, teamNoun, accountKeyNoun),
  /** Opens the API of an instance in the same way. */
  instance: (to: Api) =>
    open(
      to,
      actionNoun,
      alarmNoun,
      brokerNoun,
      customDomainNoun,
      eventBridgeNoun,
      firewallNoun,
      integrationNoun,
      maintenanceNoun,
      peeringNoun,
      pluginNoun,
      rotationNoun,
      vpcConnectNoun,
      webhookNoun,
    ),
};
