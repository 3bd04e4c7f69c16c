// `brokerConfig.ts` and `instance/` call `putSettings` and `claimsOf`. Advice may change. Both kinds must take the text
// of `claimOf`, because equal texts show that two resources declare one setting.
import type { InstanceClient } from "../../api";
import type { Claim } from "../../framework/kind/definition";
import { isUnknown } from "../../framework/kind/values";
import type { Ctx } from "./ctx";
import { adviseUpgrade, sendWithAdvice } from "./requirements";
import { changedSettings, listed, ofType, programName, type SettingValues, sameSetting, wireName } from "./settings";
import { highest } from "./versions";

/** Sends settings that differ. A removed setting gets its default, if any, unless another resource declares it. */
export async function putSettings(
  ctx: Ctx,
  id: string,
  { config }: InstanceClient,
  seen: SettingValues,
  declared: SettingValues,
): Promise<void> {
  const { set, removed } = changedSettings(seen, declared);
  const left = Object.entries(removed).filter(([name]) => ctx.run.holder(claimOf(id, name).what) === undefined);
  const unlisted = Object.entries(set).filter(([name]) => !listed.has(name));
  const needed = new Map(Object.keys(set).map((name) => [name, listed.get(name)?.needs]));
  if (left.length + unlisted.length > 0) {
    const available = new Map((await config.available(ctx.call)).map((setting) => [setting.name, setting]));
    for (const [name] of unlisted) needed.set(name, available.get(name)?.version_requirement);
    for (const [name, value] of unlisted) set[name] = ofType(available.get(name)?.type, value);
    for (const [name, now] of left) {
      const value = available.get(name)?.default ?? undefined;
      if (value === undefined) ctx.say.warn(`${name} stays as it is: the service shows no default for it`);
      else if (!sameSetting(name, now, value)) set[name] = value;
    }
  }
  if (Object.keys(set).length === 0) return;
  await sendWithAdvice(
    () => config.set(set, ctx.call),
    (said) => adviseOnSettings(id, needed, said),
  );
}

/** Advice for settings that need a newer broker: the ones that the refusal names, or else all that were sent. */
function adviseOnSettings(id: string, needed: Map<string, string | undefined>, said: string): string | undefined {
  const all = [...needed].flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const]));
  const named = all.filter(([name]) => said.includes(name));
  const meant = named.length > 0 ? named : all;
  const version = highest(meant.map(([, each]) => each));
  return version && adviseUpgrade(id, meant.map(([name]) => programName(name)).join(", "), version);
}

const claimOf = (id: string, name: string): Claim => ({ property: "config", what: `${name} of instance ${id}` });

/** A claim on each setting, because only one resource of the program may declare a setting. */
export const claimsOf = (id: string, config: SettingValues | undefined): Claim[] =>
  Object.keys(isUnknown(config) ? {} : (config ?? {})).map((name) => claimOf(id, wireName(name)));
