// `integration.ts` alone calls the file to check, compare and translate parameters; `systems.ts` lists each system's
// parameters. Texts may change (then run `npm run docs`). `wireName` must stay, because the service has these names;
// `credentialsIn` must hide each parameter that is not `harmless`, because it may be a key.
import { comparableParameter, integrationDefaults } from "../../api";
import { canonical, hasUnknown, isRecord, isUnknown } from "../../framework/kind/values";
import { harmless, isListed, type System, systemOf, takesAny } from "./systems";

/** Parameters as a program gives them. `parameters` holds parameters under the service's own names. */
export type ConfigValues = Record<string, string | boolean | Record<string, string>>;

interface Problem {
  path: string[];
  text: string;
}

const wireName = (parameter: string): string => parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The parameters that are booleans. */
const flags = new Set(["includeAdQueues"]);
const free = "parameters";

const usualOf = (parameter: string) => integrationDefaults[wireName(parameter)];
const given = (config: object, parameter: string) => (Reflect.get(config, parameter) ?? undefined) !== undefined;

/** The parameters under the service's own names. */
function freeOf(config: ConfigValues): Record<string, string> {
  const all = config[free];
  return typeof all === "object" && all !== null ? all : {};
}

/** Names the system or parameters that were not checked, because this version of the package does not know them. */
export function explainUnchecked(name: string, config: ConfigValues): string | undefined {
  const system = systemOf(name);
  if (system === undefined || !isListed(name))
    return `system: this version of the package does not know ${name}, and did not check the parameters`;
  const names = takesAny(system) ? [] : Object.keys(freeOf(config));
  if (names.length === 0) return undefined;
  return `config.parameters: this version of the package does not know ${names.join(", ")}, and did not check ${names.length === 1 ? "this parameter" : "these parameters"}`;
}

/** Lists all problems of the parameters for a system. A value that is not known before `up` is accepted. */
export function configProblems(name: string, config: Record<string, unknown>): Problem[] {
  const system = systemOf(name);
  if (system === undefined) return [];
  const form = closestForm(system, config);
  const takes = [...form, ...(system.optional ?? [])];
  const others = [...new Set(system.forms.flat())].filter((each) => !form.includes(each));
  const missing = form.filter((each) => !given(config, each));
  const own = others.length === 0 ? [] : form.filter((each) => !system.forms.every((any) => any.includes(each)));
  const instead = own.length > 0 && !own.some((each) => given(config, each)) ? `, unless ${all(others)} are given` : "";
  const newer = isListed(name) ? "" : ", a system that this version of pulumi-broker does not know";
  return [
    ...missing.map((each) => ({
      path: [each],
      text: `must be given for the system ${name}${own.includes(each) ? instead : newer}`,
    })),
    ...Object.keys(config)
      .filter((each) => given(config, each) && !takes.includes(each))
      .map((each) => ({
        path: [each],
        text: others.includes(each)
          ? `cannot be given together with ${all(own.filter((mine) => given(config, mine)))}: give either ${all(own)}, or ${all(others)}`
          : `is not a parameter of the system ${name}: remove this parameter, or correct the name of this parameter. The parameters of this system are ${takenBy(system).join(", ")}`,
      })),
    ...takes.filter((each) => given(config, each)).flatMap((each) => valueProblems(system, each, config[each])),
  ];
}

/** Finds, among the sets of required parameters, the set that lacks the fewest. */
function closestForm(system: System, config: object): readonly string[] {
  const lacking = (form: readonly string[]) => form.filter((each) => !given(config, each)).length;
  const [form = []] = [...system.forms].sort((a, b) => lacking(a) - lacking(b));
  return form;
}

function valueProblems(system: System, parameter: string, value: unknown): Problem[] {
  if (isUnknown(value)) return [];
  if (parameter === free) return freeProblems(system, value);
  const text = explainValue(system, parameter, value);
  return text === undefined ? [] : [{ path: [parameter], text }];
}

function explainValue(system: System, parameter: string, value: unknown): string | undefined {
  if (flags.has(parameter)) return typeof value === "boolean" ? undefined : "must be true or false";
  const allowed = system.values?.[parameter];
  const shape = system.shapes?.[parameter];
  if (typeof value !== "string") return "must be a string";
  if (value === "" && usualOf(parameter) === undefined) return "must not be empty";
  if (allowed !== undefined && !allowed.includes(value)) return `must be one of the values ${allowed.join(", ")}`;
  return shape === undefined || shape.matches.test(value) ? undefined : shape.text;
}

/** Checks parameters that have no names of their own: strings, under the service's own names. */
function freeProblems(system: System, value: unknown): Problem[] {
  if (!isRecord(value)) return [{ path: [free], text: "must be an object that has only strings as values" }];
  return Object.entries(value).flatMap(([name, each]) => {
    const path = [free, name];
    if (isNamed(system, name))
      return [{ path, text: 'must not be in "parameters": move this setting directly into the input "config"' }];
    return typeof each === "string" || isUnknown(each) ? [] : [{ path, text: "must be a string" }];
  });
}

/** The parameters that may be empty or false by the specification, in the form in which they filter nothing. */
const unset: ConfigValues = { queueRegex: "", vhostRegex: "", includeAdQueues: false };

/** The parameters of a PUT, which may keep what it leaves out: filters are cleared, and tags have no empty form. */
export function withCleared(config: ConfigValues, before: object = {}): ConfigValues {
  const cleared = Object.entries(unset).filter(([each]) => given(before, each) && !given(config, each));
  return { ...config, ...Object.fromEntries(cleared) };
}

/** Undeclared parameters that the service keeps after a PUT: as `wire` shows; without `wire`, all uncleared ones. */
export function keptParameters(
  name: string,
  wire: Record<string, unknown> | undefined,
  before: ConfigValues,
  config: ConfigValues,
): ConfigValues {
  const declared = wire === undefined ? withCleared(config, before) : config;
  const seen = normalConfig(wire === undefined ? before : seenConfig(name, wire, withParameters(before, config)));
  const kept = Object.entries(seen).flatMap(([parameter, value]): [string, ConfigValues[string]][] => {
    if (typeof value === "object") {
      const own = Object.entries(value).filter(([each]) => !given(freeOf(declared), each));
      return own.length === 0 ? [] : [[parameter, Object.fromEntries(own)]];
    }
    // The vendor may choose another value for a parameter that is left out.
    const isSame = comparableParameter(parameter, value) === comparableParameter(parameter, before[parameter]);
    const isChosen = isVendors(systemOf(name), parameter) && !isSame;
    return given(declared, parameter) || isChosen ? [] : [[parameter, value]];
  });
  return Object.fromEntries(kept);
}

/** Two sets of parameters in one; the second set wins. */
export function withParameters(config: ConfigValues, more: ConfigValues): ConfigValues {
  const both = { ...freeOf(config), ...freeOf(more) };
  return { ...config, ...more, ...(Object.keys(both).length > 0 && { [free]: both }) };
}

/** The names of parameters, as a message lists them. */
export function namesOf(config: ConfigValues): string[] {
  const own = Object.keys(config).filter((each) => each !== free);
  return [...own, ...Object.keys(freeOf(config)).map((each) => `${free}.${each}`)].sort();
}

/** Parameters as the service takes them, in an order that is always the same. */
export function wireConfig(config: ConfigValues): Record<string, string | boolean> {
  const entries = Object.entries(config).flatMap(([parameter, value]): [string, string | boolean][] =>
    typeof value === "object" ? Object.entries(value) : [[wireName(parameter), value]],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Parameters as shown, without the service's additions. Where a system takes any, only declared ones, if known. */
export function seenConfig(name: string, wire: Record<string, unknown>, declared: unknown): ConfigValues {
  const system = systemOf(name) ?? { forms: [[free]] };
  const known = typeof declared === "object" && declared !== null ? declared : undefined;
  const seen = takenBy(system).flatMap((parameter): [string, ConfigValues[string]][] => {
    if (parameter === free) {
      const own = seenFree(system, wire, known);
      return takesAny(system) || Object.keys(own).length > 0 ? [[free, own]] : [];
    }
    const value = wire[wireName(parameter)] ?? undefined;
    if (value === undefined || (isVendors(system, parameter) && known && !given(known, parameter))) return [];
    return [[parameter, flags.has(parameter) ? String(value) === "true" : textOf(value)]];
  });
  return normalConfig(Object.fromEntries(seen));
}

/** The parameters without names of their own: the declared ones, or all where nobody knows which were declared. */
function seenFree(system: System, wire: Record<string, unknown>, declared: object | undefined): Record<string, string> {
  const isOpen = declared === undefined || (takesAny(system) && !given(declared, free));
  const mine = isOpen ? undefined : Object.keys(freeOf(declared as ConfigValues));
  const isText = (value: unknown) => takesAny(system) || typeof value === "string" || typeof value === "boolean";
  const entries = Object.entries(wire).filter(
    ([key, value]) => given(wire, key) && (mine?.includes(key) ?? (isText(value) && !isNamed(system, key))),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, textOf(value)]));
}

/** All parameters that a system takes under names of their own, and `parameters`. */
const takenBy = ({ forms, optional = [] }: System) => [...new Set([...forms.flat(), ...optional])];

/** True when a system has a named parameter that the service calls `wire`. */
const isNamed = (system: System, wire: string) =>
  takenBy(system).some((each) => each !== free && wireName(each) === wire);

/** Returns a value as text, because some systems show a string that was sent as a number. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Parameters without default values: a default value means the same as a parameter that is left out. */
const normalConfig = <T extends object>(config: T): T =>
  Object.fromEntries(Object.entries(config).filter(([parameter, value]) => value !== usualOf(parameter))) as T;

/** True when only the vendor knows the value of a parameter that is left out: the value shown proves no change. */
const isVendors = (system: System | undefined, parameter: string): boolean =>
  system?.optional?.includes(parameter) === true && usualOf(parameter) === undefined;

/** Parameters in the form in which two configs are compared. */
export function comparableConfig<T extends object>(config: T): T {
  const told = Object.entries(normalConfig(config)).filter(([, value]) => canonical(value) !== "{}");
  return Object.fromEntries(told.map(([name, value]) => [name, comparableParameter(name, value)])) as T;
}

/** The parameters that a message must not quote. */
export const credentialsIn = (config: object): object =>
  Object.fromEntries(Object.entries(config).filter(([parameter]) => !harmless.has(parameter)));

/** The names of the parameters in which two configs differ. A value that is not known before `up` counts as equal. */
export function differingParameters(a: object, b: object): string[] {
  const [mine, other] = [comparableConfig(a), comparableConfig(b)];
  const textAt = (config: object, name: string) => canonical(Reflect.get(config, name));
  return [...new Set([...Object.keys(mine), ...Object.keys(other)])]
    .filter((name) => !hasUnknown(Reflect.get(other, name)) && textAt(mine, name) !== textAt(other, name))
    .sort();
}

const all = (names: readonly string[]) => names.join(" and ");
