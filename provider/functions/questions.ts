import { getAlarmQuestion, getAlarmsQuestion } from "./getAlarms";
import { getAuditLogQuestion } from "./getAuditLog";
import { getAvailableSettingsQuestion } from "./getAvailableSettings";
import { getAvailableVersionsQuestion } from "./getAvailableVersions";
import { getCommunityPluginsQuestion } from "./getCommunityPlugins";
import { getConfigQuestion } from "./getConfig";
import { getCustomDomainQuestion } from "./getCustomDomain";
import { getEventBridgeQuestion, getEventBridgesQuestion } from "./getEventBridges";
import { getFirewallRulesQuestion } from "./getFirewallRules";
import { getInstanceQuestion, getInstancesQuestion } from "./getInstance";
import { getInvoiceQuestion, getInvoicesQuestion } from "./getInvoices";
import { getLogIntegrationsQuestion } from "./getLogIntegrations";
import { getMaintenanceQuestion } from "./getMaintenance";
import { getMaintenanceSettingsQuestion } from "./getMaintenanceSettings";
import { getMetricsIntegrationsQuestion } from "./getMetricsIntegrations";
import { getNextVersionsQuestion } from "./getNextVersions";
import { getNodesQuestion } from "./getNodes";
import { getPlansQuestion } from "./getPlans";
import { getPluginsQuestion } from "./getPlugins";
import { getRecipientQuestion, getRecipientsQuestion } from "./getRecipients";
import { getRegionsQuestion } from "./getRegions";
import { getTeamQuestion } from "./getTeam";
import { getVpcQuestion, getVpcsQuestion } from "./getVpc";
import { getVpcConnectQuestion } from "./getVpcConnect";
import { getPeeringVpcQuestion, getVpcPeeringsQuestion } from "./getVpcPeerings";
import { getWebhookQuestion, getWebhooksQuestion } from "./getWebhooks";
import type { Question } from "./question";

/** The questions of all functions. */
// biome-ignore lint/suspicious/noExplicitAny: the list is of many types; what uses it needs none of them
export const questions: readonly Question<any, any>[] = [
  getAlarmQuestion,
  getAlarmsQuestion,
  getAuditLogQuestion,
  getAvailableSettingsQuestion,
  getAvailableVersionsQuestion,
  getCommunityPluginsQuestion,
  getConfigQuestion,
  getCustomDomainQuestion,
  getEventBridgeQuestion,
  getEventBridgesQuestion,
  getFirewallRulesQuestion,
  getInstanceQuestion,
  getInstancesQuestion,
  getInvoiceQuestion,
  getInvoicesQuestion,
  getLogIntegrationsQuestion,
  getMaintenanceQuestion,
  getMaintenanceSettingsQuestion,
  getMetricsIntegrationsQuestion,
  getNextVersionsQuestion,
  getNodesQuestion,
  getPlansQuestion,
  getPluginsQuestion,
  getRecipientQuestion,
  getRecipientsQuestion,
  getRegionsQuestion,
  getTeamQuestion,
  getVpcQuestion,
  getVpcConnectQuestion,
  getPeeringVpcQuestion,
  getVpcPeeringsQuestion,
  getVpcsQuestion,
  getWebhookQuestion,
  getWebhooksQuestion,
];
