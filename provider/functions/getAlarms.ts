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
  /** What is watched. */
  type: string;
  /** Whether the alarm is on. */
  enabled?: boolean;
  /** The numbers of the recipients; none of their own means all. */
  recipients: number[];
  /** The seconds after which the recipients are told again; none for never. */
  reminderInterval?: number;
  /** The value from which on the alarm goes off. */
  valueThreshold?: number;
  /** The seconds after which the alarm goes off. */
  timeThreshold?: number;
  /** What the threshold of a disk alarm counts: `fixed` gigabytes, or a `percentage`. */
  valueCalculation?: string;
  /** A regular expression for the queues that count; none for all. */
  queueRegex?: string;
  /** A regular expression for the vhosts whose queues count; none for all. */
  vhostRegex?: string;
  /** Which messages of a queue count. */
  messageType?: string;
}

/** Which alarm is asked for. */
export interface GetAlarmArgs extends OnInstanceArgs {
  /** The id, as `<instance>/alarms/<number>` or only the number. */
  id: string | number;
}

/** {@link GetAlarmArgs} that may be outputs of resources. */
export interface GetAlarmOutputArgs extends OnInstanceOutputArgs {
  /** The id, as `<instance>/alarms/<number>` or only the number. */
  id: pulumi.Input<string | number>;
}

/** Which alarms are asked for. */
export interface GetAlarmsArgs extends OnInstanceArgs {
  /** Only those of this type. Default: all. */
  type?: string;
}

/** {@link GetAlarmsArgs} that may be outputs of resources. */
export interface GetAlarmsOutputArgs extends OnInstanceOutputArgs {
  /** Only those of this type. Default: all. */
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
 * @throws when there is none with this id.
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
