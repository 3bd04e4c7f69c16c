import * as pulumi from "@pulumi/pulumi";
import { type SettingValues, seenSettings } from "../resources/shared/settings";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import type { InvokeOptions } from "./invoke";

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
  return askInstance("getConfig", args, options, async (api, call) => {
    return seenSettings(await api.config.get(call, { fresh: true }), undefined);
  });
}

/** {@link getConfig} for arguments that are outputs of resources. */
export function getConfigOutput(args: OnInstanceOutputArgs, options?: InvokeOptions): pulumi.Output<SettingValues> {
  return pulumi.output(args).apply((known) => getConfig(known, options));
}
