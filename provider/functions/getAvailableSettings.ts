import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput } from "./invoke";

/** A setting as {@link getAvailableSettings} lists it. */
export interface AvailableSettingResult {
  /** The service's name of the setting. The argument `config` takes this name unchanged. */
  name: string;
  /** `boolean`, `int`, `float` or `symbol`. */
  type: string;
  /** What the setting does. */
  description?: string;
  /** The value of the setting when nobody has set it. */
  default?: string | number | boolean;
  /** The lowest value. */
  min?: number;
  /** The highest value. */
  max?: number;
  /** The lowest version of the broker that has the setting. */
  versionRequirement?: string;
}

/**
 * The settings that a broker takes, with their defaults and bounds.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const names = broker.getAvailableSettings({ instance: 123 }).then((all) => all.map((setting) => setting.name));
 * ```
 */
export const getAvailableSettings = askInstance<OnInstanceArgs, AvailableSettingResult[]>({
  name: "getAvailableSettings",
  list: true,
  async answer(api, call) {
    const all = await api.config.available(call);
    return all.map(({ desc, version_requirement, default: usual, ...setting }) => ({
      ...setting,
      description: desc,
      default: usual ?? undefined,
      versionRequirement: version_requirement,
    }));
  },
});

/** {@link getAvailableSettings} for arguments that are outputs of resources. */
export const getAvailableSettingsOutput = askOutput<OnInstanceOutputArgs, AvailableSettingResult[]>(
  getAvailableSettings,
);
