// `resources/index.ts` exports the class; `components/monitoredInstance.ts` makes integrations; `functions.ts` calls
// `toState`. New systems go into `systems.ts` and `args.ts`. `config` must stay secret as a whole, because it has
// credentials; the form of ids must stay, because states hold it.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { describeError, type Integration as IntegrationWire, isApiError, waitFor } from "../../api";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import { field, inputsOf } from "../../framework/kind/marks";
import { isUnknown } from "../../framework/kind/values";
import { type ChildValues, childShape, childSuper, instanceApi } from "../shared/child";
import { childKind } from "../shared/childKind";
import type { Ctx } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import { idsOf } from "../shared/ids";
import { failuresOf } from "../shared/refusals";
import { adviseUpgrade, explainTooOld, sendWithAdvice } from "../shared/requirements";
import type { IntegrationArgs } from "./args";
import type { ConfigValues } from "./config";
import * as configs from "./config";
import { type IntegrationArgsAgree, scrapeSystems, scrapeVersion, systemNames, systemPattern } from "./systems";

/** An integration as state keeps it. */
export interface IntegrationState extends ChildValues {
  /** The system that logs or metrics are sent to. */
  system: string;
  config: ConfigValues;
  /** The error that the service reports of the integration, as last seen; not set while the integration works. */
  error: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

type Values = ChildValues & Pick<IntegrationState, "system" | "config">;

const wrongSystem = `must be one of the names ${systemNames.join(", ")}, or the name of another system. The name of another system must begin with log_ or metric_`;

const schema = inputsOf(() => ({
  ...childShape,
  system: field(z.string().regex(systemPattern, wrongSystem), { replace: true }),
  config: field(z.record(z.string(), z.unknown()), {
    // The parameters are secret as a whole: the engine hides a single one only if outputs have the shape of inputs.
    secret: true,
    credentials: (config) => (isObject(config) ? configs.credentialsIn(config) : config),
    parts: (before, now) => configs.differingParameters(isObject(before) ? before : {}, isObject(now) ? now : {}),
    normal: (config) => (isObject(config) ? configs.comparableConfig(config) : config),
  }),
})).superRefine(
  ({ system, config }, context) => {
    if (!isObject(config) || isUnknown(system)) return;
    for (const { path, text } of configs.configProblems(system, config))
      context.addIssue({ code: "custom", path: ["config", ...path], message: text });
  },
  // The parameters are checked even if other inputs are wrong, so that the user sees all problems at once.
  { when: () => true },
);

export const integrationIds = idsOf("Integration", "<instance>/logs|metrics/<number>");

const child = childKind({
  type: "Integration",
  ids: integrationIds,
  schema,
  outputs: ["error"],
  alters: { config: ["error"] },
  twins: ["integration", "everything is sent twice"],
  collection: (api, name) => api[name as "logs" | "metrics"],
  kindOf: ({ system }) => (system.startsWith("log_") ? "logs" : "metrics"),
  toState,
  toWire: ({ system, config }: Values, before?: Partial<IntegrationState>) => ({
    type: system,
    config: configs.wireConfig(configs.withCleared(config, before?.config)),
  }),

  async offered(ctx, args, olds) {
    const unchecked = isUnknown(args.system) ? undefined : configs.explainUnchecked(args.system, args.config);
    if (unchecked !== undefined) ctx.say.warn(unchecked);
    if (args.system === olds.system || !scrapeSystems.includes(args.system)) return [];
    return failuresOf("system", explainTooOld(ctx.run.facts, scrapeVersion));
  },
});

export const integrationDefinition = defineKind({
  ...child,

  async create(ctx, args) {
    const { id } = await withUpgrade(args, () => child.create(ctx, args));
    return { id, state: await seeAfterWrite(ctx, id, args) };
  },

  async update(ctx, id, state, args) {
    await withUpgrade(args, () => child.update(ctx, id, state, args));
    return seeAfterWrite(ctx, id, args, state.config);
  },
});

/** Sends an integration, and advises an upgrade when the broker is too old for it. */
const withUpgrade = <T>({ instance, system }: Values, send: () => Promise<T>): Promise<T> =>
  sendWithAdvice(send, () =>
    scrapeSystems.includes(system) ? adviseUpgrade(instance, system, scrapeVersion) : undefined,
  );

/** For how many milliseconds after a change the service may still show the old parameters. */
const lagMs = 10_000;

/**
 * Looks at an integration just written: for the service's error, and for parameters that were taken out and that the
 * service keeps. State keeps them too, for the next preview. If the look fails, the write is still a success.
 */
async function seeAfterWrite(ctx: Ctx, id: string, args: Values, before: ConfigValues = {}) {
  const { system, config } = args;
  const { instance, kind, number } = integrationIds.parse(id);
  const integrations = instanceApi(ctx.call, instance, args)[kind];
  const keptIn = (shown?: IntegrationWire) => configs.keptParameters(system, shown?.config, before, config);
  const stateOf = (error: string | null, kept: ConfigValues): Partial<IntegrationState> => ({
    error,
    ...(configs.namesOf(kept).length > 0 && { config: configs.withParameters(config, kept) }),
  });
  const shownBy = ctx.call.clock.now() + lagMs;
  try {
    const shown = await waitFor<IntegrationWire | undefined>(ctx.call, "the parameters to be changed", async () => {
      const seen = await integrations.readAfterWrites(number, ctx.call);
      const isSettled = seen === undefined || configs.namesOf(keptIn(seen)).length === 0;
      return isSettled || ctx.call.clock.now() >= shownBy
        ? { done: seen }
        : { waiting: "the service still shows the old parameters" };
    });
    const error = shown?.error || null;
    if (error !== null) ctx.say.warn(`the service cannot use the integration: ${error}; ${wayOut}`);
    const kept = keptIn(shown);
    const names = configs.namesOf(kept).join(", ");
    if (names !== "") {
      const fact =
        shown === undefined
          ? `it is not known whether the service still has ${names}`
          : `the service still has ${names}`;
      ctx.say.warn(
        `${fact}. The program does not declare ${names}: declare ${names} again, or run pulumi up --replace '${ctx.run.urn}'`,
      );
    }
    return stateOf(error, kept);
  } catch (error) {
    if (!isApiError(error)) throw error;
    ctx.say.warn(
      `could not see whether the integration works (${describeError(error)}): to look again, run pulumi refresh`,
    );
    return stateOf(null, keptIn());
  }
}

const wayOut =
  "check the config of the integration, and check your account at the system that receives the data. Then run pulumi refresh to see whether the integration works";

/** Turns an integration of the service into state; no other function does. */
export function toState({ type, config, error }: IntegrationWire, state: Partial<IntegrationState>) {
  return { system: type, config: configs.seenConfig(type, config, state.config), error: error || null };
}

/**
 * Sends an instance's logs or metrics to a system that keeps and shows them.
 *
 * ```typescript
 * import * as pulumi from "@pulumi/pulumi";
 * import * as broker from "pulumi-broker";
 *
 * const config = new pulumi.Config();
 * const logs = new broker.Integration("logs", {
 *   instance: 123,
 *   system: "log_vendor_d",
 *   config: { apiKey: config.requireSecret("logsKey"), region: "eu", tags: "env=production" },
 * });
 * const metrics = new broker.Integration("metrics", {
 *   instance: 123,
 *   system: "metric_vendor_b_v3",
 *   config: {
 *     region: "region-1",
 *     iamRole: config.requireSecret("metricsRole"),
 *     iamExternalId: config.requireSecret("metricsId"),
 *     queueRegex: "^orders",
 *   },
 * });
 * ```
 *
 * The parameters depend on the system; one that is missing, unknown or malformed is refused at preview. What is newer
 * than this version of the package goes into `config.parameters`, also for a system that is not listed. A warning says
 * that nothing of it was checked. Changing the instance or the system replaces the integration; its parameters are
 * changed in place. `error` says what the service reports of an integration that does not work. Take over an existing
 * integration with `{ import: "<instance>/logs/<number>" }` or `{ import: "<instance>/metrics/<number>" }`.
 *
 * @category Where metrics and logs are sent
 */
export class Integration extends CustomResource {
  /** The system's parameters. Secret. */
  declare readonly config: pulumi.Output<Record<string, unknown>>;

  /** @throws at preview: a parameter that is missing, unknown or malformed; no key for the instance. */
  constructor(name: string, args: IntegrationArgs, opts?: pulumi.CustomResourceOptions) {
    super(...childSuper<IntegrationArgsAgree>(integrationDefinition, name, args, opts));
  }

  /**
   * Reads an integration that something else manages, by its id `<instance>/logs/<number>` or
   * `<instance>/metrics/<number>`. Fails for an unknown id.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): Integration {
    return new Integration(name, {} as IntegrationArgs, { ...opts, id });
  }

  /** True when a value is an Integration, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is Integration {
    return isInstanceOf(integrationDefinition, value);
  }
}

export interface Integration extends Outputs<Omit<IntegrationState, "config">> {}
