import { z } from "zod";
import type { RecordOf } from "../records";
import { created, invalid, noContent, ok, refused } from "../server/reply";
import { type Context, instanceOf, listOf, ownOf, type Route, route } from "../server/route";
import { dialectOf } from "../service/dialects";
import { listProblems, logSystems, metricsSystems, type System } from "../service/integrationSystems";
import { compareVersions } from "../service/versions";

const scrapeVersion = "3.10.0";

const parameters = z.record(z.string(), z.union([z.string(), z.boolean()], { error: "Must be a string" }));

const show = ({ id, type, config, error, account_id }: RecordOf<"logs">) => ({ id, type, config, error, account_id });

/** Refuses an unknown system, a system for which the broker is too old, and parameters that the system does not take. */
function check(context: Context<z.output<typeof parameters>>, systems: Record<string, System>, name: string): void {
  const listed = Object.hasOwn(systems, name) ? systems[name] : undefined;
  const isNewer = dialectOf(context.store.list("dialects")).newer_systems;
  const system = isNewer ? { required: [[]], ...listed, free: true as const } : listed;
  if (!system) throw refused(`Unknown integration ${name}`);
  const { backend, rmq_version } = instanceOf(context);
  if (system.scrape && backend === "clustered" && compareVersions(rmq_version, scrapeVersion) < 0) {
    throw refused(`${name} requires broker version ${scrapeVersion}`);
  }
  const problems = listProblems(name, system, context.body);
  if (problems.length > 0) throw invalid(problems);
}

const routesOf = (kind: "logs" | "metrics", systems: Record<string, System>): Route[] => [
  route({
    operation: `${kind}.list`,
    method: "GET",
    path: `/api/integrations/${kind}`,
    auth: "instance",
    handle: (context) => ok(listOf(context, kind).map(show)),
  }),
  route({
    operation: `${kind}.get`,
    method: "GET",
    path: `/api/integrations/${kind}/:id`,
    auth: "instance",
    handle: (context) => ok(show(ownOf(context, kind))),
  }),
  route({
    operation: `${kind}.create`,
    method: "POST",
    path: `/api/integrations/${kind}/:system`,
    auth: "instance",
    body: parameters,
    handle: (context) => {
      const type = context.params["system"] ?? "";
      check(context, systems, type);
      const instance_id = instanceOf(context).id;
      return created({ id: context.store.insert(kind, { type, config: context.body, instance_id }).id });
    },
  }),
  route({
    operation: `${kind}.update`,
    method: "PUT",
    path: `/api/integrations/${kind}/:id`,
    auth: "instance",
    body: parameters,
    handle: (context) => {
      const integration = ownOf(context, kind);
      check(context, systems, integration.type);
      const isMerged = dialectOf(context.store.list("dialects")).keeps_left_out;
      integration.config = { ...(isMerged && integration.config), ...context.body };
      return noContent();
    },
  }),
  route({
    operation: `${kind}.delete`,
    method: "DELETE",
    path: `/api/integrations/${kind}/:id`,
    auth: "instance",
    handle: (context) => {
      context.store.remove(kind, ownOf(context, kind).id);
      return noContent();
    },
  }),
];

/** Operations of the instance API on integrations for logs and metrics. */
export const integrationRoutes: Route[] = [...routesOf("logs", logSystems), ...routesOf("metrics", metricsSystems)];
