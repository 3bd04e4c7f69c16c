// `integrationNoun` declares log and metric integrations. `nouns/index.ts` opens it; `resources/integration/` uses its
// collections, `integrationDefaults` and `comparableParameter`. New defaults go into `integrationDefaults`. All values
// must stay in `secrets`, because each system names its credentials differently.
import { z } from "zod";
import { createCollection } from "../lists/collection";
import { type CollectionSpec, collectionOperations } from "../lists/collectionOperations";
import { createSettled } from "../lists/settled";
import type { Api, Call, CallOptions } from "../transport/endpoint";
import { buildPath } from "../transport/paths";
import { createdChildSchema, id, type MadeChild, objectId, observed, optional, shown } from "../transport/schemas";

const integrationSchema = shown(() => ({
  id: objectId,
  /** The system that logs or metrics are sent to. */
  type: z.string(),
  /** The parameters of the system, with its credentials in plain text. Some systems add keys of any type. */
  config: optional(z.record(z.string(), z.unknown())).transform((value) => value ?? {}),
  /** The error of the integration; null or empty while the integration works. */
  error: z.string().nullish(),
  /** The id of the account that owns the integration. */
  account_id: observed(id),
  created_at: observed(z.string()),
}));
/** An integration as the service shows it. */
export type Integration = z.output<typeof integrationSchema>;

/** The fields from which an integration is made. */
export interface IntegrationBody {
  /**
   * The system that logs or metrics are sent to. The type is part of the path; the body of a request holds only
   * `config`.
   */
  type: string;
  /** The system's parameters under their own names. */
  config: Record<string, string | boolean>;
}

/** The service's defaults for the parameters that may be left out. */
export const integrationDefaults: Readonly<Record<string, string | boolean>> = {
  tags: "",
  queue_regex: "",
  vhost_regex: "",
  include_ad_queues: false,
};

const integrationSpec = (kind: "logs" | "metrics"): CollectionSpec<Integration, IntegrationBody, { id: string }> => ({
  name: `${kind === "logs" ? "log" : kind} integration`,
  path: `/api/integrations/${kind}`,
  createPath: ({ type }) => buildPath(`/api/integrations/${kind}/{system}`, { system: type }),
  item: integrationSchema,
  created: createdChildSchema,
  isListOnly: true,
  same: (integration, { type, config }) => integration.type === type && sameConfig(integration.config, config),
  merge: ({ type, config }, id, before) => ({ error: null, ...before, type, config, id }),
  payload: ({ config }) => config,
  secrets: "all",
});

/** The operations on integrations of one kind. Each system has parameters of its own. */
export interface IntegrationOperations {
  /** All integrations, with their credentials in plain text. */
  list(options?: CallOptions): Promise<Integration[]>;
  /**
   * Makes an integration, in one attempt. When it is unclear whether the integration was made, the error is
   * `ambiguous`.
   */
  create(system: string, parameters: IntegrationBody["config"], options?: CallOptions): Promise<MadeChild | undefined>;
  /** Replaces the parameters of an integration. */
  update(id: string, parameters: IntegrationBody["config"], options?: CallOptions): Promise<void>;
  /** Deletes an integration. */
  delete(id: string, options?: CallOptions): Promise<void>;
}

export const integrationNoun = (instance: Api) => ({
  operations: { logs: operationsOf(instance, "logs"), metrics: operationsOf(instance, "metrics") },
  shared: { logs: integrationsOf(instance, "logs"), metrics: integrationsOf(instance, "metrics") },
});

function operationsOf(instance: Api, kind: "logs" | "metrics"): IntegrationOperations {
  const all = collectionOperations(instance, integrationSpec(kind), { echo: createdChildSchema });
  return {
    list: all.list,
    create: (type, config, options) => all.create({ type, config }, options),
    async update(id, config, options) {
      await all.update(id, { config } as IntegrationBody, options);
    },
    delete: all.delete,
  };
}

/** Integrations of one kind, for all resources of a program. */
function integrationsOf(instance: Api, kind: "logs" | "metrics") {
  const { create, update, ...collection } = createCollection(instance, integrationSpec(kind));
  const settled = createSettled(instance.transport.clock, (call) => collection.list(call, { fresh: true }));
  return {
    ...collection,
    create: (...made: Parameters<typeof create>) => settled.write(() => create(...made)),
    update: (...changed: Parameters<typeof update>) => settled.write(() => update(...changed)),
    /** The integration after this client's writes, if the list shows it. Writes of one moment share one fresh list. */
    async readAfterWrites(id: string, call: Call): Promise<Integration | undefined> {
      return (await settled.look(call)).find((integration) => integration.id === id);
    },
  };
}

/** A parameter in a form that can be compared: of a region, some vendors take `US` and `us`, or `eu1` and `EU1`, for one. */
export const comparableParameter = (name: string, value: unknown): unknown =>
  name === "region" && typeof value === "string" && /^(us|eu)\d*$/i.test(value) ? value.toLowerCase() : value;

/** True when the service holds every declared parameter; parameters that the service adds do not count. */
function sameConfig(seen: Record<string, unknown>, declared: IntegrationBody["config"]): boolean {
  const wanted = Object.entries({ ...integrationDefaults, ...declared });
  const textOf = (key: string, value: unknown) => String(comparableParameter(key, value));
  const shown = (key: string) => seen[key] ?? integrationDefaults[key] ?? "";
  return wanted.every(([key, value]) => textOf(key, shown(key)) === textOf(key, value));
}
