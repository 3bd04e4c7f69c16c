import type { Route } from "../route";
import { catalogueRoutes } from "./catalogue";
import { instanceRoutes } from "./instances";
import { keyRoutes } from "./keys";
import { vpcRoutes } from "./vpcs";
import { webhookRoutes } from "./webhooks";

/** Every operation that is built, one line for each file of routes. */
export const routes: Route[] = [...catalogueRoutes, ...instanceRoutes, ...keyRoutes, ...vpcRoutes, ...webhookRoutes];
