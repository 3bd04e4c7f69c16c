/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export {
  MonitoredInstance,
  type MonitoredInstanceArgs,
  type StandardAlarms,
  type Threshold,
} from "./components/monitoredInstance";
export * from "./functions";
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
