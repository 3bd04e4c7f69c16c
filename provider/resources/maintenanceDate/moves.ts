// `definition.ts` calls all functions to choose the maintenance that `next` means, and to explain moves. The text of
// `choiceOf` and its note `maintenance` must stay, because records on disks have these names. Texts may change.
import { ifPossible, type PlannedMaintenance } from "../../api";
import type { Context, Keeping, SentRecord } from "../../framework/kind/context";
import { hasUnknown } from "../../framework/kind/values";
import { keepOrWarn } from "../../framework/sent/oncePerTriggers";
import type { Calling, Ctx } from "../shared/ctx";
import { choose, hasBegun } from "../shared/planned";
import { timeOf } from "../shared/times";

/** True when a maintenance is planned for a date already. */
export function isPlannedFor({ scheduled_by }: PlannedMaintenance, date: string): boolean {
  const planned = timeOf(scheduled_by ?? "");
  return planned !== undefined && planned === timeOf(date);
}

const ofNew =
  "a new instance has no planned maintenance, so leave the MaintenanceDate out until the service plans a maintenance";

/** Explains that a replaced instance has no planned maintenance; without `before`, warns that a new one has none. */
export function explainNew({ say, run }: Context, before: string | undefined): string | undefined {
  if (before === undefined) say.warn(`pulumi up fails if the instance is new: ${ofNew}`);
  const isReplaced = before !== undefined && run.isReplaced("Instance", before);
  return isReplaced ? `belongs to an instance that this run replaces: ${ofNew}` : undefined;
}

/** Says what the next run moves, and from which date to which; `isMoved` says that nothing is to be moved. */
export function describeMove(
  what: string,
  state: { description?: string | null; duration?: string | null; scheduledBy?: string },
  date: string,
  isMoved: boolean,
): string {
  if (isMoved) return `${what} is planned for ${date} already: nothing is moved`;
  const about = [state.description, state.duration].filter(Boolean).join(", ");
  const to = hasUnknown(date) ? "a date that is not known before pulumi up" : date;
  // The service need not show a date.
  const from = state.scheduledBy === undefined ? "" : ` from ${state.scheduledBy}`;
  return `moves ${what}${about && ` (${about})`}${from} to ${to}`;
}

/** Explains why a maintenance cannot be moved to a date: it has begun, or it cannot have the date. */
export function explainRefusal(call: Calling, what: string, date: string, planned: PlannedMaintenance) {
  if (hasBegun(planned))
    return `cannot move ${what}, because this maintenance has the status ${planned.status}: wait for the next maintenance`;
  return explainDate(call, what, date, planned.required_by);
}

/** Explains why a maintenance cannot be moved to a date; undefined where that is not certain. */
export function explainDate(call: Calling, what: string, date: string, requiredBy: string | null | undefined) {
  const time = timeOf(date);
  if (hasUnknown(date) || time === undefined) return undefined;
  if (time <= call.clock.now()) return `is in the past (${date}): choose a later time for ${what}`;
  const latest = timeOf(requiredBy ?? "");
  if (latest === undefined || time <= latest) return undefined;
  return `is too late (${date}), because the service allows ${what} only until ${requiredBy}: choose an earlier time`;
}

type Declared = Record<"instance" | "maintenance", string>;

const choiceOf = (instance: string) => `the choice of the next maintenance of instance ${instance}`;

/** The declared maintenance. For `next`, the record of a killed run decides, because that run may have moved one. */
export function chooseOnce(kept: Keeping, { instance, maintenance }: Declared, all: readonly PlannedMaintenance[]) {
  if (maintenance !== "next") return choose(all, maintenance);
  return choose(all, keptChoice(kept, instance) ?? "next") ?? choose(all, "next");
}

/** The maintenance that an earlier run chose; undefined where no record can be read, which then decides nothing. */
function keptChoice(kept: Keeping, instance: string): string | undefined {
  const notes = ifPossible(() => kept.records.find(choiceOf(instance))[0]?.notes);
  return (notes as { maintenance?: string } | undefined)?.maintenance;
}

/**
 * Keeps a record on this machine of the maintenance that was next, while `work` moves it. The record goes if `work`
 * fails without any state and no earlier run had chosen this maintenance: another one may be next later.
 */
export async function whileChosen<T>(
  ctx: Ctx,
  { instance, maintenance }: Declared,
  { id }: PlannedMaintenance,
  work: () => Promise<T>,
): Promise<T> {
  if (maintenance !== "next") return work();
  const isFirst = keptChoice(ctx.kept, instance) !== id;
  const at = new Date(ctx.call.clock.now()).toISOString();
  const record: SentRecord = { phase: "sending", at, salt: "", triggers: "", notes: { maintenance: id } };
  keepOrWarn(ctx, choiceOf(instance), [record], "may move another maintenance");
  try {
    return await work();
  } catch (error) {
    if (isFirst && ctx.call.hasNoState) forgetChoice(ctx.kept, instance);
    throw error;
  }
}

/** Removes the record, so that a resource that is made again chooses anew; with `only`, a record of this id alone. */
export function forgetChoice(kept: Keeping, instance: string, only?: string): void {
  if (only === undefined || keptChoice(kept, instance) === only) kept.records.remove(choiceOf(instance));
}
