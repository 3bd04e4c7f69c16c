import type { Client, InstanceClient, PlannedMaintenance } from "../../api";
import type { Context, Keeping } from "../../framework/kind/context";
import { hasUnknown } from "../../framework/kind/unknowns";
import { fromCatalogue } from "./catalogue";
import type { Calling } from "./ctx";
import { timeOf } from "./times";

/** Names a maintenance as messages do. */
export const describeMaintenance = (instance: string, item: string): string =>
  `maintenance ${item} of instance ${instance}`;

/** The maintenance of this id, or for `"next"` the first that has not begun, if all dates can be read. */
export function choose(all: readonly PlannedMaintenance[], maintenance: string): PlannedMaintenance | undefined {
  if (maintenance !== "next") return all.find(({ id }) => id === maintenance);
  const ahead = all.filter((each) => !hasBegun(each));
  if (ahead.length > 1 && withoutDate(ahead).length > 0) return undefined;
  return ahead.sort((a, b) => (startOf(a) ?? 0) - (startOf(b) ?? 0))[0];
}

const startOf = ({ scheduled_by }: PlannedMaintenance) => timeOf(scheduled_by ?? "");
const withoutDate = (all: readonly PlannedMaintenance[]) => all.filter((each) => startOf(each) === undefined);

/** True when a maintenance is planned for a date already. */
export const isPlannedFor = (planned: PlannedMaintenance, date: string): boolean =>
  startOf(planned) !== undefined && startOf(planned) === timeOf(date);

/** The specification names only the status `scheduled`, so words that certainly mean another one are looked for. */
export const hasBegun = ({ status = "" }: PlannedMaintenance) =>
  /running|progress|start|complete|done|cancel/i.test(status);

/** Explains that `choose` finds no maintenance of an instance, and lists those that it has. */
export function explainNone(instance: string, maintenance: string, all: readonly PlannedMaintenance[]): string {
  const ahead = all.filter((each) => !hasBegun(each));
  const undated = withoutDate(ahead);
  if (maintenance === "next" && ahead.length > 1 && undated.length > 0) {
    return `instance ${instance} has several planned maintenances, ${listIds(ahead)}, and the service shows no date that can be read for ${listIds(undated)}, so that the next one is not known: name one by its id in a MaintenanceDate, or run again once the dates are shown`;
  }
  const there = all.map(({ id, scheduled_by, status }) => `${id} (${status}, ${scheduled_by})`).join(", ");
  const what = maintenance === "next" ? "no planned maintenance" : `no maintenance ${maintenance}`;
  const none = maintenance === "next" ? "take the resource out until one is planned" : "none is planned";
  return `instance ${instance} has ${what}: ${there === "" ? none : `its maintenance is ${there}`}`;
}

const listIds = (all: readonly PlannedMaintenance[]) => all.map(({ id }) => id).join(", ");

const ofNew = "a new one has no planned maintenance; take this resource out until the service plans one";

/**
 * Explains that an instance that is replaced has no planned maintenance; `before` is the id of the one that is declared
 * so far. An instance whose id is not known before `up` may also be imported, so a warning says what is if it is new.
 */
export function explainNew({ say, run }: Context, before: string | undefined): string | undefined {
  if (before === undefined) say.warn(`up fails if the instance is new: ${ofNew}`);
  const isReplaced = before !== undefined && run.isReplaced("Instance", before);
  return isReplaced ? `is of an instance that is replaced: ${ofNew}` : undefined;
}

/** Says what the next run moves, and from which date to which. */
export function describeMove(
  what: string,
  state: { description?: string | null; duration?: string | null; scheduledBy?: string },
  date: string,
): string {
  const about = [state.description, state.duration].filter(Boolean).join(", ");
  const to = hasUnknown(date) ? "a date that is not known before up" : date;
  return `moves ${what}${about && ` (${about})`} from ${state.scheduledBy} to ${to}`;
}

/** Says that nothing is to be moved. */
export const describeNoMove = (what: string, date: string) =>
  `${what} is planned for ${date} already: nothing is moved`;

/** Explains why a maintenance cannot be moved to a date: it has begun, or it cannot have the date. */
export function explainRefusal(
  call: Calling,
  what: string,
  date: string,
  planned: PlannedMaintenance,
): string | undefined {
  if (hasBegun(planned)) return `cannot move ${what}, which is ${planned.status}`;
  return explainDate(call, what, date, planned.required_by);
}

/** The maintenance that an instance has, as a preview asks for it; undefined where it cannot be had. */
export function plannedAtPreview(
  ctx: Context<Client>,
  api: InstanceClient,
  instance: string,
): Promise<PlannedMaintenance[] | undefined> {
  return fromCatalogue(ctx, `planned maintenance of instance ${instance}`, (call) => api.maintenance.planned(call));
}

/** Explains why a maintenance cannot be moved to a date; undefined where that is not certain. */
export function explainDate(
  call: Calling,
  what: string,
  date: string,
  requiredBy: string | null | undefined,
): string | undefined {
  const time = timeOf(date);
  if (hasUnknown(date) || time === undefined) return undefined;
  if (time <= call.clock.now()) return `${date} is in the past: choose a later time for ${what}`;
  const latest = timeOf(requiredBy ?? "");
  if (latest === undefined || time <= latest) return undefined;
  return `${date} is too late for ${what}, which is required by ${requiredBy}: choose an earlier time`;
}

/** A maintenance as a program declares it: by its id, or as `"next"`. */
interface Declared {
  instance: string;
  maintenance: string;
}

const choiceOf = (instance: string) => `the choice of the next maintenance of instance ${instance}`;

/**
 * The declared maintenance. A run that was killed may have moved the next one, so that another comes first now: the record
 * of that run says which one was next.
 */
export function chooseOnce(kept: Keeping, { instance, maintenance }: Declared, all: readonly PlannedMaintenance[]) {
  if (maintenance !== "next") return choose(all, maintenance);
  return choose(all, keptChoice(kept, instance) ?? "next") ?? choose(all, "next");
}

/** The maintenance that an earlier run chose; undefined where no record can be read, which then decides nothing. */
function keptChoice(kept: Keeping, instance: string): string | undefined {
  try {
    const notes = kept.records.find(choiceOf(instance))[0]?.notes;
    return (notes as { maintenance?: string } | undefined)?.maintenance;
  } catch {
    return undefined;
  }
}

/**
 * Keeps on this machine which maintenance was next, while `work` moves it. A record that cannot be kept changes nothing for
 * this run. Where nothing was moved, no run before has chosen that maintenance and the service has refused, the record is
 * removed: another one may be next when the resource is declared again.
 */
export async function whileChosen<T>(
  ctx: Context<Client>,
  { instance, maintenance }: Declared,
  { id }: PlannedMaintenance,
  work: () => Promise<T>,
): Promise<T> {
  if (maintenance !== "next") return work();
  const isFirst = keptChoice(ctx.kept, instance) !== id;
  const at = new Date(ctx.call.clock.now()).toISOString();
  ctx.kept.records.keep(choiceOf(instance), [
    { phase: "sending", at, salt: "", triggers: "", notes: { maintenance: id } },
  ]);
  try {
    return await work();
  } catch (error) {
    if (isFirst && ctx.call.hasNoState) forgetChoice(ctx.kept, instance);
    throw error;
  }
}

/** Removes the record of the choice, so that a resource that is made again takes what is next then; `only` of this one. */
export function forgetChoice(kept: Keeping, instance: string, only?: string): void {
  if (only === undefined || keptChoice(kept, instance) === only) kept.records.remove(choiceOf(instance));
}
