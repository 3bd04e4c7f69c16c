// `provider/index.ts` exports all names to programs; `definitions.ts` and the plugin load the file, because each loaded
// file makes its kind known. A new kind gets a line; an exported name must stay, because programs use it.

/** What a program uses of each kind of resource. */
export * from "./alarm/alarm";
export * from "./alarm/functions";
export * from "./brokerAction/brokerAction";
export type { BrokerActionName, NodesActionName } from "./brokerAction/schema";
export * from "./brokerConfig";
export * from "./credentialRotation";
export * from "./customDomain/customDomain";
export * from "./eventBridge";
export { Firehose, type FirehoseArgs } from "./firehose";
export * from "./firewall/firewallRuleSet";
export * from "./hipe";
export * from "./instance/functions";
export type { CopiedSetting, CopySettings, DiskArgs, InstanceArgs } from "./instance/instance";
export { Instance } from "./instance/instance";
export * from "./integration/args";
export * from "./integration/functions";
export { Integration } from "./integration/integration";
export * from "./maintenanceDate/maintenanceDate";
export * from "./maintenanceSettings";
export * from "./plugin/plugin";
export * from "./recipient/functions";
export { Recipient, type RecipientArgs, type RecipientType } from "./recipient/recipient";
export type { OnInstanceArgs, OnInstanceOutputArgs } from "./shared/askInstance";
export type { ChildArgs, InstanceInput } from "./shared/child";
export type { ById, ByName } from "./shared/pick";
export type { BrokerSettings, SettingValues } from "./shared/settings";
export type { TriggersArgs } from "./shared/triggers";
export type { TaggedRole, TeamRole } from "./teamMember/steps";
export * from "./teamMember/teamMember";
export * from "./vpc/functions";
export { Vpc, type VpcArgs } from "./vpc/vpc";
export * from "./vpcConnect/vpcConnect";
export * from "./vpcPeering/vpcPeering";
export * from "./webhook";
