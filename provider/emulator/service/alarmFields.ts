import type { RecordOf } from "../records";

type Alarm = RecordOf<"alarms">;

/** A field that only some types of alarm have. */
type AlarmField = keyof Pick<
  Alarm,
  "value_threshold" | "time_threshold" | "value_calculation" | "queue_regex" | "vhost_regex" | "message_type"
>;

interface AlarmType {
  required: AlarmField[];
  optional?: AlarmField[];
  /** Only for instances with nodes of their own. */
  dedicated?: true;
}

const both: AlarmField[] = ["value_threshold", "time_threshold"];

/** What each type of alarm takes besides what all have. */
export const alarmTypeTable: Record<Alarm["type"], AlarmType> = {
  cpu: { required: both, dedicated: true },
  memory: { required: both, dedicated: true },
  disk: { required: both, optional: ["value_calculation"], dedicated: true },
  queue: { required: both, optional: ["queue_regex", "vhost_regex", "message_type"] },
  connection: { required: both },
  flow: { required: ["time_threshold"] },
  consumer: { required: both, optional: ["queue_regex", "vhost_regex"] },
  channel: { required: both },
  netsplit: { required: ["time_threshold"], dedicated: true },
  server_unreachable: { required: [], dedicated: true },
  notice: { required: [] },
};

/** The fields of a type, needed or not. */
export const fieldsOf = (type: Alarm["type"]): AlarmField[] => {
  const { required, optional = [] } = alarmTypeTable[type];
  return [...required, ...optional];
};

/** What the service puts where a request leaves a field out. */
export const alarmDefaults = (type: Alarm["type"]): Partial<Alarm> => ({
  ...(type === "disk" ? { value_calculation: "fixed" } : {}),
  ...(type === "queue" ? { message_type: "total" } : {}),
});
