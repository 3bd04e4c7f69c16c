import type { Route } from "../server/route";
import { actionRoutes } from "./actions";
import { alarmRoutes } from "./alarms";
import { bookRoutes } from "./books";
import { catalogueRoutes } from "./catalogue";
import { configRoutes } from "./config";
import { customDomainRoutes } from "./customDomain";
import { eventBridgeRoutes } from "./eventBridges";
import { firewallRoutes } from "./firewall";
import { instanceChangeRoutes } from "./instances/changes";
import { instanceRoutes } from "./instances/instances";
import { integrationRoutes } from "./integrations";
import { jobRoutes } from "./jobs";
import { keyRoutes } from "./keys";
import { maintenanceRoutes } from "./maintenance";
import { nodeRoutes } from "./nodes";
import { peeringRoutes } from "./peerings/peerings";
import { pluginRoutes } from "./plugins/plugins";
import { recipientRoutes } from "./recipients";
import { teamRoutes } from "./team";
import { upgradeRoutes } from "./upgrades";
import { vpcConnectRoutes } from "./vpcConnect";
import { vpcRoutes } from "./vpcs";
import { webhookRoutes } from "./webhooks";

/** The routes of all operations, one line for each file. */
export const routes: Route[] = [
  ...catalogueRoutes,
  ...teamRoutes,
  ...bookRoutes,
  ...instanceRoutes,
  ...instanceChangeRoutes,
  ...keyRoutes,
  ...vpcRoutes,
  ...nodeRoutes,
  ...configRoutes,
  ...actionRoutes,
  ...upgradeRoutes,
  ...pluginRoutes,
  ...jobRoutes,
  ...customDomainRoutes,
  ...firewallRoutes,
  ...recipientRoutes,
  ...alarmRoutes,
  ...eventBridgeRoutes,
  ...webhookRoutes,
  ...integrationRoutes,
  ...maintenanceRoutes,
  ...peeringRoutes,
  ...vpcConnectRoutes,
];
