// `resources/index.ts` exports the functions to programs. A new field goes into `AlarmState` and `toState`. The names
// of functions and fields must stay, because programs use them; `recipients` must stay numbers for the same reason.
import type * as pulumi from "@pulumi/pulumi";
import type { Alarm as AlarmWire } from "../../api";
import { askOutput, withoutNone } from "../../ask/ask";
import type { Shown } from "../shared/agrees";
import { askInstance, getListed, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { unknownValue } from "../shared/catalogue";
import type { Alarm } from "./alarm";
import { alarmTypes, isAlarmType } from "./schema";
import { type AlarmState, alarmIds, toState } from "./state";

/** An alarm as {@link getAlarm} and {@link getAlarms} return it. */
export interface AlarmResult
  extends Partial<
    Shown<AlarmState, never, "type" | "enabled" | "recipients" | "valueCalculation" | "messageType" | "adoptDefault">
  > {
  /** The id, as `<instance>/alarms/<number>`. */
  id: string;
  /** The type of the alarm, which says what is watched. */
  type: string;
  /** True when the alarm is on. */
  enabled?: boolean;
  /** The numbers of the recipients. An empty list means that all recipients of the instance are told. */
  recipients: number[];
  /** The unit of a disk alarm's threshold: `fixed` for gigabytes, or `percentage`. */
  valueCalculation?: string;
  /** The messages of a queue that count: `total`, `unacked` or `ready`. */
  messageType?: string;
}

/** The arguments of {@link getAlarm}. */
export interface GetAlarmArgs extends OnInstanceArgs {
  /** The id, as `<instance>/alarms/<number>` or only the number, or the resource itself. */
  id: Alarm | string | number;
}

/** {@link GetAlarmArgs} that may be outputs of resources. */
export interface GetAlarmOutputArgs extends OnInstanceOutputArgs {
  /** The alarm, as a resource or by its id: `<instance>/alarms/<number>`, or only the number. */
  id: Alarm | pulumi.Input<string | number>;
}

/** The arguments of {@link getAlarms}. */
export interface GetAlarmsArgs extends OnInstanceArgs {
  /**
   * Lists only alarms of this type: `cpu`, `memory`, `disk`, `queue`, `connection`, `flow`, `consumer`, `channel`, `netsplit`,
   * `server_unreachable` or `notice`. Any other type is refused. Default: all alarms.
   */
  type?: string;
}

/** {@link GetAlarmsArgs} that may be outputs of resources. */
export interface GetAlarmsOutputArgs extends OnInstanceOutputArgs {
  /**
   * Lists only alarms of this type: `cpu`, `memory`, `disk`, `queue`, `connection`, `flow`, `consumer`, `channel`, `netsplit`,
   * `server_unreachable` or `notice`. Any other type is refused. Default: all alarms.
   */
  type?: pulumi.Input<string>;
}

/**
 * One alarm of an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const threshold = broker.getAlarm({ instance: 123, id: 7 }).then((alarm) => alarm.valueThreshold);
 * ```
 *
 * @throws when the instance has no alarm with this id.
 */
export const getAlarm = askInstance<GetAlarmArgs, AlarmResult>({
  name: "getAlarm",
  async answer(api, call, args) {
    const named = { ids: alarmIds, name: "alarm", listing: "getAlarms" };
    return toResult(args.instance, await getListed(args, named, (number) => api.alarms.get(number, call)));
  },
});

/** {@link getAlarm} for arguments that are outputs of resources. */
export const getAlarmOutput = askOutput<GetAlarmOutputArgs, AlarmResult>(getAlarm);

/**
 * All alarms of an instance, or those of one type.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const off = broker
 *   .getAlarms({ instance: 123 })
 *   .then((alarms) => alarms.filter((alarm) => !alarm.enabled).map((alarm) => alarm.id));
 * ```
 */
export const getAlarms = askInstance<GetAlarmsArgs, AlarmResult[]>({
  name: "getAlarms",
  list: true,
  refuses: ({ type }) =>
    type === undefined || isAlarmType(type) ? undefined : unknownValue("type of alarm", type, Object.keys(alarmTypes)),
  async answer(api, call, { instance, type }) {
    // A list that several calls of a client share may be 30 s old. The answer for one alarm is never shared.
    const alarms = await api.alarms.list(call, { fresh: true });
    return alarms.filter((each) => type === undefined || each.type === type).map((alarm) => toResult(instance, alarm));
  },
});

/** {@link getAlarms} for arguments that are outputs of resources. */
export const getAlarmsOutput = askOutput<GetAlarmsOutputArgs, AlarmResult[]>(getAlarms);

function toResult(instance: string, alarm: AlarmWire): AlarmResult {
  const { type, recipients = [], ...state } = toState(alarm);
  const id = alarmIds.make({ instance, number: alarm.id });
  return { id, type: type ?? alarm.type, recipients, ...withoutNone(state) };
}
