import * as pulumi from "@pulumi/pulumi";
import type { Alarm as AlarmWire } from "../api";
import { toState } from "../resources/alarm/definition";
import { childId, parseItem } from "../resources/shared/ids";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { type InvokeOptions, withoutNone } from "./invoke";

/** An alarm as {@link getAlarm} and {@link getAlarms} return it. */
export interface AlarmResult {
  /** The id, as `<instance>/alarms/<number>`. */
  id: string;
  /** The type of the alarm, which says what is watched. */
  type: string;
  /** True when the alarm is on. */
  enabled?: boolean;
  /** The ids of the recipients. An empty list means that all recipients of the instance are told. */
  recipients: number[];
  /** The seconds after which the recipients are told again; missing when they are told only once. */
  reminderInterval?: number;
  /** The value at which the alarm goes off. */
  valueThreshold?: number;
  /** How many seconds the condition must last before the alarm goes off. */
  timeThreshold?: number;
  /** The unit of a disk alarm's threshold: `fixed` for gigabytes, or `percentage`. */
  valueCalculation?: string;
  /** A regular expression for the names of the queues that count; missing when all queues count. */
  queueRegex?: string;
  /** A regular expression for the vhosts whose queues count; missing when all vhosts count. */
  vhostRegex?: string;
  /** The messages of a queue that count: `total`, `unacked` or `ready`. */
  messageType?: string;
}

/** The arguments of {@link getAlarm}. */
export interface GetAlarmArgs extends OnInstanceArgs {
  /** The id, as `<instance>/alarms/<number>` or only the number. */
  id: string | number;
}

/** {@link GetAlarmArgs} that may be outputs of resources. */
export interface GetAlarmOutputArgs extends OnInstanceOutputArgs {
  /** The id, as `<instance>/alarms/<number>` or only the number. */
  id: pulumi.Input<string | number>;
}

/** The arguments of {@link getAlarms}. */
export interface GetAlarmsArgs extends OnInstanceArgs {
  /** Lists only alarms of this type. Default: all alarms. */
  type?: string;
}

/** {@link GetAlarmsArgs} that may be outputs of resources. */
export interface GetAlarmsOutputArgs extends OnInstanceOutputArgs {
  /** Lists only alarms of this type. Default: all alarms. */
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
export function getAlarm(args: GetAlarmArgs, options?: InvokeOptions): Promise<AlarmResult> {
  return askInstance("getAlarm", args, options, async (api, call) => {
    const item = parseItem("Alarm", "alarms", String(args.instance), String(args.id));
    const alarm = await api.alarms.get(item, call);
    if (alarm === undefined) throw new Error(`getAlarm: instance ${args.instance} has no alarm ${item}`);
    return toResult(String(args.instance), alarm);
  });
}

/** {@link getAlarm} for arguments that are outputs of resources. */
export function getAlarmOutput(args: GetAlarmOutputArgs, options?: InvokeOptions): pulumi.Output<AlarmResult> {
  return pulumi.output(args).apply((known) => getAlarm(known, options));
}

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
export function getAlarms(args: GetAlarmsArgs, options?: InvokeOptions): Promise<AlarmResult[]> {
  return askInstance("getAlarms", args, options, async (api, call) => {
    const alarms = await api.alarms.list(call, { fresh: true });
    return alarms
      .filter(({ type }) => args.type === undefined || type === args.type)
      .map((alarm) => toResult(String(args.instance), alarm));
  });
}

/** {@link getAlarms} for arguments that are outputs of resources. */
export function getAlarmsOutput(args: GetAlarmsOutputArgs, options?: InvokeOptions): pulumi.Output<AlarmResult[]> {
  return pulumi.output(args).apply((known) => getAlarms(known, options));
}

function toResult(instance: string, alarm: AlarmWire): AlarmResult {
  const { type, recipients = [], ...state } = toState(alarm);
  return { id: childId(instance, "alarms", alarm.id), type: type ?? alarm.type, recipients, ...withoutNone(state) };
}
