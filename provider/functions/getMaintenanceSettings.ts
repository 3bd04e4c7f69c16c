import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput } from "./invoke";

/** The result of {@link getMaintenanceSettings}. Some brokers do not show all of these settings. */
export interface MaintenanceSettingsResult {
  /** The day on which maintenance is preferred. */
  preferredMaintenanceDay?: string;
  /** The time at which maintenance is preferred, as `HH:MM` in UTC. */
  preferredMaintenanceTime?: string;
  /** True when the service updates the broker by itself. */
  automaticUpdates?: boolean;
}

/**
 * The times at which the service may maintain an instance.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const day = broker.getMaintenanceSettings({ instance: 123 }).then((each) => each.preferredMaintenanceDay);
 * ```
 */
export const getMaintenanceSettings = askInstance<OnInstanceArgs, MaintenanceSettingsResult>({
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

/** {@link getMaintenanceSettings} for arguments that are outputs of resources. */
export const getMaintenanceSettingsOutput = askOutput<OnInstanceOutputArgs, MaintenanceSettingsResult>(
  getMaintenanceSettings,
);
