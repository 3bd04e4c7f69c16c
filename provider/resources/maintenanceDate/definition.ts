// `maintenanceDate.ts` passes `maintenanceDateDefinition`, which moves the date of a maintenance, to its class. Texts
// may change (then run `npm run docs`). The type, ids, names and status `done` must stay, because states hold them;
// `maintenance` must stay `replace`, because another id means another maintenance.
import { z } from "zod";
import { isApiError, isNumericId, type PlannedMaintenance } from "../../api";
import type { Claim, Failure } from "../../framework/kind/definition";
import { field, inputsOf, ofText } from "../../framework/kind/marks";
import { hasUnknown } from "../../framework/kind/values";
import { throwIfClaimed } from "../../framework/run/claims";
import { type ChildValues, childKeys, childShape, confirmAbsence, instanceApi, onInstance } from "../shared/child";
import type { Ctx } from "../shared/ctx";
import { defineKind } from "../shared/defineKind";
import { idsOf } from "../shared/ids";
import { choose, describeMaintenance, explainNone, plannedAtPreview } from "../shared/planned";
import { failuresOf, throwIfRefused } from "../shared/refusals";
import { isTime, timeOf, wireTime } from "../shared/times";
import * as moves from "./moves";

/** The date of a maintenance as state keeps it. */
export interface MaintenanceDateState extends ChildValues {
  /** The maintenance as it is declared: an id, or `next`. */
  maintenance: string;
  /** The time for which the maintenance is planned, as last seen. */
  scheduledBy: string;
  /** The id of the maintenance, also where `next` is declared. */
  maintenanceId: string;
  /** The state as last seen, such as `scheduled` or `running`; `done` once the maintenance is not planned any more. */
  status: string;
  /** The time by which the maintenance must be done, if the service says so. */
  requiredBy: string | null;
  /** The time that the maintenance is expected to take, in the service's words. */
  duration: string | null;
  /** The work that is done, in the service's words. */
  description: string | null;
}

const isNextOrId = (text: string) => text === "next" || isNumericId(text);
const wrongMaintenance = 'must be "next", or the id of a planned maintenance, such as 12001';
const wrongTime = "must be a time with seconds and a time zone, such as 2030-01-20T22:30:00Z";

export const maintenanceDateSchema = inputsOf(() => ({
  ...childShape,
  maintenance: field(z.string().refine(isNextOrId, wrongMaintenance), { replace: true }),
  scheduledBy: field(z.string().refine(isTime, wrongTime), { normal: ofText((text) => `${timeOf(text) ?? text}`) }),
}));

type MaintenanceDateValues = z.output<typeof maintenanceDateSchema>;
type State = Partial<MaintenanceDateState>;
const maintenanceDateIds = idsOf("MaintenanceDate", "<instance>/maintenance/<number>");

export const maintenanceDateDefinition = defineKind<MaintenanceDateValues, MaintenanceDateState>({
  type: "MaintenanceDate",
  schema: maintenanceDateSchema,
  outputs: ["maintenanceId", "status", "requiredBy", "duration", "description"],
  alters: { scheduledBy: ["status", "requiredBy", "duration", "description"] },
  saysChanges: ["scheduledBy"],
  replaceLoses: "the old declaration moved a maintenance to another date, and this move is not undone",

  ...childKeys,

  claims: ({ instance, maintenance }) => [claimOf(instance, maintenance)],

  async offered(ctx, args, olds) {
    const { instance, maintenance } = args;
    if (hasUnknown(instance)) return failuresOf("maintenance", moves.explainNew(ctx, olds.instance));
    if (hasUnknown(maintenance)) return [];
    // `decide` checks an existing resource. A replacement is checked once more, as a new resource.
    return olds.instance === undefined ? failuresOfNew(ctx, args) : [];
  },

  async decide(ctx, id, state, args, found) {
    const { instance, number } = maintenanceDateIds.parse(id);
    const what = describeMaintenance(instance, number);
    const isSame = args.instance === instance && (args.maintenance === "next" || args.maintenance === number);
    const replaced = found.replaced.filter((name) => name !== "maintenance" || !isSame);
    if (isSame && args.maintenance === "next" && found.replaced.includes("maintenance"))
      ctx.say.note(`the package looks up "next" only when it makes the resource, so the resource keeps ${what}`);
    if (replaced.length > 0 || !found.changed.includes("scheduledBy")) return { ...found, replaced };
    if (state.status === "done") {
      ctx.say.warn(explainDone(what));
      return { ...found, replaced, changed: found.changed.filter((name) => name !== "scheduledBy") };
    }
    // A refresh refuses nothing.
    if (!ctx.run.inProgram) return { ...found, replaced };
    const reason = moves.explainDate(ctx.call, what, args.scheduledBy, state.requiredBy);
    // An interrupted run may have moved the maintenance: before a refusal, the service is asked.
    const isMoved = reason !== undefined && (await isMovedAlready(ctx, args, number));
    if (!isMoved) throwIfRefused(ctx.call, reason && `scheduledBy ${reason}`);
    ctx.say.note(moves.describeMove(what, state, args.scheduledBy, isMoved));
    return { ...found, replaced };
  },

  async create(ctx, args) {
    const { instance, maintenance } = args;
    const api = instanceApi(ctx.call, instance, args);
    const all = await api.maintenance.planned(ctx.call);
    const planned =
      moves.chooseOnce(ctx.kept, args, all) ??
      moves.chooseOnce(ctx.kept, args, await api.maintenance.planned(ctx.call, { fresh: true }));
    if (planned === undefined) throw new Error(`${ctx.call.subject}: ${explainNone(instance, maintenance, all)}`);
    throwIfClaimed(ctx, [claimOf(instance, planned.id)]);
    const id = maintenanceDateIds.make({ instance, number: planned.id });
    return moves.whileChosen(ctx, args, planned, async () => ({
      id,
      state: { ...toState(planned), ...(await move(ctx, id, args, planned)) },
    }));
  },

  async read(ctx, id, state) {
    const { instance, number } = maintenanceDateIds.parse(id);
    const { maintenance } = instanceApi(ctx.call, instance, state);
    const look = async (options?: { fresh: boolean }) => choose(await maintenance.planned(ctx.call, options), number);
    const found = await onInstance(ctx.call, instance, async () => ({
      planned: (await look()) ?? (await look({ fresh: true })),
    }));
    if (found === undefined) return undefined;
    const named = state.maintenance === "next" ? {} : { maintenance: number };
    if (found.planned !== undefined) return { instance, ...named, ...toState(found.planned) };
    await confirmAbsence(ctx.call, id, state);
    // A maintenance that this resource has seen, and that is planned no longer, was carried out or called off.
    return state.status === undefined ? undefined : { status: "done" };
  },

  async update(ctx, id, state, args) {
    const { instance, number } = maintenanceDateIds.parse(id);
    const { maintenance } = instanceApi(ctx.call, instance, args);
    const look = async () => choose(await maintenance.planned(ctx.call, { fresh: true }), number);
    const planned = (await look()) ?? (await look());
    if (planned !== undefined) return { ...toState(planned), ...(await move(ctx, id, args, planned)) };
    ctx.say.warn(explainDone(describeMaintenance(instance, number)));
    return { status: "done", scheduledBy: state.scheduledBy };
  },

  forgetRecords(ctx, id, saved) {
    const { instance, number } = maintenanceDateIds.parse(id);
    moves.forgetChoice(ctx.kept, instance, saved && number);
  },

  async delete(ctx, id, state) {
    const { instance, number } = maintenanceDateIds.parse(id);
    if (state.status === "done") return;
    ctx.say.note(`${describeMaintenance(instance, number)} is still planned for ${state.scheduledBy}`);
  },
});

const explainDone = (what: string) =>
  `${what} is not planned any more, because it was carried out or called off. A new scheduledBy has no effect. To move the next maintenance, run pulumi up --replace with the URN of this resource`;

/** A maintenance, which only one resource of the program may move. */
function claimOf(instance: string, maintenance: string): Claim {
  const isNext = maintenance === "next";
  const what = isNext ? `the next maintenance of instance ${instance}` : describeMaintenance(instance, maintenance);
  return { property: "maintenance", what };
}

/** Checks at preview the move of a new resource against the maintenance that the service shows. */
async function failuresOfNew(ctx: Ctx, args: MaintenanceDateValues): Promise<Failure[]> {
  const { instance, maintenance, scheduledBy } = args;
  const all = await plannedAtPreview(ctx, instanceApi(ctx.call, instance, args), instance);
  if (all === undefined) return [];
  const planned = moves.chooseOnce(ctx.kept, args, all);
  if (planned === undefined) return failuresOf("maintenance", explainNone(instance, maintenance, all));
  const what = describeMaintenance(instance, planned.id);
  const isMoved = moves.isPlannedFor(planned, scheduledBy);
  ctx.say.note(moves.describeMove(what, toState(planned), scheduledBy, isMoved));
  const reason = isMoved ? undefined : moves.explainRefusal(ctx.call, what, scheduledBy, planned);
  return hasUnknown(scheduledBy) ? [] : failuresOf("scheduledBy", reason);
}

/** True when the service shows at preview that a maintenance is planned for the declared date. */
async function isMovedAlready(ctx: Ctx, args: MaintenanceDateValues, item: string): Promise<boolean> {
  const { instance, scheduledBy } = args;
  const all = await plannedAtPreview(ctx, instanceApi(ctx.call, instance, args), instance);
  return all?.some((each) => each.id === item && moves.isPlannedFor(each, scheduledBy)) === true;
}

/** The answers that say that the service has moved nothing. */
const refusals: readonly string[] = ["auth", "forbidden", "notFound", "conflict", "invalid"];

/** Moves a maintenance to the declared date. State keeps one that may have moved, because `next` may now be another. */
async function move(ctx: Ctx, id: string, args: MaintenanceDateValues, planned: PlannedMaintenance): Promise<State> {
  const { instance, scheduledBy } = args;
  if (moves.isPlannedFor(planned, scheduledBy)) return { scheduledBy };
  const reason = moves.explainRefusal(ctx.call, describeMaintenance(instance, planned.id), scheduledBy, planned);
  throwIfRefused(ctx.call, reason && `scheduledBy ${reason}`);
  const { maintenance } = instanceApi(ctx.call, instance, args);
  try {
    await maintenance.move(planned.id, wireTime(scheduledBy), ctx.call);
  } catch (error) {
    if (!isApiError(error) || !refusals.includes(error.kind)) ctx.kept.hold(id, toState(planned));
    throw error;
  }
  return { scheduledBy };
}

/** Turns a maintenance of the service into state; no other function does. */
const toState = (planned: PlannedMaintenance): State => ({
  maintenanceId: planned.id,
  scheduledBy: planned.scheduled_by,
  status: planned.status ?? "scheduled",
  requiredBy: planned.required_by ?? null,
  duration: planned.duration ?? null,
  description: planned.description ?? null,
});
