import { alarm } from "./alarm";
import { brokerAction } from "./brokerAction";
import { brokerConfig } from "./brokerConfig";
import { credentialRotation } from "./credentialRotation";
import { customDomain } from "./customDomain";
import { eventBridge } from "./eventBridge";
import { firehose } from "./firehose";
import { firewallRuleSet } from "./firewallRuleSet";
import { hipe } from "./hipe";
import { instance } from "./instance";
import { logIntegration, metricsIntegration } from "./integration";
import { maintenanceDate } from "./maintenanceDate";
import { maintenanceSettings } from "./maintenanceSettings";
import { plugin } from "./plugin";
import { recipient } from "./recipient";
import type { Row } from "./row";
import { teamMember } from "./teamMember";
import { vpc } from "./vpc";
import { vpcConnect } from "./vpcConnect";
import { vpcPeering } from "./vpcPeering";
import { webhook } from "./webhook";

/** Every kind of resource, one line each. Every row gets the whole lifecycle suite. */
export const rows: readonly Row[] = [
  alarm,
  brokerAction,
  brokerConfig,
  credentialRotation,
  customDomain,
  eventBridge,
  firehose,
  firewallRuleSet,
  hipe,
  instance,
  logIntegration,
  maintenanceDate,
  maintenanceSettings,
  metricsIntegration,
  plugin,
  recipient,
  teamMember,
  vpc,
  vpcConnect,
  vpcPeering,
  webhook,
];
