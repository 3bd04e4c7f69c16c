// `resources/index.ts` exports all names to programs. A new setting goes into arguments, schema, `toState`, `wireOf`
// and the result. The type, the id and the names must stay, because states and programs hold them.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type MaintenanceSettings as SettingsWire, waitFor } from "../api";
import { askOutput, withoutNone } from "../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../dynamic/resource";
import { field, inputsOf, ofText } from "../framework/kind/marks";
import type { Agrees, Given } from "./shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./shared/askInstance";
import { type ChildArgs, type ChildValues, childShape, partSuper } from "./shared/child";
import type { Ctx } from "./shared/ctx";
import { idsOf } from "./shared/ids";
import { type Place, partKind } from "./shared/partKind";
import { failuresOf } from "./shared/refusals";
import { sendWithAdvice } from "./shared/requirements";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** A day of the week. */
export type Weekday = "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";

/** What {@link MaintenanceSettings} are made from. */
export interface MaintenanceSettingsArgs extends ChildArgs {
  /**
   * The day on which maintenance is preferred, such as `Sunday`. Changed in place, without downtime. Left out: the day
   * stays as it is. A day, a time or both must be given.
   */
  preferredMaintenanceDay?: pulumi.Input<Weekday>;
  /** The time at which maintenance is preferred, as `HH:MM` in UTC, such as `03:30`. Changed in place. Left out: it stays. */
  preferredMaintenanceTime?: pulumi.Input<string>;
  /**
   * True when the service updates the broker by itself, which only the alternative broker has. Changed in place, and
   * read back afterwards: a warning says that the service does not show the value, an error that it shows another one.
   * Left out: the value stays as it is.
   */
  automaticUpdates?: pulumi.Input<boolean>;
}

interface MaintenanceSettingsState extends ChildValues, Given<MaintenanceSettingsArgs> {}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time in UTC as HH:MM, such as 03:30");

const schema = inputsOf(() => ({
  ...childShape,
  preferredMaintenanceDay: field(z.enum(weekdays).optional(), {
    keep: true,
    normal: ofText((text) => text.toLowerCase()),
  }),
  preferredMaintenanceTime: field(time.optional(), { keep: true }),
  automaticUpdates: field(z.boolean().optional(), { keep: true }),
}));

type Args = z.output<typeof schema>;

const maintenanceSettingsIds = idsOf("MaintenanceSettings", "<instance>/maintenance-settings");

const maintenanceSettingsDefinition = partKind<Args, MaintenanceSettingsState, typeof maintenanceSettingsIds>({
  type: "MaintenanceSettings",
  ids: maintenanceSettingsIds,
  isAtOnce: true,
  schema,
  rules: [
    {
      needs: ["preferredMaintenanceDay", "preferredMaintenanceTime"],
      refuses: ({ preferredMaintenanceDay: day, preferredMaintenanceTime: time }) =>
        day === undefined && time === undefined
          ? "is missing: give preferredMaintenanceDay, preferredMaintenanceTime, or both"
          : undefined,
    },
  ],

  claims: ({ instance }) => [{ property: "instance", what: `the maintenance settings of instance ${instance}` }],

  async offered(ctx, args, olds) {
    const isNew = args.automaticUpdates !== undefined && args.automaticUpdates !== olds.automaticUpdates;
    const isForeign = isNew && ctx.run.facts["backend"] === "clustered";
    return failuresOf(
      "automaticUpdates",
      isForeign
        ? 'this property works only with the broker software "alternative": leave automaticUpdates out'
        : undefined,
    );
  },

  create: sendSettings,

  // Some brokers do not show every field. A field that is not shown keeps the value that was last sent.
  async read(ctx, { api }) {
    const seen = toState(await api.maintenance.get(ctx.call));
    // A setting that the program leaves out is no output, so that it never shows as a change.
    const isLeft = (name: string) => ctx.kept.declaredInputs.length > 0 && !ctx.kept.declaredInputs.includes(name);
    return Object.fromEntries(Object.entries(seen).filter(([name]) => !isLeft(name)));
  },

  update: sendSettings,

  async delete({ say }, { instance }) {
    say.note(`the maintenance settings of instance ${instance} stay as they are`);
  },
});

const onlyAlternative =
  'automatic updates exist only for brokers with the software "alternative": leave automaticUpdates out';

/** For how many milliseconds after a change the service may still show the old settings. */
const lagMs = 10_000;

/** Sends the settings, and reads automatic updates back: some brokers ignore them, and no refresh would show it. */
async function sendSettings(ctx: Ctx, { id, instance, api: { maintenance } }: Place, args: Args): Promise<void> {
  const { automaticUpdates: wanted } = args;
  const isWhole = args.preferredMaintenanceDay !== undefined && args.preferredMaintenanceTime !== undefined;
  // The service wants day and time: a missing one is sent with its present value, and left out where it has none.
  const { automaticUpdates: _, ...stands } = isWhole ? {} : toState(await maintenance.get(ctx.call, { fresh: true }));
  await sendWithAdvice(
    () => maintenance.set({ ...wireOf(stands), ...wireOf(args) }, ctx.call),
    () => (wanted === undefined ? undefined : onlyAlternative),
  );
  if (wanted === undefined) return;
  const shownBy = ctx.call.clock.now() + lagMs;
  const seen = await waitFor<SettingsWire>(ctx.call, `the settings of instance ${instance}`, async () => {
    const found = await maintenance.get(ctx.call, { fresh: true });
    const settled = found.automatic_updates === undefined || found.automatic_updates === wanted;
    return settled || ctx.call.clock.now() >= shownBy ? { done: found } : { waiting: "not shown yet" };
  });
  if (seen.automatic_updates === undefined) {
    ctx.say.warn(
      `the service does not show the automatic updates of instance ${instance}, so it is not known whether the service accepted automaticUpdates ${wanted}`,
    );
  } else if (seen.automatic_updates !== wanted) {
    ctx.kept.hold(id, toState(seen));
    throw new Error(
      `${ctx.call.subject}: the service accepted the settings of instance ${instance}, but automaticUpdates stays ${seen.automatic_updates}: declare this value, or leave automaticUpdates out`,
    );
  }
}

/** Turns the service's answer into state; no other function does. */
const toState = (seen: SettingsWire): Partial<MaintenanceSettingsState> => ({
  preferredMaintenanceDay: seen.preferred_maintenance_day as Weekday | undefined,
  preferredMaintenanceTime: seen.preferred_maintenance_time,
  automaticUpdates: seen.automatic_updates,
});

const wireOf = (settings: Partial<MaintenanceSettingsState>) =>
  withoutNone({
    preferred_maintenance_day: settings.preferredMaintenanceDay,
    preferred_maintenance_time: settings.preferredMaintenanceTime,
    automatic_updates: settings.automaticUpdates,
  });

/**
 * The day and time at which the service may maintain an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const maintenance = new broker.MaintenanceSettings("maintenance", {
 *   instance: 123,
 *   preferredMaintenanceDay: "Sunday",
 *   preferredMaintenanceTime: "03:30",
 * });
 * ```
 *
 * Existing settings are overwritten; what is left out stays as it is. Changing the instance replaces the resource;
 * everything else is changed in place. Removing the resource sends nothing: the settings stay as they are. Take over settings with
 * `{ import: "<instance>/maintenance-settings" }`.
 *
 * @category Settings, plugins and maintenance
 */
export class MaintenanceSettings extends CustomResource {
  /** @throws at preview: an invalid weekday or time, neither of the two, settings declared twice, no key for the instance. */
  constructor(name: string, args: MaintenanceSettingsArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      ...partSuper<Agrees<MaintenanceSettingsArgs, typeof schema>>(maintenanceSettingsDefinition, name, args, opts),
    );
  }

  /**
   * Reads the settings of an instance, by the id `<instance>/maintenance-settings`. Fails when there is no such
   * instance.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MaintenanceSettings {
    return new MaintenanceSettings(name, {} as MaintenanceSettingsArgs, { ...opts, id });
  }

  /** True when a value is MaintenanceSettings, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is MaintenanceSettings {
    return isInstanceOf(maintenanceSettingsDefinition, value);
  }
}

export interface MaintenanceSettings extends Outputs<MaintenanceSettingsState> {}

/** The result of {@link getMaintenanceSettings}. Some brokers do not show all of these settings. */
export interface MaintenanceSettingsResult {
  /** The day on which maintenance is preferred. */
  preferredMaintenanceDay?: string;
  /** The time at which maintenance is preferred, as `HH:MM` in UTC. */
  preferredMaintenanceTime?: string;
  /** True when the service updates the broker by itself. */
  automaticUpdates?: boolean;
}

/**
 * The times at which the service may maintain an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const day = broker.getMaintenanceSettings({ instance: 123 }).then((each) => each.preferredMaintenanceDay);
 * ```
 */
export const getMaintenanceSettings = askInstance<OnInstanceArgs, MaintenanceSettingsResult>({
  name: "getMaintenanceSettings",
  answer: async (api, call) => toState(await api.maintenance.get(call, { fresh: true })),
});

/** {@link getMaintenanceSettings} for arguments that are outputs of resources. */
export const getMaintenanceSettingsOutput = askOutput<OnInstanceOutputArgs, MaintenanceSettingsResult>(
  getMaintenanceSettings,
);
