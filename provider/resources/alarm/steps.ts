import { type AlarmBody, isNotFound, untakenFields } from "../../api";
import { instanceApi } from "../shared/child";
import type { Ctx } from "../shared/ctx";
import { type AlarmState, alarmIds, type Body, toState, wireOf } from "./state";

/** The name of each input in a program, by the name of its field in the body. */
const inputNames: Partial<Record<keyof AlarmBody, string>> = {
  value_threshold: "valueThreshold",
  time_threshold: "timeThreshold",
  value_calculation: "valueCalculation",
  queue_regex: "queueRegex",
  vhost_regex: "vhostRegex",
  message_type: "messageType",
  reminder_interval: "reminderInterval",
};

/**
 * Changes an alarm, and checks that the service took the whole change: the service takes more fields than its
 * specification promises.
 */
export async function put(
  ctx: Ctx,
  id: string,
  args: Body,
  key: { instanceApiKey?: string },
  before: Partial<AlarmState>,
): Promise<void> {
  const { instance, number } = alarmIds.parse(id);
  const body = wireOf(args, before);
  const after = await instanceApi(ctx.call, instance, key).alarms.update(number, body, ctx.call);
  const untaken = after === undefined ? [] : untakenFields(after, body);
  if (after === undefined || untaken.length === 0) return;
  ctx.kept.hold(id, toState(after));
  const names = untaken.map((name) => inputNames[name] ?? name).join(", ");
  throw new Error(
    `${ctx.call.subject}: the service accepted the change of alarm ${id} but did not take ${names}: declare what is there (pulumi refresh shows it), or replace the alarm with --replace`,
  );
}

/**
 * Changes an alarm; undefined when the alarm is gone. A 404 counts only when the list confirms that the alarm is gone.
 */
export async function putUnlessGone(
  ctx: Ctx,
  id: string,
  args: Body,
  state: Partial<AlarmState>,
): Promise<true | undefined> {
  try {
    await put(ctx, id, args, state, state);
    return true;
  } catch (error) {
    const { instance, number } = alarmIds.parse(id);
    if (
      !isNotFound(error) ||
      (await instanceApi(ctx.call, instance, state).alarms.get(number, ctx.call)) !== undefined
    ) {
      throw error;
    }
    return undefined;
  }
}
