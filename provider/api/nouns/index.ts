import type { Api } from "../transport/endpoint";
import { actionNoun } from "./actions";
import { alarmNoun } from "./alarms";
import { auditLogNoun } from "./auditLog";
import { brokerNoun } from "./broker";
import { catalogueNoun } from "./catalogue";
import { customDomainNoun } from "./customDomain";
import { eventBridgeNoun } from "./eventBridges";
import { firewallNoun } from "./firewall";
import { instanceNoun } from "./instances";
import { integrationNoun } from "./integrations";
import { invoiceNoun } from "./invoices";
import { maintenanceNoun } from "./maintenance";
import { peeringNoun } from "./peerings";
import { pluginNoun } from "./plugins";
import { accountKeyNoun, rotationNoun } from "./rotations";
import { teamNoun } from "./team";
import { vpcConnectNoun } from "./vpcConnect";
import { vpcNoun } from "./vpcs";
import { webhookNoun } from "./webhooks";

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

const account = [catalogueNoun, instanceNoun, vpcNoun, invoiceNoun, auditLogNoun, teamNoun, accountKeyNoun] as const;

const instance = [
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
] as const;

/** A part of the service: single requests for the typed client, and what all resources of a program share. */
type Noun = (to: Api) => { operations: object; shared: object };

/** All members of a union's types in one type. */
type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What several nouns add on one side. */
type Of<Nouns extends readonly Noun[], Side extends "operations" | "shared"> = Joined<ReturnType<Nouns[number]>[Side]>;

/** The operations of the account API. Fields have the names that the service gives them. */
export interface AccountOperations extends Of<typeof account, "operations"> {}

/** The operations of the API of one instance. Fields have the names that the service gives them. */
export interface InstanceOperations extends Of<typeof instance, "operations"> {}

/** What the nouns of one API give together. */
function open<Nouns extends readonly Noun[]>(nouns: Nouns, to: Api) {
  const opened = nouns.map((noun) => noun(to));
  return {
    operations: Object.assign({}, ...opened.map(({ operations }) => operations)) as Of<Nouns, "operations">,
    shared: Object.assign({}, ...opened.map(({ shared }) => shared)) as Of<Nouns, "shared">,
  };
}

// The types of this file are the typed client's, which therefore exports them all; a default export is not among those.
export default {
  /** Opens the account API: each operation is one request. */
  account: (to: Api) => open(account, to),
  /** Opens the API of one instance. */
  instance: (to: Api) => open(instance, to),
};
