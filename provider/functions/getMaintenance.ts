import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

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

/** The question of {@link getMaintenance}. */
export const getMaintenanceQuestion = aboutInstance<OnInstanceArgs, MaintenanceResult[]>({
  name: "getMaintenance",
  list: true,
  async answer(api, call) {
    const planned = await api.operations.maintenance.list(call);
    return planned.map(({ scheduled_by, required_by, ...maintenance }) => ({
      ...maintenance,
      scheduledBy: scheduled_by,
      requiredBy: required_by,
    }));
  },
});

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
export function getMaintenance(args: OnInstanceArgs, options?: InvokeOptions): Promise<MaintenanceResult[]> {
  return ask(getMaintenanceQuestion, args, options);
}

/** {@link getMaintenance} for arguments that are outputs of resources. */
export function getMaintenanceOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<MaintenanceResult[]> {
  return askOutput(getMaintenanceQuestion, args, options);
}
