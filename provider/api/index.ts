export { type Client, type ClientOptions, createClient } from "./client";
export type { InstanceClient } from "./instance";
export type { Collection } from "./lists/collection";
export type { ChangeableOperations, ItemOperations, ListOperations } from "./lists/collectionOperations";
export type { CreateResult } from "./lists/reconcile";
export { type Poll, type Wait, waitFor } from "./lists/waiter";
export type { ActionOperations, FirehoseSwitch, HipeSwitch, NewVersions, OnNodes } from "./nouns/actions";
export {
  type Alarm,
  type AlarmBody,
  type AlarmRequest,
  type Recipient,
  type RecipientBody,
  type RecipientRequest,
  untakenFields,
} from "./nouns/alarms";
export type { AuditEvent } from "./nouns/auditLog";
export type { AvailableSetting, AvailableVersions, BrokerConfig, Node } from "./nouns/broker";
export type { Plan, Region } from "./nouns/catalogue";
export { type CustomDomain, type Domain, lacksRecord } from "./nouns/customDomain";
export type { EventBridge, EventBridgeBody } from "./nouns/eventBridges";
export type { Firewall, FirewallRule, FirewallRuleBody } from "./nouns/firewall";
export type {
  DiskSize,
  InstanceBody,
  InstanceChanges,
  InstanceDetail,
  InstanceItem,
  InstanceRequest,
  Instances,
} from "./nouns/instances";
export {
  comparableRegion,
  type Integration,
  type IntegrationBody,
  type IntegrationOperations,
  type Integrations,
  integrationDefaults,
} from "./nouns/integrations";
export type { Invoice, InvoiceItem } from "./nouns/invoices";
export type { MaintenanceSettings, MaintenanceSettingsBody, PlannedMaintenance } from "./nouns/maintenance";
export type { OwnVpc, Peering, PeeringBody, PeeringList, PeeringSide, Peerings } from "./nouns/peerings";
export { networkOf, networkPattern } from "./nouns/peerings";
export type { CommunityPlugin, Plugin, PluginName, PluginOperations, Plugins } from "./nouns/plugins";
export type { RotatedKey } from "./nouns/rotations";
export type { TeamInvitation, TeamMember, TeamMemberChanges } from "./nouns/team";
export type { AllowList, VpcConnectInfo } from "./nouns/vpcConnect";
export type { Vpc, VpcBody, VpcRequest } from "./nouns/vpcs";
export type { Webhook, WebhookBody } from "./nouns/webhooks";
export type { AccountOperations, InstanceOperations } from "./operations";
export { programTerms, scriptTerms } from "./terms";
export type { Call, CallOptions } from "./transport/call";
export { clean, cleanLine } from "./transport/clean";
export { type Clock, systemClock } from "./transport/clock";
export { proxyProblems } from "./transport/connections";
export { ApiError, describeError, isApiError, isNotFound, withAdvice } from "./transport/errors";
export type { ApiErrorFields, ErrorKind, Hint } from "./transport/errorText";
export { isNumericId, isSegment } from "./transport/paths";
export type { Created, MadeChild, Message, Said } from "./transport/schemas";
export { checkBaseUrl, explainUnset } from "./transport/urls";
