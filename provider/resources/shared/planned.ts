import type { Client, PlannedMaintenance } from "../../api";
import type { Context } from "../../framework/definition";
import { hasUnknown } from "../../framework/unknowns";
import { timeOf } from "./times";

/** Names a maintenance as messages do. */
export const describeMaintenance = (instance: string, item: string): string =>
  `maintenance ${item} of instance ${instance}`;

/** The maintenance of this id, or for `"next"` the one that is planned first and has not begun. */
export function choose(all: readonly PlannedMaintenance[], maintenance: string): PlannedMaintenance | undefined {
  if (maintenance !== "next") return all.find(({ id }) => id === maintenance);
  const start = ({ scheduled_by }: PlannedMaintenance) => timeOf(scheduled_by ?? "") ?? Number.POSITIVE_INFINITY;
  return all.filter((each) => !hasBegun(each)).sort((a, b) => start(a) - start(b))[0];
}

/** The specification names only the status `scheduled`, so words that certainly mean another one are looked for. */
export const hasBegun = ({ status = "" }: PlannedMaintenance) =>
  /running|progress|start|complete|done|cancel/i.test(status);

/** Explains that an instance does not have a maintenance, and lists those that it has. */
export function explainNone(instance: string, maintenance: string, all: readonly PlannedMaintenance[]): string {
  const there = all.map(({ id, scheduled_by, status }) => `${id} (${status}, ${scheduled_by})`).join(", ");
  const what = maintenance === "next" ? "no planned maintenance" : `no maintenance ${maintenance}`;
  const none = maintenance === "next" ? "take the resource out until one is planned" : "none is planned";
  return `instance ${instance} has ${what}: ${there === "" ? none : `its maintenance is ${there}`}`;
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

/** Explains that a maintenance has begun, so that nothing can change its date. */
export function explainBegun(planned: PlannedMaintenance, what: string): string | undefined {
  return hasBegun(planned) ? `cannot move ${what}, which is ${planned.status}` : undefined;
}

/** Explains why a maintenance cannot be moved to a date; undefined where that is not certain. */
export function explainDate(
  ctx: Context<Client>,
  what: string,
  date: string,
  requiredBy: string | null | undefined,
): string | undefined {
  const time = timeOf(date);
  if (hasUnknown(date) || time === undefined) return undefined;
  if (time <= ctx.clock.now()) return `${date} is in the past: choose a later time for ${what}`;
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
export function chooseOnce(
  ctx: Context<Client>,
  { instance, maintenance }: Declared,
  all: readonly PlannedMaintenance[],
) {
  if (maintenance !== "next") return choose(all, maintenance);
  return choose(all, keptChoice(ctx, instance) ?? "next") ?? choose(all, "next");
}

/** The maintenance that an earlier run chose; undefined where no record can be read, which then decides nothing. */
function keptChoice(ctx: Context<Client>, instance: string): string | undefined {
  try {
    const notes = ctx.records.find(choiceOf(instance))[0]?.notes;
    return (notes as { maintenance?: string } | undefined)?.maintenance;
  } catch {
    return undefined;
  }
}

/** Keeps on this machine which maintenance was next. A record that cannot be kept changes nothing for this run. */
export function keepChoice(
  ctx: Context<Client>,
  { instance, maintenance }: Declared,
  { id }: PlannedMaintenance,
): void {
  if (maintenance !== "next") return;
  const at = new Date(ctx.clock.now()).toISOString();
  ctx.records.keep(choiceOf(instance), [{ phase: "sending", at, salt: "", triggers: "", notes: { maintenance: id } }]);
}

/** Removes the record of the choice, so that a resource that is made again takes what is next then. */
export function forgetChoice(ctx: Context<Client>, instance: string): void {
  ctx.records.remove(choiceOf(instance));
}
