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
  /** True for types that only an instance with nodes of its own can have. */
  dedicated?: true;
}

const bothThresholds: AlarmField[] = ["value_threshold", "time_threshold"];

/** The fields that each type of alarm has beside those of every alarm. */
export const alarmTypeTable: Record<Alarm["type"], AlarmType> = {
  cpu: { required: bothThresholds, dedicated: true },
  memory: { required: bothThresholds, dedicated: true },
  disk: { required: bothThresholds, optional: ["value_calculation"], dedicated: true },
  queue: { required: bothThresholds, optional: ["queue_regex", "vhost_regex", "message_type"] },
  connection: { required: bothThresholds },
  flow: { required: ["time_threshold"] },
  consumer: { required: bothThresholds, optional: ["queue_regex", "vhost_regex"] },
  channel: { required: bothThresholds },
  netsplit: { required: ["time_threshold"], dedicated: true },
  server_unreachable: { required: [], dedicated: true },
  notice: { required: [] },
};

/** The fields that a type of alarm has beside those of every alarm, required or not. */
export const fieldsOf = (type: Alarm["type"]): AlarmField[] => {
  const { required, optional = [] } = alarmTypeTable[type];
  return [...required, ...optional];
};

/** The values that the service gives to fields which a request leaves out. */
export const defaultsFor = (type: Alarm["type"]): Partial<Alarm> => ({
  ...(type === "disk" ? { value_calculation: "fixed" } : {}),
  ...(type === "queue" ? { message_type: "total" } : {}),
});
