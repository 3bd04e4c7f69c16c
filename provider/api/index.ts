export type { Instances } from "./accountInstances";
export type { FirehoseSwitch, HipeSwitch, NewVersions, OnNodes } from "./actions";
export { type Alarm, type AlarmBody, type Recipient, type RecipientBody, untakenFields } from "./alarms";
export type { AuditEvent } from "./auditLog";
export type { Call, CallOptions } from "./call";
export { clean, cleanLine } from "./clean";
export { type Client, type ClientOptions, createClient } from "./client";
export { type Clock, systemClock } from "./clock";
export type { Collection } from "./collection";
export { proxyProblems } from "./connections";
export { type CustomDomain, type Domain, lacksRecord } from "./customDomain";
export { ApiError, describeError, isApiError, isNotFound, withAdvice } from "./errors";
export type { ApiErrorFields, ErrorKind, Hint } from "./errorText";
export type { EventBridge, EventBridgeBody } from "./eventBridges";
export type { Firewall, FirewallRule } from "./firewall";
export type { InstanceClient } from "./instance";
export {
  comparableRegion,
  type Integration,
  type IntegrationBody,
  type Integrations,
  integrationDefaults,
} from "./integrations";
export type { Invoice, InvoiceItem } from "./invoices";
export type { MaintenanceSettings, MaintenanceSettingsBody, PlannedMaintenance } from "./maintenance";
export type { AccountOperations, DiskSize, InstanceRequest, VpcRequest } from "./operations/account";
export type { ActionOperations, Said } from "./operations/actions";
export type { ChangeableOperations, ItemOperations, ListOperations } from "./operations/collections";
export type {
  AlarmRequest,
  FirewallRuleBody,
  InstanceOperations,
  IntegrationOperations,
  MadeChild,
  PluginOperations,
  RecipientRequest,
} from "./operations/instance";
export { isNumericId, isSegment } from "./paths";
export type { OwnVpc, Peering, PeeringBody, PeeringList, PeeringSide, Peerings } from "./peerings";
export { networkOf, networkPattern } from "./peerings";
export type { CommunityPlugin, Plugin, PluginName, Plugins } from "./plugins";
export type { CreateResult } from "./reconcile";
export type { RotatedKey } from "./rotations";
export type {
  AvailableSetting,
  AvailableVersions,
  BrokerConfig,
  Created,
  InstanceBody,
  InstanceChanges,
  InstanceDetail,
  InstanceItem,
  Message,
  Node,
  Plan,
  Region,
  Vpc,
  VpcBody,
} from "./schemas";
export type { TeamInvitation, TeamMember, TeamMemberChanges } from "./team";
export { programTerms, scriptTerms } from "./terms";
export { checkBaseUrl, explainUnset } from "./urls";
export type { AllowList, VpcConnectInfo } from "./vpcConnect";
export { type Poll, type Wait, waitFor } from "./waiter";
export type { Webhook, WebhookBody } from "./webhooks";
