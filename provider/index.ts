/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export {
  MonitoredInstance,
  type MonitoredInstanceArgs,
  type StandardAlarms,
  type Threshold,
} from "./components/monitoredInstance";
export type { OnInstanceArgs, OnInstanceOutputArgs } from "./functions/askInstance";
export type { IntegrationResult } from "./functions/askIntegrations";
export * from "./functions/getAlarms";
export * from "./functions/getAuditLog";
export * from "./functions/getAvailableSettings";
export * from "./functions/getAvailableVersions";
export * from "./functions/getCommunityPlugins";
export * from "./functions/getConfig";
export * from "./functions/getCustomDomain";
export * from "./functions/getEventBridges";
export * from "./functions/getFirewallRules";
export * from "./functions/getInstance";
export * from "./functions/getInvoices";
export * from "./functions/getLogIntegrations";
export * from "./functions/getMaintenance";
export * from "./functions/getMaintenanceSettings";
export * from "./functions/getMetricsIntegrations";
export * from "./functions/getNextVersions";
export * from "./functions/getNodes";
export * from "./functions/getPlans";
export * from "./functions/getPlugins";
export * from "./functions/getRecipients";
export * from "./functions/getRegions";
export * from "./functions/getTeam";
export * from "./functions/getVpc";
export * from "./functions/getVpcConnect";
export * from "./functions/getVpcPeerings";
export * from "./functions/getWebhooks";
export type { InvokeOptions } from "./functions/invoke";
export { Provider, type ProviderArgs } from "./provider";
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
} from "./resources/alarm/alarm";
export { BrokerAction, type BrokerActionArgs } from "./resources/brokerAction/brokerAction";
export type { BrokerActionName } from "./resources/brokerAction/names";
export { BrokerConfig, type BrokerConfigArgs } from "./resources/brokerConfig";
export {
  CredentialRotation,
  type CredentialRotationArgs,
  type RotatedCredential,
} from "./resources/credentialRotation";
export { CustomDomain, type CustomDomainArgs } from "./resources/customDomain/customDomain";
export { EventBridge, type EventBridgeArgs } from "./resources/eventBridge";
export { Firehose, type FirehoseArgs } from "./resources/firehose";
export {
  type FirewallRuleArgs,
  FirewallRuleSet,
  type FirewallRuleSetArgs,
  type FirewallService,
} from "./resources/firewall/firewallRuleSet";
export { Hipe, type HipeArgs } from "./resources/hipe";
export {
  type CopiedSetting,
  type CopySettings,
  type DiskArgs,
  Instance,
  type InstanceArgs,
} from "./resources/instance/instance";
export { Integration, type IntegrationArgs, type IntegrationArgsOf } from "./resources/integration/integration";
export * from "./resources/integration/parameters";
export { MaintenanceDate, type MaintenanceDateArgs } from "./resources/maintenanceDate/maintenanceDate";
export {
  MaintenanceSettings,
  type MaintenanceSettingsArgs,
  type Weekday,
} from "./resources/maintenanceSettings";
export { Plugin, type PluginArgs } from "./resources/plugin/plugin";
export { Recipient, type RecipientArgs, type RecipientType } from "./resources/recipient";
export type { ChildArgs, InstanceInput } from "./resources/shared/child";
export type { BrokerSettings, SettingValues } from "./resources/shared/settings";
export type { TriggersArgs } from "./resources/shared/triggers";
export { TeamMember, type TeamMemberArgs, type TeamRole } from "./resources/teamMember/teamMember";
export { Vpc, type VpcArgs } from "./resources/vpc";
export { VpcConnect, type VpcConnectArgs } from "./resources/vpcConnect/vpcConnect";
export { VpcPeering, type VpcPeeringArgs } from "./resources/vpcPeering/vpcPeering";
export { Webhook, type WebhookArgs } from "./resources/webhook";
