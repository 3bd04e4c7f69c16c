// `definition.ts` calls these steps to change an alarm or take over the default; `adopt` calls `findDefault`.
// `takeDefault` must hold `adoptDefault` in state before its PUT, or a delete would remove that alarm. Texts may
// change.
import { type Alarm as AlarmWire, isNotFound, untakenFields } from "../../api";
import type { Saying } from "../../framework/kind/context";
import { type ChildValues, instanceApi } from "../shared/child";
import type { Ctx } from "../shared/ctx";
import { findInCollection } from "../shared/twins";
import { type AlarmType, type AlarmValues, defaultAlarms, isAlarmType } from "./schema";
import { type AlarmState, alarmIds, type Body, toState, wireOf } from "./state";

/** Changes an alarm, and checks that the service took all fields: the specification does not promise each of them. */
export async function put(ctx: Ctx, id: string, args: Body, key: Partial<ChildValues>, before: Partial<AlarmState>) {
  const { instance, number } = alarmIds.parse(id);
  const body = wireOf(args, before);
  const after = await instanceApi(ctx.call, instance, key).alarms.update(number, body, ctx.call);
  const untaken = after === undefined ? [] : untakenFields(after, body);
  if (after === undefined || untaken.length === 0) return;
  ctx.kept.hold(id, toState(after));
  const names = untaken.map((name) => name.replace(/_[a-z]/g, (start) => start.slice(1).toUpperCase())).join(", ");
  throw new Error(
    `${ctx.call.subject}: the service accepted the request to change alarm ${id}, but did not change ${names}. To keep the alarm, declare the value that pulumi refresh shows. To get the value that the program declares now, replace the alarm: run pulumi up --replace with the URN of the alarm`,
  );
}

/** Changes an alarm; undefined when the alarm is gone, which a 404 proves only together with the list. */
export async function putUnlessGone(ctx: Ctx, id: string, args: Body, state: Partial<AlarmState>) {
  try {
    await put(ctx, id, args, state, state);
    return true;
  } catch (error) {
    const { instance, number } = alarmIds.parse(id);
    const { alarms } = instanceApi(ctx.call, instance, state);
    if (isNotFound(error) && (await alarms.get(number, ctx.call)) === undefined) return undefined;
    throw error;
  }
}

/** True when an alarm has the declared values in everything that its type takes, and nothing else. */
const isAs = (alarm: AlarmWire, args: Body) => untakenFields(alarm, wireOf(args, toState(alarm))).length === 0;

/** True when an alarm still has the values that the service gives to the default alarm of its type. */
function isDefault(alarm: AlarmWire): boolean {
  const usual = isAlarmType(alarm.type) ? defaultAlarms[alarm.type] : undefined;
  return usual !== undefined && isAs(alarm, usual);
}

const byAge = (alarms: AlarmWire[]) => alarms.sort((a, b) => Number(a.id) - Number(b.id));

/** Notes beside a new alarm, or a replacement, that the service has a default alarm of this type. */
export function noteDefaultBeside(say: Saying, { type, adoptDefault }: AlarmValues): void {
  if (defaultAlarms[type] === undefined || adoptDefault === true) return;
  say.note(
    `the service makes a ${type} alarm for each new instance. If the service's alarm still exists, it sends notifications too. To manage the service's alarm instead, set adoptDefault: true`,
  );
}

/** The service's own alarm of a type: the oldest that still has the default's values, or the only one of the type. */
export function findDefault(all: readonly AlarmWire[], type: AlarmType, isFree = (_alarm: AlarmWire) => true) {
  const ofType = all.filter((each) => each.type === type);
  const free = byAge(ofType.filter(isFree));
  return free.find(isDefault) ?? (ofType.length === 1 ? free[0] : undefined);
}

/** Takes over the service's alarm, or an alarm as declared: an interrupted run may have changed the service's one. */
export async function takeDefault(ctx: Ctx, args: AlarmValues) {
  const { alarms } = instanceApi(ctx.call, args.instance, args);
  const isFree = ({ id }: AlarmWire) => !ctx.run.isOthers(alarmIds.make({ instance: args.instance, number: id }));
  const found = await findInCollection(
    alarms,
    ctx.call,
    (all) => findDefault(all, args.type, isFree) ?? byAge(all.filter(isFree)).find((each) => isAs(each, args)),
  );
  if (found === undefined) return undefined;
  const id = alarmIds.make({ instance: args.instance, number: found.id });
  // State gets `adoptDefault` before all else: without it, the alarm would be deleted with the resource.
  const state = { type: args.type, adoptDefault: true };
  const before = toState(found);
  ctx.kept.hold(id, { ...before, ...state });
  if (untakenFields(found, wireOf(args, before)).length > 0) await put(ctx, id, args, args, before);
  ctx.say.note(`took over the default ${args.type} alarm of the instance (alarm ${id})`);
  return { id, state };
}
