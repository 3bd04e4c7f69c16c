import type { Failure } from "../../framework/kind/definition";
import { hasUnknown } from "../../framework/kind/unknowns";
import type { Calling, Ctx } from "../shared/ctx";
import { putSettings } from "../shared/putSettings";
import { explainTooNew, type SettingValues, seenSettings } from "../shared/settings";
import { highest, isFullVersion } from "../shared/versions";
import type { InstanceValues } from "./schema";
import type { InstanceState, Known } from "./state";

/**
 * Checks settings against the version of a new broker, when the full version is declared; `3.13` means its newest
 * patch.
 */
export function settingFailures({ config, rmqVersion = "" }: InstanceValues, backend: string | undefined): Failure[] {
  const isKnown = !hasUnknown(config) && !hasUnknown(rmqVersion) && isFullVersion(rmqVersion);
  const reason = isKnown && config ? explainTooNew(config, undefined, { backend, rmqVersion }) : undefined;
  return reason === undefined ? [] : [{ property: "config", reason }];
}

/**
 * Explains why an existing broker is too old for its settings. When the settings are sent, the broker has at least the
 * declared version.
 */
export function explainTooOldBroker(
  state: Partial<InstanceState>,
  { config, rmqVersion }: InstanceValues,
): string | undefined {
  if (config === undefined || hasUnknown(config) || hasUnknown(rmqVersion) || !state.rmqVersion) return undefined;
  const version = highest([state.rmqVersion, rmqVersion ?? state.rmqVersion]);
  // If the full version is not declared, the upgrade may lead to a version that is new enough.
  if (version !== state.rmqVersion && !isFullVersion(version ?? "")) return undefined;
  return explainTooNew(config, state.config, { backend: state.backend, rmqVersion: version });
}

export async function changeConfig(ctx: Ctx, id: string, known: Known, { config }: InstanceValues) {
  if (config === undefined) return {};
  const seen = known.config ?? (await settingsOf(ctx.call, id, { ...known.managed, ...config }));
  await putSettings(ctx, id, undefined, seen, config);
  return { config };
}

async function settingsOf(call: Calling, id: string, declared: SettingValues): Promise<SettingValues> {
  return seenSettings(await call.client.instance(id).config.get(call, { fresh: true }), declared);
}
