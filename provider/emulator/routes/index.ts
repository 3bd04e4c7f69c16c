import type { Route } from "../route";
import { catalogueRoutes } from "./catalogue";
import { instanceChangeRoutes } from "./instanceChanges";
import { instanceRoutes } from "./instances";
import { keyRoutes } from "./keys";
import { vpcRoutes } from "./vpcs";
import { webhookRoutes } from "./webhooks";

/** Every operation that is built, one line for each file of routes. */
export const routes: Route[] = [
  ...catalogueRoutes,
  ...instanceRoutes,
  ...instanceChangeRoutes,
  ...keyRoutes,
  ...vpcRoutes,
  ...webhookRoutes,
];
