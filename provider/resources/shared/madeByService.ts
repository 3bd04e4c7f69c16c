// With this list, `cli/adopt/onBroker.ts` tells the service's own objects on a broker from objects that people made. A
// new default of the service goes here. Alarms and the rule must come from the files of their kinds, so that each
// default is written once.
import { defaultAlarms } from "../alarm/schema";
import { defaultRule } from "../firewall/rules";

/** The objects that the service makes with every broker. They are no sign of work beside the programs. */
export const madeByService = {
  /** The types of the alarms. */
  alarms: Object.keys(defaultAlarms),
  /** The name of the recipient. */
  recipient: "Default",
  /** The one rule of the firewall. */
  rule: defaultRule,
  /** The plugins that are enabled, beside those that the service requires and nobody can disable. */
  plugins: ["broker_shovel"],
} as const;
