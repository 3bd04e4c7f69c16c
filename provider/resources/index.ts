/** What a program uses of each kind of resource. */
export {
  Alarm,
  type AlarmArgs,
  type AnyAlarmArgs,
  type ChannelAlarmArgs,
  type ConnectionAlarmArgs,
  type ConsumerAlarmArgs,
  type CpuAlarmArgs,
  type DefaultAlarmArgs,
  type DiskAlarmArgs,
  type FlowAlarmArgs,
  type MemoryAlarmArgs,
  type NetsplitAlarmArgs,
  type NoticeAlarmArgs,
  type QueueAlarmArgs,
  type RecipientInput,
  type ServerUnreachableAlarmArgs,
} from "./alarm/alarm";
export * from "./alarm/functions";
export {
  BrokerAction,
  type BrokerActionArgs,
  type NodesActionArgs,
  type WholeActionArgs,
} from "./brokerAction/brokerAction";
export type { BrokerActionName, NodesActionName } from "./brokerAction/names";
export {
  type AvailableSettingResult,
  BrokerConfig,
  type BrokerConfigArgs,
  getAvailableSettings,
  getAvailableSettingsOutput,
  getConfig,
  getConfigOutput,
} from "./brokerConfig";
export {
  CredentialRotation,
  type CredentialRotationArgs,
  type RotatedCredential,
} from "./credentialRotation";
export { CustomDomain, type CustomDomainArgs } from "./customDomain/customDomain";
export * from "./customDomain/functions";
export {
  EventBridge,
  type EventBridgeArgs,
  type EventBridgeResult,
  type GetEventBridgeArgs,
  type GetEventBridgeOutputArgs,
  getEventBridge,
  getEventBridgeOutput,
  getEventBridges,
  getEventBridgesOutput,
} from "./eventBridge";
export { Firehose, type FirehoseArgs } from "./firehose";
export {
  type FirewallRuleArgs,
  FirewallRuleSet,
  type FirewallRuleSetArgs,
  type FirewallService,
} from "./firewall/firewallRuleSet";
export * from "./firewall/functions";
export { Hipe, type HipeArgs } from "./hipe";
export * from "./instance/functions";
export {
  type CopiedSetting,
  type CopySettings,
  type DiskArgs,
  Instance,
  type InstanceArgs,
} from "./instance/instance";
export type { IntegrationArgs, IntegrationArgsOf, ListedIntegrationArgs } from "./integration/args";
export * from "./integration/functions";
export { Integration } from "./integration/integration";
export * from "./integration/parameters";
export * from "./maintenanceDate/functions";
export { MaintenanceDate, type MaintenanceDateArgs } from "./maintenanceDate/maintenanceDate";
export {
  getMaintenanceSettings,
  getMaintenanceSettingsOutput,
  MaintenanceSettings,
  type MaintenanceSettingsArgs,
  type MaintenanceSettingsResult,
  type Weekday,
} from "./maintenanceSettings";
export * from "./plugin/functions";
export { Plugin, type PluginArgs } from "./plugin/plugin";
export * from "./recipient/functions";
export { Recipient, type RecipientArgs, type RecipientType } from "./recipient/recipient";
export type { OnInstanceArgs, OnInstanceOutputArgs } from "./shared/askInstance";
export type { ChildArgs, InstanceInput } from "./shared/child";
export type { ById, ByName } from "./shared/pick";
export type { BrokerSettings, SettingValues } from "./shared/settings";
export type { TriggersArgs } from "./shared/triggers";
export * from "./teamMember/functions";
export type { TaggedRole, TeamRole } from "./teamMember/steps";
export {
  type AnyMemberArgs,
  type TaggedMemberArgs,
  TeamMember,
  type TeamMemberArgs,
  type UntaggedMemberArgs,
} from "./teamMember/teamMember";
export * from "./vpc/functions";
export { Vpc, type VpcArgs } from "./vpc/vpc";
export * from "./vpcConnect/functions";
export {
  type AnyConnectArgs,
  type ProviderAConnectArgs,
  type ProviderBConnectArgs,
  type ProviderCConnectArgs,
  VpcConnect,
  type VpcConnectArgs,
} from "./vpcConnect/vpcConnect";
export * from "./vpcPeering/functions";
export {
  type AcceptedPeeringArgs,
  type ProviderAPeeringArgs,
  type ProviderCPeeringArgs,
  VpcPeering,
  type VpcPeeringArgs,
} from "./vpcPeering/vpcPeering";
export {
  type GetWebhookArgs,
  type GetWebhookOutputArgs,
  getWebhook,
  getWebhookOutput,
  getWebhooks,
  getWebhooksOutput,
  Webhook,
  type WebhookArgs,
  type WebhookResult,
} from "./webhook";
