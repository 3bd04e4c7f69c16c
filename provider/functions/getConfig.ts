import { type SettingValues, seenSettings } from "../resources/shared/settings";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { askOutput } from "./invoke";

/**
 * The values of a broker's settings, under the names that the argument `config` takes. Settings that are not set are
 * left out.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const heartbeat = broker.getConfig({ instance: 123 }).then((config) => config["heartbeat"]);
 * ```
 */
export const getConfig = askInstance<OnInstanceArgs, SettingValues>({
  name: "getConfig",
  async answer(api, call) {
    return seenSettings(await api.config.get(call, { fresh: true }), undefined);
  },
});

/** {@link getConfig} for arguments that are outputs of resources. */
export const getConfigOutput = askOutput<OnInstanceOutputArgs, SettingValues>(getConfig);
