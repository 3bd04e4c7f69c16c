import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { type Client, isApiError, isNumericId, type PlannedMaintenance } from "../api";
import type { Context, Definition, Failure } from "../framework/definition";
import { field, ofText } from "../framework/marks";
import { idOf, isInstanceOf } from "../framework/resource";
import { hasUnknown } from "../framework/unknowns";
import type { Agrees, Holds } from "./shared/agrees";
import { fromCatalogue } from "./shared/catalogue";
import {
  type ChildArgs,
  type ChildValues,
  childKeys,
  childShape,
  confirmAbsence,
  instanceApi,
  onInstance,
  partSuper,
} from "./shared/child";
import { childId, parseChildId } from "./shared/ids";
import {
  choose,
  chooseOnce,
  describeMaintenance,
  describeMove,
  explainBegun,
  explainDate,
  explainNone,
  forgetChoice,
  keepChoice,
} from "./shared/planned";
import { failuresOf, nameOf, throwIfRefused } from "./shared/refusals";
import { isTime, timeOf, wireTime } from "./shared/times";

/** What a {@link MaintenanceDate} is made from. */
export interface MaintenanceDateArgs extends ChildArgs {
  /**
   * The id of a planned maintenance, as `getMaintenance` lists it, or `"next"` for the one that is planned first. What
   * is next is found out once, when the resource is made, and then kept. Changing it to another id replaces the resource;
   * a later change to `"next"` changes nothing.
   */
  maintenance: pulumi.Input<string | number>;
  /**
   * The time for which the maintenance is planned, with its time zone: `2030-01-20T22:30:00Z`, or
   * `2030-01-20 22:30:00 +0000` as the service writes it. The time must be in the future, and not after the time by
   * which the service requires the maintenance. Changed in place, as long as the maintenance has not begun.
   */
  scheduledBy: pulumi.Input<string>;
}

/** The date of a maintenance as state keeps it. */
export interface MaintenanceDateState extends ChildValues {
  maintenance: string;
  scheduledBy: string;
  maintenanceId: string;
  /** The service's word, or `done` once the maintenance is no longer listed. */
  status: string;
  requiredBy: string | null;
  duration: string | null;
  description: string | null;
}

const schema = z.object({
  ...childShape,
  maintenance: field(
    z
      .string()
      .refine(
        (text) => text === "next" || isNumericId(text),
        'must be the id of a planned maintenance, such as 12001, or "next"',
      ),
    { replace: true },
  ),
  scheduledBy: field(
    z.string().refine(isTime, "must be a time with its time zone, such as 2030-01-20T22:30:00Z, to the second"),
    { normal: ofText((text) => `${timeOf(text) ?? text}`) },
  ),
});

type Args = z.output<typeof schema>;
type State = Partial<MaintenanceDateState>;
type Ctx = Context<Client>;

/** Compares the schema with the interface that users see. */
export type MaintenanceDateArgsAgree = Holds<
  Agrees<
    Omit<MaintenanceDateArgs, "instance" | "maintenance">,
    Omit<z.input<typeof schema>, "instance" | "maintenance">
  >
>;

export const maintenanceDateDefinition: Definition<Args, MaintenanceDateState, Client> = {
  type: "MaintenanceDate",
  handler: "maintenanceDate",
  schema,
  outputs: ["maintenanceId", "status", "requiredBy", "duration", "description"],
  named: true,
  replaceLoses: "the maintenance that was moved stays at its date",

  ...childKeys,

  async offered(ctx, args, olds) {
    const { instance, maintenance } = args;
    if (hasUnknown(instance) || hasUnknown(maintenance)) return [];
    const taken = explainTaken(ctx, instance, maintenance);
    if (taken !== undefined) return failuresOf("maintenance", taken);
    // The comparison with the state decides on what exists; a replacement is checked once more, as something new.
    return olds.instance === undefined ? failuresOfNew(ctx, args) : [];
  },

  decide(ctx, id, state, args, found) {
    const { instance, item } = parseChildId("MaintenanceDate", "maintenance", id);
    const what = describeMaintenance(instance, item);
    const isSame = args.instance === instance && (args.maintenance === "next" || args.maintenance === item);
    const replaced = found.replaced.filter((name) => name !== "maintenance" || !isSame);
    if (isSame && args.maintenance === "next" && found.replaced.includes("maintenance")) {
      ctx.note(`"next" is found out when the resource is made: it stays with ${what}`);
    }
    if (replaced.length > 0 || !found.changed.includes("scheduledBy")) return { ...found, replaced };
    if (state.status === "done") {
      ctx.warn(explainDone(what));
      return { ...found, replaced, changed: found.changed.filter((name) => name !== "scheduledBy") };
    }
    // A refresh refuses nothing.
    const reason = ctx.inProgram ? explainDate(ctx, what, args.scheduledBy, state.requiredBy) : undefined;
    throwIfRefused(ctx, reason && `scheduledBy ${reason}`);
    if (ctx.inProgram) ctx.note(describeMove(what, state, args.scheduledBy));
    return { ...found, replaced };
  },

  async create(ctx, args) {
    const { instance, maintenance } = args;
    throwIfRefused(ctx, explainTaken(ctx, instance, maintenance));
    const api = instanceApi(ctx.client, instance, args);
    const all = await api.maintenance.planned(ctx);
    const planned =
      chooseOnce(ctx, args, all) ?? chooseOnce(ctx, args, await api.maintenance.planned(ctx, { fresh: true }));
    if (planned === undefined) throw new Error(`${ctx.subject}: ${explainNone(instance, maintenance, all)}`);
    throwIfRefused(ctx, explainTaken(ctx, instance, planned.id));
    const id = childId(instance, "maintenance", planned.id);
    keepChoice(ctx, args, planned);
    return { id, state: { ...toState(planned), ...(await move(ctx, id, args, planned)) } };
  },

  async read(ctx, id, state) {
    const { instance, item } = parseChildId("MaintenanceDate", "maintenance", id);
    const { maintenance } = instanceApi(ctx.client, instance, state);
    const look = async (options?: { fresh: boolean }) => choose(await maintenance.planned(ctx, options), item);
    const found = await onInstance(ctx.client, instance, ctx, async () => ({
      planned: (await look()) ?? (await look({ fresh: true })),
    }));
    if (found === undefined) return undefined;
    const named = state.maintenance === "next" ? {} : { maintenance: item };
    if (found.planned !== undefined) return { instance, ...named, ...toState(found.planned) };
    await confirmAbsence(ctx, id, state);
    // A maintenance that this resource has seen, and that is planned no longer, was carried out or called off.
    return state.status === undefined ? undefined : { status: "done" };
  },

  async update(ctx, id, state, args) {
    const { instance, item } = parseChildId("MaintenanceDate", "maintenance", id);
    const { maintenance } = instanceApi(ctx.client, instance, args);
    const planned = choose(await maintenance.planned(ctx, { fresh: true }), item);
    if (planned !== undefined) return { ...toState(planned), ...(await move(ctx, id, args, planned)) };
    ctx.warn(explainDone(describeMaintenance(instance, item)));
    return { status: "done", scheduledBy: state.scheduledBy };
  },

  async delete(ctx, id, state) {
    const { instance, item } = parseChildId("MaintenanceDate", "maintenance", id);
    forgetChoice(ctx, instance);
    if (state.status === "done") return;
    ctx.note(`${describeMaintenance(instance, item)} stays planned for ${state.scheduledBy}`);
  },
};

const explainDone = (what: string) =>
  `${what} is not planned any more, because it was carried out or called off: scheduledBy changes nothing; for the next one, run pulumi up --replace with the URN of this resource`;

/**
 * Claims a maintenance for this resource. If another resource of the program has claimed it, the reason against this
 * resource is returned.
 */
function explainTaken(ctx: Ctx, instance: string, maintenance: string): string | undefined {
  const isNext = maintenance === "next";
  const what = isNext ? `the next maintenance of instance ${instance}` : describeMaintenance(instance, maintenance);
  const holder = ctx.claim(what);
  return holder && `${what} is also declared by ${nameOf(holder)}: keep one of the two`;
}

/** Checks at preview what a new resource would move, against what the service shows. */
async function failuresOfNew(ctx: Ctx, args: Args): Promise<Failure[]> {
  const { instance, maintenance, scheduledBy } = args;
  const api = instanceApi(ctx.client, instance, args).maintenance;
  const all = await fromCatalogue(ctx, `planned maintenance of instance ${instance}`, (call) => api.planned(call));
  if (all === undefined) return [];
  const planned = chooseOnce(ctx, args, all);
  if (planned === undefined) return failuresOf("maintenance", explainNone(instance, maintenance, all));
  const what = describeMaintenance(instance, planned.id);
  ctx.note(describeMove(what, toState(planned), scheduledBy));
  const reason = explainBegun(planned, what) ?? explainDate(ctx, what, scheduledBy, planned.required_by);
  return hasUnknown(scheduledBy) ? [] : failuresOf("scheduledBy", reason);
}

/** The answers that say that the service has moved nothing. */
const refusals: readonly string[] = ["auth", "forbidden", "notFound", "conflict", "invalid"];

/**
 * Moves a maintenance to the declared date. A failure after which the maintenance may have been moved keeps it in state:
 * what is next would then be another one.
 */
async function move(ctx: Ctx, id: string, args: Args, planned: PlannedMaintenance): Promise<State> {
  const { instance, scheduledBy } = args;
  const what = describeMaintenance(instance, planned.id);
  const reason = explainBegun(planned, what) ?? explainDate(ctx, what, scheduledBy, planned.required_by);
  throwIfRefused(ctx, reason && `scheduledBy ${reason}`);
  const { maintenance } = instanceApi(ctx.client, instance, args);
  try {
    await maintenance.move(planned.id, wireTime(scheduledBy), ctx);
  } catch (error) {
    if (!isApiError(error) || !refusals.includes(error.kind)) ctx.hold(id, toState(planned));
    throw error;
  }
  return { scheduledBy };
}

/** Turns a maintenance of the service into state; no other function does. */
function toState(planned: PlannedMaintenance): State {
  return {
    maintenanceId: planned.id,
    scheduledBy: planned.scheduled_by,
    status: planned.status ?? "scheduled",
    requiredBy: planned.required_by ?? null,
    duration: planned.duration ?? null,
    description: planned.description ?? null,
  };
}

/**
 * The date of a maintenance that the service has planned for an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const upgrade = new broker.MaintenanceDate("upgrade", {
 *   instance: 123,
 *   maintenance: "next",
 *   scheduledBy: "2030-01-20T22:30:00Z",
 * });
 * ```
 *
 * Creating this resource moves the maintenance, and fails where none is planned. A new instance has none, so this
 * resource cannot be declared together with a new `Instance`: add it once a maintenance is planned. One that was carried out, or called off by the service, stays in state
 * with the status `done`, and its date changes nothing any more; `pulumi up --replace` with the URN of the resource then
 * moves the next one. Changing `scheduledBy` moves the maintenance again; changing the instance or the id replaces the
 * resource. Removing the resource sends nothing: the maintenance stays planned for its date. Take over a date without
 * moving it with `{ import: "<instance>/maintenance/<number>" }`.
 */
export class MaintenanceDate extends pulumi.CustomResource {
  /** The id of the instance. */
  declare readonly instance: pulumi.Output<string>;
  /** The instance's own API key, if it was given. Secret. */
  declare readonly instanceApiKey: pulumi.Output<string | undefined>;
  /** The maintenance as it is declared: an id, or `next`. */
  declare readonly maintenance: pulumi.Output<string>;
  /** The time for which the maintenance is planned, as last seen. */
  declare readonly scheduledBy: pulumi.Output<string>;
  /** The id of the maintenance, also where `next` is declared. */
  declare readonly maintenanceId: pulumi.Output<string>;
  /** The state as last seen, such as `scheduled` or `running`; `done` once the maintenance is not planned any more. */
  declare readonly status: pulumi.Output<string>;
  /** The time by which the maintenance must be done, if the service says so. */
  declare readonly requiredBy: pulumi.Output<string | undefined>;
  /** The time that the maintenance is expected to take, in the service's words. */
  declare readonly duration: pulumi.Output<string | undefined>;
  /** The work that is done, in the service's words. */
  declare readonly description: pulumi.Output<string | undefined>;

  /**
   * @throws at preview: a time without a time zone, in the past, or after the time by which the maintenance is required;
   *   an instance without this maintenance; a maintenance declared twice; no key for the instance.
   */
  constructor(name: string, args: MaintenanceDateArgs, opts?: pulumi.CustomResourceOptions) {
    const given = opts?.id === undefined ? { ...args, maintenance: idOf(args.maintenance) } : args;
    super(...partSuper(maintenanceDateDefinition, name, given, opts));
  }

  /**
   * Reads the date of a maintenance by the id `<instance>/maintenance/<number>`. Fails when no such maintenance is
   * planned.
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): MaintenanceDate {
    return new MaintenanceDate(name, {} as MaintenanceDateArgs, { ...opts, id });
  }

  /** True when a value is a MaintenanceDate, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is MaintenanceDate {
    return isInstanceOf(maintenanceDateDefinition, value);
  }
}
