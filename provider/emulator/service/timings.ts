import { z } from "zod";
import { base, collection } from "../server/collection";

const minuteMs = 60_000;

/** The shortest and the longest duration in milliseconds; each one is drawn at random between them. */
const ms = z.number().min(0).max(1e12);
const range = z.tuple([ms, ms]).refine(([from, to]) => from <= to, "Must not end before it begins");

/** The work of the service that takes time. */
export type TimingName =
  | "creating"
  | "reconfiguring"
  | "expandingDisk"
  | "swappingDisk"
  | "upgrading"
  | "restarting"
  | "deleting"
  | "configuringFirewall"
  | "changingPlugin"
  | "certifying"
  | "removingDomain"
  | "maintaining"
  | "acceptingPeering"
  | "removingPeering"
  | "connecting"
  | "disconnecting";

const usual: Record<TimingName, [number, number]> = {
  creating: [2 * minuteMs, 5 * minuteMs],
  reconfiguring: [3 * minuteMs, 10 * minuteMs],
  expandingDisk: [1 * minuteMs, 4 * minuteMs],
  swappingDisk: [30 * minuteMs, 180 * minuteMs],
  upgrading: [2 * minuteMs, 5 * minuteMs],
  restarting: [10_000, 30_000],
  deleting: [20_000, 60_000],
  configuringFirewall: [10_000, 40_000],
  changingPlugin: [5_000, 40_000],
  certifying: [1 * minuteMs, 3 * minuteMs],
  removingDomain: [10_000, 30_000],
  maintaining: [2 * minuteMs, 5 * minuteMs],
  acceptingPeering: [2_000, 10_000],
  removingPeering: [3_000, 10_000],
  connecting: [1 * minuteMs, 3 * minuteMs],
  disconnecting: [5_000, 20_000],
};

/** The durations of what the service does in the background: one record, which the state call can change. */
export const timings = collection({
  schema: z.strictObject({
    ...base,
    creating: range,
    reconfiguring: range,
    expandingDisk: range,
    swappingDisk: range,
    upgrading: range,
    restarting: range,
    deleting: range,
    configuringFirewall: range,
    changingPlugin: range,
    certifying: range,
    removingDomain: range,
    maintaining: range,
    acceptingPeering: range,
    removingPeering: range,
    connecting: range,
    disconnecting: range,
  }),
  firstId: 1,
  make: (given) => ({ ...usual, ...given }),
});
