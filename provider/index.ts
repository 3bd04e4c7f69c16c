/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export {
  MonitoredInstance,
  type MonitoredInstanceArgs,
  type StandardAlarms,
  type Threshold,
} from "./components/monitoredInstance";
export type { OnInstanceArgs, OnInstanceOutputArgs } from "./functions/askInstance";
export type { IntegrationResult } from "./functions/askIntegrations";
export {
  type AlarmResult,
  type GetAlarmArgs,
  type GetAlarmOutputArgs,
  type GetAlarmsArgs,
  type GetAlarmsOutputArgs,
  getAlarm,
  getAlarmOutput,
  getAlarms,
  getAlarmsOutput,
} from "./functions/getAlarms";
export { type AuditEventResult, type GetAuditLogArgs, getAuditLog, getAuditLogOutput } from "./functions/getAuditLog";
export {
  type AvailableSettingResult,
  getAvailableSettings,
  getAvailableSettingsOutput,
} from "./functions/getAvailableSettings";
export {
  type AvailableVersionsResult,
  getAvailableVersions,
  getAvailableVersionsOutput,
} from "./functions/getAvailableVersions";
export {
  type CommunityPluginResult,
  getCommunityPlugins,
  getCommunityPluginsOutput,
} from "./functions/getCommunityPlugins";
export { getConfig, getConfigOutput } from "./functions/getConfig";
export { type CustomDomainResult, getCustomDomain, getCustomDomainOutput } from "./functions/getCustomDomain";
export {
  type EventBridgeResult,
  type GetEventBridgeArgs,
  type GetEventBridgeOutputArgs,
  getEventBridge,
  getEventBridgeOutput,
  getEventBridges,
  getEventBridgesOutput,
} from "./functions/getEventBridges";
export { type FirewallRuleResult, getFirewallRules, getFirewallRulesOutput } from "./functions/getFirewallRules";
export {
  type GetInstanceArgs,
  type GetInstanceOutputArgs,
  getInstance,
  getInstanceOutput,
  getInstances,
  getInstancesOutput,
  type InstanceListItem,
  type InstanceResult,
} from "./functions/getInstance";
export {
  type GetInvoiceArgs,
  type GetInvoiceOutputArgs,
  type GetInvoicesArgs,
  getInvoice,
  getInvoiceOutput,
  getInvoices,
  getInvoicesOutput,
  type InvoiceById,
  type InvoiceByMonth,
  type InvoiceLine,
  type InvoiceListItem,
  type InvoiceResult,
} from "./functions/getInvoices";
export { getLogIntegrations, getLogIntegrationsOutput } from "./functions/getLogIntegrations";
export { getMaintenance, getMaintenanceOutput, type MaintenanceResult } from "./functions/getMaintenance";
export {
  getMaintenanceSettings,
  getMaintenanceSettingsOutput,
  type MaintenanceSettingsResult,
} from "./functions/getMaintenanceSettings";
export { getMetricsIntegrations, getMetricsIntegrationsOutput } from "./functions/getMetricsIntegrations";
export { getNextVersions, getNextVersionsOutput, type NextVersionsResult } from "./functions/getNextVersions";
export { getNodes, getNodesOutput, type NodeResult } from "./functions/getNodes";
export { type GetPlansArgs, getPlans, getPlansOutput, type PlanResult } from "./functions/getPlans";
export { getPlugins, getPluginsOutput, type PluginResult } from "./functions/getPlugins";
export {
  type GetRecipientArgs,
  type GetRecipientOutputArgs,
  getRecipient,
  getRecipientOutput,
  getRecipients,
  getRecipientsOutput,
  type RecipientById,
  type RecipientByName,
  type RecipientOutputById,
  type RecipientOutputByName,
  type RecipientResult,
} from "./functions/getRecipients";
export { type GetRegionsArgs, getRegions, getRegionsOutput, type RegionResult } from "./functions/getRegions";
export { getTeam, getTeamOutput, type TeamMemberResult } from "./functions/getTeam";
export {
  type GetVpcArgs,
  type GetVpcOutputArgs,
  getVpc,
  getVpcOutput,
  getVpcs,
  getVpcsOutput,
  type VpcResult,
} from "./functions/getVpc";
export { getVpcConnect, getVpcConnectOutput, type VpcConnectResult } from "./functions/getVpcConnect";
export {
  getPeeringVpc,
  getPeeringVpcOutput,
  getVpcPeerings,
  getVpcPeeringsOutput,
  type PeeringVpcResult,
  type VpcPeeringResult,
  type VpcPeeringRouteResult,
} from "./functions/getVpcPeerings";
export {
  type GetWebhookArgs,
  type GetWebhookOutputArgs,
  getWebhook,
  getWebhookOutput,
  getWebhooks,
  getWebhooksOutput,
  type WebhookResult,
} from "./functions/getWebhooks";
export type { InvokeOptions } from "./functions/invoke";
export type { ById, ByName } from "./functions/pick";
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
export {
  BrokerAction,
  type BrokerActionArgs,
  type NodesActionArgs,
  type WholeActionArgs,
} from "./resources/brokerAction/brokerAction";
export type { BrokerActionName, NodesActionName } from "./resources/brokerAction/names";
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
export type { IntegrationArgs, IntegrationArgsOf, ListedIntegrationArgs } from "./resources/integration/args";
export { Integration } from "./resources/integration/integration";
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
export {
  type AnyMemberArgs,
  type TaggedMemberArgs,
  type TaggedRole,
  TeamMember,
  type TeamMemberArgs,
  type TeamRole,
  type UntaggedMemberArgs,
} from "./resources/teamMember/teamMember";
export { Vpc, type VpcArgs } from "./resources/vpc";
export {
  type AnyConnectArgs,
  type ProviderAConnectArgs,
  type ProviderBConnectArgs,
  type ProviderCConnectArgs,
  VpcConnect,
  type VpcConnectArgs,
} from "./resources/vpcConnect/vpcConnect";
export {
  type AcceptedPeeringArgs,
  type ProviderAPeeringArgs,
  type ProviderCPeeringArgs,
  VpcPeering,
  type VpcPeeringArgs,
} from "./resources/vpcPeering/vpcPeering";
export { Webhook, type WebhookArgs } from "./resources/webhook";
