// `nouns/index.ts` lists `logNoun` and `metricNoun`; `instances/creation.ts` copies `logs` and `metrics`. A new system
// goes into a table. The tables must not be those of `provider/api/`, because tests compare the two. Keys of `routes`
// must stay, because tests use them as names of the client's methods.
import { z } from "zod";
import { collection, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { created, invalid, noContent, ok, refused } from "../server/reply";
import { type Context, instanceOf, listOf, noun, ownOf, route } from "../server/route";
import { dialectOf } from "../service/dialects";
import { compareVersions } from "../service/versions";

/** Makes the collection of one kind of integration. `config` keeps the parameters as sent, secrets included. */
const integrationsOf = <N extends string>(name: N, firstId: number, usual: string) =>
  collection({
    name,
    firstId,
    ...recordOf({
      ...ofInstance,
      type: usually(z.string(), usual),
      config: usually(z.record(z.string(), z.union([z.string(), z.boolean()])), ({ random }) => ({
        token: random.word(24),
      })),
      error: orNull(z.string()),
      account_id: usually(z.string(), "emulated-account"),
    }),
  });

/** The systems to which an instance sends its logs. */
export const logs = integrationsOf("logs", 6001, "log_vendor_e");

/** The systems to which an instance sends its metrics. */
export const metrics = integrationsOf("metrics", 7001, "metric_vendor_c_v3");

type Integrations = typeof logs | typeof metrics;

/** The parameters of a system. All parameters are strings, but `include_ad_queues` may be a boolean. */
interface System {
  /** Sets of parameters. A request must give all parameters of one set; most systems have only one set. */
  required: string[][];
  optional?: string[];
  /** The values allowed for a parameter, by its name. */
  values?: Record<string, string[]>;
  /** True when any parameter is taken, because the specification does not name them. */
  free?: true;
  /** True for a system of the scrape-style family, which needs version 3.10.0 of the clustered broker. */
  scrape?: true;
}

const siteRegions = { region: ["us1", "us3", "us5", "eu"] };

/** Systems for logs. The provider has a table of its own, so that tests find an error in either table. */
const logSystems: Record<string, System> = {
  log_vendor_a: {
    required: [["tenant_id", "application_id", "application_secret", "dce_uri", "table", "dcr_id"]],
  },
  log_vendor_b: { required: [["region", "access_key_id", "secret_access_key"]] },
  log_vendor_c: { required: [["private_key", "endpoint", "application", "subsystem"]] },
  log_vendor_d: { required: [["api_key", "region"]], optional: ["tags"], values: siteRegions },
  log_vendor_e: { required: [["token"]] },
  log_vendor_f: { required: [["token"]] },
  log_vendor_g: { required: [["url"]] },
  log_vendor_h: { required: [["token", "host"]] },
  log_vendor_i: { required: [["token", "host_port", "sourcetype"]] },
};

const commonOptional = ["tags", "queue_regex", "vhost_regex", "include_ad_queues"];
const keyOrRole = [
  ["region", "access_key_id", "secret_access_key"],
  ["region", "iam_role", "iam_external_id"],
];

const ownParameters: Record<string, System> = {
  metric_vendor_a: { required: [["connection_string"]], scrape: true },
  metric_vendor_b: { required: keyOrRole },
  metric_vendor_b_v2: { required: keyOrRole },
  metric_vendor_b_v3: { required: [["region", "iam_role", "iam_external_id"]], scrape: true },
  metric_vendor_c: { required: [["api_key", "region"]], values: siteRegions },
  metric_vendor_c_v2: { required: [["api_key", "region"]], values: siteRegions },
  metric_vendor_c_v3: { required: [["api_key"]], optional: ["region"], scrape: true },
  metric_vendor_d: { required: [["environment_id", "access_token"]], scrape: true },
  metric_vendor_e: { required: [["email", "api_key"]] },
  metric_vendor_f_v2: { required: [["api_key", "region"]], values: { region: ["US", "EU", "us", "eu"] } },
  metric_vendor_f_v3: { required: [["api_key"]], optional: ["region"], scrape: true },
  metric_vendor_g: { required: [["token", "host_port", "sourcetype"]] },
  metric_vendor_g_v2: { required: [["token", "endpoint"]], scrape: true },
  metric_vendor_h: { required: [[]], free: true },
  metric_vendor_h_v2: { required: [[]], free: true, scrape: true },
};

/** Systems for metrics. */
const metricsSystems: Record<string, System> = Object.fromEntries(
  Object.entries(ownParameters).map(([name, system]) => [
    name,
    { ...system, optional: [...commonOptional, ...(system.optional ?? [])] },
  ]),
);

const tagList = /^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/;
/** The form of tags for systems for logs: each value starts with a letter. */
const letterTagList = /^[^=,]+=[a-z][^=,]*(,[^=,]+=[a-z][^=,]*)*$/i;

/** Lists the problems of the parameters for a system, as pairs of a parameter and a message. */
function listProblems(name: string, system: System, given: Record<string, unknown>): [string, string][] {
  const { required, optional = [], values = {}, free = false } = system;
  const has = (parameter: string) => given[parameter] !== undefined && given[parameter] !== "";
  // If no set is complete, the problems are those of the set that lacks the fewest parameters.
  const missingOf = (set: string[]) => set.filter((parameter) => !has(parameter));
  const [wanted = []] = [...required].sort((a, b) => missingOf(a).length - missingOf(b).length);
  const takes = [...wanted, ...optional];
  const tags = name.startsWith("log_") ? letterTagList : tagList;
  return [
    ...missingOf(wanted).map((each): [string, string] => [each, "Field is required"]),
    ...Object.keys(given)
      .filter((each) => !free && !takes.includes(each))
      .map((each): [string, string] => [each, `Unknown field for ${name}`]),
    ...Object.entries(values)
      .filter(([each, allowed]) => has(each) && !allowed.includes(`${given[each]}`))
      .map(([each, allowed]): [string, string] => [each, `Must be one of ${allowed.join(", ")}`]),
    ...Object.entries(given)
      .filter(([each, value]) => each !== "include_ad_queues" && typeof value !== "string")
      .map(([each]): [string, string] => [each, "Must be a string"]),
    ...(has("include_ad_queues") && !["true", "false"].includes(`${given["include_ad_queues"]}`)
      ? ([["include_ad_queues", "Must be true or false"]] as [string, string][])
      : []),
    ...(has("tags") && takes.includes("tags") && !tags.test(`${given["tags"]}`)
      ? ([["tags", "Must have the form key=value,key=value"]] as [string, string][])
      : []),
  ];
}

const scrapeVersion = "3.10.0";

const parameters = z.record(z.string(), z.union([z.string(), z.boolean()], { error: "Must be a string" }));

const show = ({ store }: Context, { id, type, config, error, account_id }: RecordIn<Integrations>) => ({
  id,
  type,
  config,
  error: error ?? (dialectOf(store).specified_only ? "" : null),
  account_id,
});

/** Refuses an unknown system, a system for which the broker is too old, and unknown parameters of a system. */
function check(context: Context<z.output<typeof parameters>>, systems: Record<string, System>, name: string): void {
  const listed = Object.hasOwn(systems, name) ? systems[name] : undefined;
  const isNewer = dialectOf(context.store).newer_systems;
  const system = isNewer ? { required: [[]], ...listed, free: true as const } : listed;
  if (!system) throw refused(`Unknown integration ${name}`);
  const { backend, rmq_version } = instanceOf(context);
  if (system.scrape && backend === "clustered" && compareVersions(rmq_version, scrapeVersion) < 0) {
    throw refused(`${name} requires broker version ${scrapeVersion}`);
  }
  const problems = listProblems(name, system, context.body);
  if (problems.length > 0) throw invalid(problems);
}

const integrationNoun = <N extends "logs" | "metrics">(
  name: N,
  kind: Integrations & { name: N },
  systems: Record<string, System>,
) =>
  noun({
    name,
    api: "instance",
    collections: [kind],
    routes: {
      list: route(`GET /api/integrations/${name}`, (context) =>
        ok(listOf(context, kind).map((each) => show(context, each))),
      ),
      create: route(`POST /api/integrations/${name}/:system`, { body: parameters }, (context) => {
        const type = context.params["system"] ?? "";
        check(context, systems, type);
        const instance_id = instanceOf(context).id;
        return created({ id: context.store.insert(kind, { type, config: context.body, instance_id }).id });
      }),
      update: route(`PUT /api/integrations/${name}/:id`, { body: parameters }, (context) => {
        const integration = ownOf(context, kind);
        check(context, systems, integration.type);
        const isMerged = dialectOf(context.store).keeps_left_out;
        integration.config = { ...(isMerged && integration.config), ...context.body };
        return noContent();
      }),
      delete: route(`DELETE /api/integrations/${name}/:id`, (context) => {
        context.store.remove(kind, ownOf(context, kind).id);
        return noContent();
      }),
    },
    observed: {
      get: route(`GET /api/integrations/${name}/:id`, (context) => ok(show(context, ownOf(context, kind)))),
    },
  });

/** Integrations for logs. */
export const logNoun = integrationNoun("logs", logs, logSystems);

/** Integrations for metrics. */
export const metricNoun = integrationNoun("metrics", metrics, metricsSystems);
