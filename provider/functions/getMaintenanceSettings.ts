import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** The result of {@link getMaintenanceSettings}. Some brokers do not show all of these settings. */
export interface MaintenanceSettingsResult {
  /** The day on which maintenance is preferred. */
  preferredMaintenanceDay?: string;
  /** The time at which maintenance is preferred, as `HH:MM` in UTC. */
  preferredMaintenanceTime?: string;
  /** True when the service updates the broker by itself. */
  automaticUpdates?: boolean;
}

/** The question of {@link getMaintenanceSettings}. */
export const getMaintenanceSettingsQuestion = aboutInstance<OnInstanceArgs, MaintenanceSettingsResult>({
  name: "getMaintenanceSettings",
  async answer(api, call) {
    const seen = await api.maintenance.get(call, { fresh: true });
    return {
      preferredMaintenanceDay: seen.preferred_maintenance_day,
      preferredMaintenanceTime: seen.preferred_maintenance_time,
      automaticUpdates: seen.automatic_updates,
    };
  },
});

/**
 * The times at which the service may maintain an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const day = broker.getMaintenanceSettings({ instance: 123 }).then((each) => each.preferredMaintenanceDay);
 * ```
 */
export function getMaintenanceSettings(
  args: OnInstanceArgs,
  options?: InvokeOptions,
): Promise<MaintenanceSettingsResult> {
  return ask(getMaintenanceSettingsQuestion, args, options);
}

/** {@link getMaintenanceSettings} for arguments that are outputs of resources. */
export function getMaintenanceSettingsOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<MaintenanceSettingsResult> {
  return askOutput(getMaintenanceSettingsQuestion, args, options);
}
