import type { RecordOf } from ".";

/** What the service gives to a new instance: its default recipient, and the default alarms that its plan can have. */
export function defaultsOf(instance: RecordOf<"instances">): {
  recipients: Partial<RecordOf<"recipients">>[];
  alarms: Partial<RecordOf<"alarms">>[];
} {
  const instance_id = instance.id;
  return {
    recipients: [{ instance_id, type: "email", value: "team@example.com", name: "Default" }],
    alarms: [
      ...(instance.shared
        ? []
        : ([
            { instance_id, type: "cpu", value_threshold: 90, time_threshold: 600 },
            { instance_id, type: "memory", value_threshold: 90, time_threshold: 600 },
            { instance_id, type: "disk", value_threshold: 5, time_threshold: 600, value_calculation: "fixed" },
          ] as const)),
      { instance_id, type: "notice" },
    ],
  };
}
