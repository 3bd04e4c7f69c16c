import type { RecordOf } from "../../../provider/emulator";
import { type Declared, resource, sceneOf } from "../../helpers/handlers";

export type Inputs = Record<string, unknown>;
export type Alarm = RecordOf<"alarms">;

/** Tests with alarms and recipients on a seeded instance. */
export const { withScene, it } = sceneOf(({ emulator }) => {
  const instance = `${emulator.instances[0]?.id}`;
  const ours = <R extends { instance_id: number }>(records: R[]) =>
    records.filter((each) => `${each.instance_id}` === instance);
  return {
    instance,
    /** An alarm, or what else `type` says, on the instance. */
    declared: (name: string, inputs: Inputs, { type = "alarm", ...over }: Partial<Declared> = {}) =>
      resource(type, name, { instance, ...inputs }, over),
    /** The instance's alarms of one type, oldest first. */
    alarms: (type: string): Alarm[] => ours(emulator.state().alarms).filter((each) => each.type === type),
    /** The instance's recipients, oldest first. */
    recipients: () => ours(emulator.state().recipients),
    /** What was sent since the last call, GETs aside: `[method, path, body]`. */
    writes(): [string, string, unknown][] {
      const sent = emulator.writes();
      emulator.clearRequests();
      return sent.map(({ method, path, body }) => [method, path, body]);
    },
  };
});

/** Both thresholds, and how they are sent. */
export const level = { valueThreshold: 80, timeThreshold: 300 };
export const wireLevel = { value_threshold: 80, time_threshold: 300 };

export interface TypeRow {
  type: string;
  /** Only what the type needs. */
  least: Inputs;
  /** The body beside type, `enabled: true` and `recipients: []`. */
  leastSent: Inputs;
  more: Inputs;
  moreSent: Inputs;
}

const both = { least: level, leastSent: wireLevel };
const time = { least: { timeThreshold: 300 }, leastSent: { time_threshold: 300 } };
const none = { more: {}, moreSent: {} };
const names = { queueRegex: "^q", vhostRegex: "^v" };
const wireNames = { queue_regex: "^q", vhost_regex: "^v" };

/** The specification's table of fields by type, both spellings written out. */
export const types: TypeRow[] = [
  { type: "cpu", ...both, ...none },
  { type: "memory", ...both, ...none },
  {
    type: "disk",
    least: level,
    leastSent: { ...wireLevel, value_calculation: "fixed" },
    more: { valueCalculation: "percentage" },
    moreSent: { value_calculation: "percentage" },
  },
  {
    type: "queue",
    least: level,
    leastSent: { ...wireLevel, message_type: "total" },
    more: { ...names, messageType: "unacked" },
    moreSent: { ...wireNames, message_type: "unacked" },
  },
  { type: "connection", ...both, ...none },
  { type: "flow", ...time, ...none },
  { type: "consumer", ...both, more: names, moreSent: wireNames },
  { type: "channel", ...both, ...none },
  { type: "netsplit", ...time, ...none },
  { type: "server_unreachable", least: {}, leastSent: {}, ...none },
  { type: "notice", least: {}, leastSent: {}, ...none },
];
