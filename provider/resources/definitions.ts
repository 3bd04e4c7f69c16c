import type { Client } from "../api";
import type { AnyDefinition } from "../framework/kind/definition";
import { alarmDefinition } from "./alarm/definition";
import { brokerActionDefinition } from "./brokerAction/definition";
import { brokerConfigDefinition } from "./brokerConfig";
import { credentialRotationDefinition } from "./credentialRotation";
import { customDomainDefinition } from "./customDomain/customDomain";
import { eventBridgeDefinition } from "./eventBridge";
import { firehoseDefinition } from "./firehose";
import { firewallRuleSetDefinition } from "./firewall/firewallRuleSet";
import { hipeDefinition } from "./hipe";
import { instanceDefinition } from "./instance/definition";
import { integrationDefinition } from "./integration/integration";
import { maintenanceDateDefinition } from "./maintenanceDate/definition";
import { maintenanceSettingsDefinition } from "./maintenanceSettings";
import { pluginDefinition } from "./plugin/plugin";
import { recipientDefinition } from "./recipient/recipient";
import { teamMemberDefinition } from "./teamMember/teamMember";
import { vpcDefinition } from "./vpc/vpc";
import { vpcConnectDefinition } from "./vpcConnect/vpcConnect";
import { vpcPeeringDefinition } from "./vpcPeering/definition";
import { webhookDefinition } from "./webhook";

/** The definitions of all resources, one line each. The stub in state finds a handler by its definition's `handler` name. */
export const definitions: readonly AnyDefinition<Client>[] = [
  alarmDefinition,
  brokerActionDefinition,
  brokerConfigDefinition,
  credentialRotationDefinition,
  customDomainDefinition,
  eventBridgeDefinition,
  firehoseDefinition,
  firewallRuleSetDefinition,
  hipeDefinition,
  instanceDefinition,
  integrationDefinition,
  maintenanceDateDefinition,
  maintenanceSettingsDefinition,
  pluginDefinition,
  vpcConnectDefinition,
  recipientDefinition,
  teamMemberDefinition,
  vpcDefinition,
  vpcPeeringDefinition,
  webhookDefinition,
];
