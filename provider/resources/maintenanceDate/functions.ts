// `resources/index.ts` exports the functions to programs. A new field goes into the answer of
// `api/nouns/maintenance.ts` and into `MaintenanceResult`. The names of functions and fields must stay, because
// programs use them.
import { askOutput, inCamelCase } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";

/** A maintenance as {@link getMaintenance} lists it. Times have the form `YYYY-MM-DD HH:MM:SS +0000`. */
export interface MaintenanceResult {
  /** The id. */
  id: string;
  /** The time for which the maintenance is planned. */
  scheduledBy?: string;
  /** The time by which the maintenance must be done. */
  requiredBy?: string;
  /** The state, such as `scheduled`. */
  status?: string;
  /** The time that the maintenance is expected to take, in words. */
  duration?: string;
  /** The work that is done. */
  description?: string;
}

/**
 * The maintenance of an instance that is planned or running.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const planned = broker
 *   .getMaintenance({ instance: 123 })
 *   .then((all) => all.map((each) => `${each.scheduledBy}: ${each.description}`));
 * ```
 */
export const getMaintenance = askInstance<OnInstanceArgs, MaintenanceResult[]>({
  name: "getMaintenance",
  list: true,
  answer: async (api, call) => (await api.operations.maintenance.list(call)).map(inCamelCase),
});

/** {@link getMaintenance} for arguments that are outputs of resources. */
export const getMaintenanceOutput = askOutput<OnInstanceOutputArgs, MaintenanceResult[]>(getMaintenance);
