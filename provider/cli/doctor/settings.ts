// `doctor.ts` and `adopt/session.ts` call `checkSettings`. `readSettings` of `config.ts` finds wrong values; this file
// adds a missing account URL, a missing key, and a key that is not a secret. Texts may change. No text may quote a
// value, because the value can be a key.
import { explainUnset, programTerms, variables } from "../../api";
import { readSettings, type Settings } from "../../config";
import { type Check, checksOf } from "./checks";
import type { StackValue } from "./machine";

/** The keys of the configuration whose values are secret. */
const secretKeys = ["broker:apiKey", "broker:instanceApiKeys"];

/**
 * Tells where each setting comes from and what is wrong with it, but never its value. Without `settings` in the result,
 * no connection can be tried. `first` names what keeps the stack from being read; a missing setting is then no fault.
 */
export function checkSettings(
  config: Record<string, StackValue>,
  env: NodeJS.ProcessEnv,
  first?: string,
): { checks: Check[]; settings?: Settings } {
  const { ok, note, fault } = checksOf("Settings");
  const { settings, problems, missing } = readSettings((key) => config[key]?.value, env);
  const sources = [...Object.keys(variables), "broker:instanceApiKeys"].flatMap((key) => {
    const variable = (variables as Record<string, string>)[key];
    const inStack = config[key];
    if (inStack !== undefined) return [`${key} from the stack${inStack.secret ? " (secret)" : ""}`];
    return variable !== undefined && env[variable] ? [`${key} from ${variable}`] : [];
  });
  const plain = secretKeys.filter((key) => config[key]?.value && !config[key]?.secret);
  const hasKey = settings.apiKey !== undefined || Object.keys(settings.instanceApiKeys).length > 0;
  const isUnread = secretKeys.some((key) => config[key]?.secret && config[key]?.value === undefined);
  // Without keys of instances everything takes the account API, whose URL `up` asks for as soon as there is a key.
  const isForAccount = settings.apiKey === undefined && !config["broker:instanceApiKeys"];
  const unset = [
    ...(isForAccount && settings.customerUrl === undefined ? [explainUnset("broker:customerUrl")] : []),
    ...missing,
    ...(hasKey || isUnread ? [] : [`no key is set: ${programTerms.noAccountKey}`]),
  ];
  const isOpen = first !== undefined && unset.length > 0;
  const untried = note(
    `${sources.length === 0 ? "" : "the others: "}not tried, because ${first} must be corrected first`,
  );
  const none = note("none: neither the stack nor the environment has a setting of this package");
  return {
    checks: [
      ...(sources.length > 0 ? [ok(sources.join(", "))] : isOpen ? [] : [none]),
      ...(isOpen ? [untried] : []),
      ...plain.map((key) => note(`${key} is not marked as a secret: set it again with "pulumi config set --secret"`)),
      ...[...problems, ...(isOpen ? [] : unset)].map(fault),
    ],
    ...(problems.length === 0 && { settings }),
  };
}
