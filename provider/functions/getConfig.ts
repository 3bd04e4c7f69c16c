import type * as pulumi from "@pulumi/pulumi";
import { type SettingValues, seenSettings } from "../resources/shared/settings";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

/** The question of {@link getConfig}. */
export const getConfigQuestion = aboutInstance<OnInstanceArgs, SettingValues>({
  name: "getConfig",
  async answer(api, call) {
    return seenSettings(await api.config.get(call, { fresh: true }), undefined);
  },
});

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
export function getConfig(args: OnInstanceArgs, options?: InvokeOptions): Promise<SettingValues> {
  return ask(getConfigQuestion, args, options);
}

/** {@link getConfig} for arguments that are outputs of resources. */
export function getConfigOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<SettingValues> {
  return askOutput(getConfigQuestion, args, options);
}
