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
import type { Row } from "./kind";
import { maintenanceDate } from "./maintenanceDate";
import { maintenanceSettings } from "./maintenanceSettings";
import { plugin } from "./plugin";
import { recipient } from "./recipient";
import { teamMember } from "./teamMember";
import { vpc } from "./vpc";
import { vpcConnect } from "./vpcConnect";
import { vpcPeering } from "./vpcPeering";
import { webhook } from "./webhook";

/** Every kind of resource, one line each. */
export const kinds: readonly Row[] = [
  instance,
  alarm,
  brokerAction,
  brokerConfig,
  credentialRotation,
  customDomain,
  eventBridge,
  firehose,
  firewallRuleSet,
  hipe,
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

/** The kind of this handler; the first of them where a handler has several. */
export function kindOf(handler: string): Row {
  const found = kinds.find((each) => each.handler === handler);
  if (found === undefined) throw new Error(`there is no kind with the handler "${handler}"`);
  return found;
}
