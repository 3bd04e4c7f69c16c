// `resources/index.ts` exports the class, arguments and functions to programs. New settings go into
// `shared/settings.ts`. A delete must send nothing, because nobody knows the settings from before. The id
// `<instance>/config` must stay, because states hold it.
import type * as pulumi from "@pulumi/pulumi";
import { askOutput } from "../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf } from "../framework/kind/marks";
import { isUnknown } from "../framework/kind/values";
import type { Agrees } from "./shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, partSuper } from "./shared/child";
import { idsOf } from "./shared/ids";
import { partKind } from "./shared/partKind";
import { claimsOf, putSettings } from "./shared/putSettings";
import { failuresOf } from "./shared/refusals";
import {
  type BrokerSettings,
  explainTooNew,
  explainTypos,
  noteResets,
  noteRestart,
  type SettingValues,
  seenSettings,
  settingsMarks,
  settingsRule,
  settingsSchema,
} from "./shared/settings";

/** What a {@link BrokerConfig} is made from. */
export interface BrokerConfigArgs extends ChildArgs {
  /**
   * The settings that are managed. Changed in place: only those that differ are sent. A setting that is taken out goes
   * back to the service's default; one that was never written down is left alone. Bounds are checked at preview.
   */
  config: pulumi.Input<BrokerSettings>;
}

type BrokerConfigState = ChildValues & { config: SettingValues };

const schema = inputsOf(() => ({ ...childShape, config: field(settingsSchema(), { ...settingsMarks, keep: false }) }));

/** Settings have another type in the schema. */
type ArgsAgree = Agrees<BrokerConfigArgs, typeof schema, never, "config">;

const brokerConfigIds = idsOf("BrokerConfig", "<instance>/config");

const brokerConfigDefinition = partKind<BrokerConfigState, BrokerConfigState, typeof brokerConfigIds>({
  type: "BrokerConfig",
  ids: brokerConfigIds,
  schema,
  rules: [settingsRule],

  claims: ({ instance, config }) => claimsOf(instance, config),

  async offered(ctx, args, olds) {
    if (isUnknown(args.config)) return [];
    noteRestart(ctx.say, args.config, olds.config);
    return [
      ...failuresOf("config", explainTypos(args.config, olds.config)),
      ...failuresOf("config", explainTooNew(args.config, olds.config, ctx.run.facts)),
    ];
  },

  decide(ctx, _id, state, args, found) {
    if (ctx.run.inProgram && found.replaced.length === 0) noteResets(ctx.say, args.config, state.config);
    return found;
  },

  async create(turn, { instance, api }, args) {
    // Nothing is read first, because a setting that is sent with its present value does not change.
    await putSettings(turn, instance, api, {}, args.config);
  },

  read: async ({ call }, { api }, state) => ({ config: seenSettings(await api.config.get(call), state.config) }),

  async update(turn, { instance, api }, args, state) {
    // After a cut-off update, the service may have values that state does not have.
    const seen = turn.kept.pending
      ? seenSettings(await api.config.get(turn.call, { fresh: true }), { ...state.config, ...args.config })
      : (state.config ?? {});
    await putSettings(turn, instance, api, seen, args.config);
  },

  async delete({ say }, { instance }) {
    say.note(`the settings of instance ${instance} stay as they are`);
  },
});

/**
 * Settings of a broker that is declared elsewhere: in another stack, by hand, or by someone who holds only the instance's
 * key. If the `Instance` is in the same program, its own `config` does the same.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const settings = new broker.BrokerConfig("settings", {
 *   instance: 123,
 *   config: { heartbeat: 60, consumerTimeout: false, "broker_mqtt.exchange": "mqtt" },
 * });
 * ```
 *
 * Only the settings that are written down are managed; a change is a PUT of those that differ. Changing the instance
 * replaces the resource. Removing it sends nothing: the settings stay as they are. Take over existing settings by
 * declaring them, or with `{ import: "<instance>/config" }`.
 *
 * @category Settings, plugins and maintenance
 */
export class BrokerConfig extends CustomResource {
  /** The managed settings, as last seen. */
  declare readonly config: pulumi.Output<pulumi.Unwrap<BrokerSettings>>;

  /** @throws at preview: a setting out of its bounds or managed twice, no key for the instance. */
  constructor(name: string, args: BrokerConfigArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<ArgsAgree>(brokerConfigDefinition, name, args, opts));
  }

  /** Reads the settings of a broker, by the id `<instance>/config`. Fails when there is no such instance. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): BrokerConfig {
    return new BrokerConfig(name, {} as BrokerConfigArgs, { ...opts, id });
  }

  /** True when a value is a BrokerConfig, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is BrokerConfig {
    return isInstanceOf(brokerConfigDefinition, value);
  }
}

export interface BrokerConfig extends Outputs<ChildValues> {}

/**
 * The values of a broker's settings, under the names that the argument `config` takes. Settings that are not set are
 * left out.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const heartbeat = broker.getConfig({ instance: 123 }).then((config) => config["heartbeat"]);
 * ```
 */
export const getConfig = askInstance<OnInstanceArgs, SettingValues>({
  name: "getConfig",
  answer: async (api, call) => seenSettings(await api.config.get(call, { fresh: true }), undefined),
});

/** {@link getConfig} for arguments that are outputs of resources. */
export const getConfigOutput = askOutput<OnInstanceOutputArgs, SettingValues>(getConfig);

/** A setting as {@link getAvailableSettings} lists it. */
export interface AvailableSettingResult {
  /** The service's name of the setting. The argument `config` takes this name unchanged. */
  name: string;
  /** `boolean`, `int`, `float` or `symbol`. */
  type: string;
  /** What the setting does. */
  description?: string;
  /** The value of the setting when nobody has set it. */
  default?: string | number | boolean;
  /** The lowest value. */
  min?: number;
  /** The highest value. */
  max?: number;
  /** The lowest version of the broker that has the setting. */
  versionRequirement?: string;
}

/**
 * The settings that a broker takes, with their defaults and bounds.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getAvailableSettings({ instance: 123 }).then((all) => all.map((setting) => setting.name));
 * ```
 */
export const getAvailableSettings = askInstance<OnInstanceArgs, AvailableSettingResult[]>({
  name: "getAvailableSettings",
  list: true,
  async answer(api, call) {
    return (await api.config.available(call)).map(({ desc, version_requirement, default: usual, ...setting }) => ({
      ...setting,
      description: desc,
      default: usual ?? undefined,
      versionRequirement: version_requirement,
    }));
  },
});

/** {@link getAvailableSettings} for arguments that are outputs of resources. */
export const getAvailableSettingsOutput = askOutput<OnInstanceOutputArgs, AvailableSettingResult[]>(
  getAvailableSettings,
);
