export { type Alarm, type AlarmBody, type Recipient, type RecipientBody, untakenFields } from "./alarms";
export { clean, cleanLine } from "./clean";
export { createClient } from "./client";
export { type Clock, systemClock } from "./clock";
export { proxyProblems } from "./connections";
export { type CustomDomain, type Domain, lacksRecord } from "./customDomain";
export { ApiError, type ApiErrorFields, adviseOn, type ErrorKind, isApiError, isNotFound } from "./errors";
export type { EventBridge, EventBridgeBody } from "./eventBridges";
export type { Firewall, FirewallRule } from "./firewall";
export {
  comparableRegion,
  type Integration,
  type IntegrationBody,
  type Integrations,
  integrationDefaults,
} from "./integrations";
export type { MaintenanceSettings } from "./maintenance";
export type { CommunityPlugin, Plugin, PluginName, Plugins } from "./plugins";
export type { AllowList, Peering, PeeringBody, PeeringList, Peerings, VpcConnectInfo } from "./privateNetworks";
export { networkOf, networkPattern } from "./privateNetworks";
export type {
  AvailableSetting,
  AvailableVersions,
  BrokerConfig,
  Created,
  InstanceBody,
  InstanceChanges,
  InstanceDetail,
  InstanceItem,
  Node,
  Plan,
  Region,
  Vpc,
  VpcBody,
  Webhook,
  WebhookBody,
} from "./schemas";
export type { Call, Client, ClientOptions, Collection, CreateResult, InstanceClient, Instances } from "./types";
export { checkBaseUrl } from "./urls";
export { type Poll, type Wait, waitFor } from "./waiter";
