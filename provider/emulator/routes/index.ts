import type { Route } from "../route";
import { actionRoutes } from "./actions";
import { catalogueRoutes } from "./catalogue";
import { configRoutes } from "./config";
import { instanceChangeRoutes } from "./instanceChanges";
import { instanceRoutes } from "./instances";
import { keyRoutes } from "./keys";
import { nodeRoutes } from "./nodes";
import { upgradeRoutes } from "./upgrades";
import { vpcRoutes } from "./vpcs";
import { webhookRoutes } from "./webhooks";

/** Every operation that is built, one line for each file of routes. */
export const routes: Route[] = [
  ...catalogueRoutes,
  ...instanceRoutes,
  ...instanceChangeRoutes,
  ...keyRoutes,
  ...vpcRoutes,
  ...nodeRoutes,
  ...configRoutes,
  ...actionRoutes,
  ...upgradeRoutes,
  ...webhookRoutes,
];
