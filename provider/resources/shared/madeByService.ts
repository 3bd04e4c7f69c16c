// `cli/adopt/onBroker.ts` tells these objects from those that people made. New defaults of the service go here; alarms
// and the rule must come from the files of their kinds.
import { defaultAlarms } from "../alarm/schema";
import { defaultRule } from "../firewall/rules";

/** What the service makes with every broker by itself: no sign that somebody worked beside the programs. */
export const madeByService = {
  /** The types of which there is an alarm. */
  alarms: Object.keys(defaultAlarms),
  /** The name of the recipient. */
  recipient: "Default",
  /** The one rule of the firewall. */
  rule: defaultRule,
  /** The plugins that are enabled, beside those that the service requires and nobody can disable. */
  plugins: ["broker_shovel"],
} as const;
