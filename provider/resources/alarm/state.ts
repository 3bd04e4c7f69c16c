// `definition.ts`, `steps.ts` and `functions.ts` turn the service's alarm into state with `toState`, and back with
// `wireOf`. A new field goes into both. The form of ids and the names of fields must stay, because states hold them.
import type { AlarmBody, Alarm as AlarmWire } from "../../api";
import type { ChildValues } from "../shared/child";
import { idsOf } from "../shared/ids";
import { type AlarmValues, fieldsOf, isAlarmType } from "./schema";

export const alarmIds = idsOf("Alarm", "<instance>/alarms/<number>");

/** An alarm as state keeps it. */
export interface AlarmState extends ChildValues {
  type: string;
  /** True when the alarm is on. */
  enabled: boolean;
  /** The numbers of the recipients. An empty list means that all recipients of the instance are told. */
  recipients: number[];
  /** The seconds after which the recipients are told again; not set when they are told only once. */
  reminderInterval: number | null;
  /** The value at which the alarm goes off. */
  valueThreshold: number | null;
  /** How many seconds the condition must last before the alarm goes off. */
  timeThreshold: number | null;
  /** The unit of a disk alarm's threshold: `fixed` for gigabytes, or `percentage`. */
  valueCalculation: "fixed" | "percentage" | null;
  /** A regular expression for the names of the queues that count; not set when all queues count. */
  queueRegex: string | null;
  /** A regular expression for the vhosts whose queues count; not set when all vhosts count. */
  vhostRegex: string | null;
  /** The messages of a queue that count: `total`, `unacked` or `ready`. */
  messageType: "total" | "unacked" | "ready" | null;
  /** True when the resource manages the instance's default alarm of this type. */
  adoptDefault?: boolean;
}

/** The inputs that a request sends. */
export type Body = Omit<AlarmValues, "instance" | "instanceApiKey">;

/** Turns an alarm into state; no other function does. A field that its type does not have is null. */
export function toState(alarm: AlarmWire): Partial<AlarmState> {
  const seen = {
    valueThreshold: alarm.value_threshold,
    timeThreshold: alarm.time_threshold,
    valueCalculation: alarm.value_calculation,
    // The service shows an interval or expression that is not set as null, 0 or an empty text.
    queueRegex: alarm.queue_regex === "" ? null : alarm.queue_regex,
    vhostRegex: alarm.vhost_regex === "" ? null : alarm.vhost_regex,
    messageType: alarm.message_type,
  };
  const taken: readonly string[] = isAlarmType(alarm.type) ? fieldsOf(alarm.type) : Object.keys(seen);
  return {
    type: alarm.type,
    enabled: alarm.enabled ?? undefined,
    recipients: alarm.recipients === null ? [] : alarm.recipients,
    reminderInterval: alarm.reminder_interval === 0 ? null : alarm.reminder_interval,
    ...Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, taken.includes(name) ? value : null])),
  };
}

/** The body of a POST or PUT. The service may keep a field that a PUT leaves out, so undeclared fields are cleared. */
export function wireOf(args: Body, before: Partial<AlarmState> = {}): AlarmBody {
  const { type, enabled, recipients } = args;
  const all = {
    value_threshold: args.valueThreshold,
    time_threshold: args.timeThreshold,
    value_calculation: args.valueCalculation,
    queue_regex: args.queueRegex ?? (before.queueRegex ? "" : undefined),
    vhost_regex: args.vhostRegex ?? (before.vhostRegex ? "" : undefined),
    message_type: args.messageType,
    reminder_interval: args.reminderInterval ?? (before.reminderInterval ? null : undefined),
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return { type, enabled, recipients, ...Object.fromEntries(given) };
}
