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
  return `instance ${instance} has ${what}: ${there === "" ? "none is planned" : `its maintenance is ${there}`}`;
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
