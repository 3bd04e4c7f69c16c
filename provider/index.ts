/** Declare managed message brokers, and everything around them, in a Pulumi program. */
export * from "./functions/getBroker";
export * from "./functions/getCatalogue";
export * from "./functions/getInstance";
export type { GetVpcArgs, GetVpcOutputArgs, VpcResult } from "./functions/getVpc";
export { getVpc, getVpcOutput, getVpcs, getVpcsOutput } from "./functions/getVpc";
export type { InvokeOptions } from "./functions/invoke";
export { Provider, type ProviderArgs } from "./provider";
export { BrokerConfig, type BrokerConfigArgs } from "./resources/brokerConfig";
export type { ChildArgs, InstanceInput } from "./resources/child";
export {
  type FirewallRuleArgs,
  FirewallRuleSet,
  type FirewallRuleSetArgs,
  type FirewallService,
} from "./resources/firewallRuleSet";
export { Instance } from "./resources/instance";
export type { CopiedSetting, CopySettings, DiskArgs, InstanceArgs } from "./resources/instance-args";
export type { BrokerSettings, SettingValues } from "./resources/settings";
export { Vpc, type VpcArgs } from "./resources/vpc";
export { VpcConnect, type VpcConnectArgs } from "./resources/vpcConnect";
export { VpcPeering, type VpcPeeringArgs } from "./resources/vpcPeering";
export { Webhook, type WebhookArgs } from "./resources/webhook";
