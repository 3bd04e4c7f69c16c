// The folder's files, `adopt` and `map` compare rules here; `writes.ts` gets the PATCH between two lists from `delta`.
// A new service goes into `services` and `FirewallService`. Networks of rules must be compared by `canonicalNetwork`,
// because the service may spell them otherwise.
import type { FirewallRule as WireRule } from "../../api";
import type { FieldMarks } from "../../framework/kind/marks";
import { canonical, sameValue } from "../../framework/kind/values";
import type { ChildValues } from "../shared/child";
import { canonicalCidr } from "../shared/cidr";

/** The services that a rule can open. Only the hosting service knows the port of each. */
export const services = ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"] as const;

/** A rule as state keeps it. */
export interface RuleValues {
  ip: string;
  services?: string[];
  ports?: number[];
  description?: string;
}

/** The inputs of a rule set as the definition sees them. */
export interface FirewallValues extends ChildValues {
  rules: RuleValues[];
  /** `exclusive` when the set owns all rules of the instance, `merge` when it owns only the networks that it lists. */
  mode: "exclusive" | "merge";
  /** The networks whose rules belong to somebody else. */
  unmanaged: string[];
  /** True when the set was allowed to replace other rules when it was made. */
  takeOver?: boolean;
  /** What happens to the rules when an `exclusive` set is removed. */
  onDelete?: "keep" | "close" | "open";
}

/** The rule of a new instance: everybody may use every service. */
export const defaultRule: RuleValues = { ip: "0.0.0.0/0", services: [...services] };

/** True when a value has the form of a rule; the schema refuses any other value. */
function isRule(value: unknown): value is RuleValues {
  if (value === null || typeof value !== "object") return false;
  const { ip, services: named = [], ports = [], description = "" } = value as Partial<RuleValues>;
  return typeof ip === "string" && typeof description === "string" && Array.isArray(named) && Array.isArray(ports);
}

/** Returns the same name for every spelling of a network. The service may leave out the length of a single address. */
export const canonicalNetwork = (ip: string): string =>
  canonicalCidr(ip.includes("/") ? ip : `${ip}/${ip.includes(":") ? 128 : 32}`);

/** A form in which equal rules are equal: neither order nor the case of services matters. */
export const normalRule = (rule: RuleValues): { ip: string; services: string[]; ports: number[] } => ({
  ip: canonicalNetwork(rule.ip),
  services: [...new Set(rule.services?.map((name) => name.toUpperCase()))].sort(),
  ports: [...new Set(rule.ports ?? [])].sort((a, b) => a - b),
});

/** Returns a form in which rules are equal that allow the same and have the same description. */
const comparableRule = ({ description, ...rule }: RuleValues): RuleValues => ({
  ...normalRule(rule),
  ...(description !== undefined && { description }),
});

/** Rules without the descriptions of networks for which `declared` has none, because nobody compares these. */
function withoutUndeclared(rules: readonly RuleValues[], declared: readonly RuleValues[]): RuleValues[] {
  const given = byNetwork(declared);
  return rules.map(({ description, ...rule }) => {
    const isGiven = given.get(canonicalNetwork(rule.ip))?.description !== undefined;
    return isGiven && description !== undefined ? { ...rule, description } : rule;
  });
}

/** Rules as state keeps them: with the declared descriptions. An import keeps all but the default rule's one. */
export function withDescriptions(rules: readonly RuleValues[], declared?: readonly RuleValues[]): RuleValues[] {
  if (declared === undefined) {
    const isOfService = (rule: RuleValues) => rule.description === "Default" && sameRule(rule, defaultRule);
    return rules.flatMap((rule) => (isOfService(rule) ? withoutUndeclared([rule], []) : [rule]));
  }
  const given = byNetwork(declared);
  return withoutUndeclared(
    rules.map((rule) => ({ description: given.get(canonicalNetwork(rule.ip))?.description, ...rule })),
    declared,
  );
}

/** False when two declared rules have different descriptions, because a network has one description. */
export const agreeInWords = ({ description: one }: RuleValues, { description: other = one }: RuleValues): boolean =>
  one === undefined || one === other;

export const ruleMarks: FieldMarks = { set: true, normal: (rule) => (isRule(rule) ? comparableRule(rule) : rule) };

/** True when rules differ from the declared ones in nothing but descriptions that are not declared. */
export const differInNothing = (rules: readonly RuleValues[], declared: readonly RuleValues[]): boolean =>
  sameValue(ruleMarks, withoutUndeclared(rules, declared), declared);

/** Turns a rule of the service into a rule of state; no other function does. */
export const toRule = (wire: WireRule): RuleValues => ({
  ip: wire.ip,
  ...(wire.services.length > 0 ? { services: wire.services } : {}),
  ...(wire.ports.length > 0 ? { ports: wire.ports } : {}),
  ...(wire.description === undefined ? {} : { description: wire.description }),
});

export const byNetwork = (rules: readonly RuleValues[]): Map<string, RuleValues> =>
  new Map(rules.map((rule) => [canonicalNetwork(rule.ip), rule]));

export const networksOf = (rules: readonly RuleValues[]): Set<string> =>
  new Set(rules.map((rule) => canonicalNetwork(rule.ip)));

/** True when rules in force lack a network that other rules name. */
export function lacksNetworks(now: readonly RuleValues[], named: readonly RuleValues[]): boolean {
  const there = networksOf(now);
  return [...networksOf(named)].some((network) => !there.has(network));
}

/** True when two rules allow the same access. */
export const sameRule = (a: RuleValues | undefined, b: RuleValues | undefined): boolean =>
  a !== undefined && b !== undefined && canonical(normalRule(a)) === canonical(normalRule(b));

/**
 * Returns the PATCH from the rules in force to the wanted ones, with an empty rule for each `removed` network. Of
 * several spellings of a network, one is changed and the others go. With `describes`, descriptions count too.
 */
export function delta(
  inForce: readonly RuleValues[],
  wanted: readonly RuleValues[],
  removed: Iterable<string>,
  describes = false,
): WireRule[] {
  const now = new Map<string, RuleValues[]>();
  for (const rule of inForce) now.set(canonicalNetwork(rule.ip), [...(now.get(canonicalNetwork(rule.ip)) ?? []), rule]);
  const then = byNetwork(wanted);
  const each = [...then].map(([network, rule]) => {
    const there = now.get(network) ?? [];
    return { rule, there, kept: there.find((one) => sameRule(one, rule)) ?? there[0] };
  });
  const isDescribed = (rule: RuleValues, kept: RuleValues | undefined) =>
    !describes || rule.description === undefined || rule.description === kept?.description;
  const changed = each.filter(({ rule, kept }) => !sameRule(kept, rule) || !isDescribed(rule, kept));
  const twice = each.flatMap(({ there, kept }) => there.filter(({ ip }) => ip !== kept?.ip));
  const gone = [...new Set(removed)].flatMap((network) => (then.has(network) ? [] : (now.get(network) ?? [])));
  return [
    ...changed.map(({ rule, kept }) => wireRule({ ...rule, ip: kept?.ip ?? rule.ip })),
    ...[...twice, ...gone].map(({ ip }) => wireRule({ ip })),
  ];
}

/** A rule as it is sent. A rule that opens nothing takes away the rule of its network. */
export function wireRule({ ip, services: named = [], ports = [], description }: RuleValues): WireRule {
  return { ip, services: named, ports, ...(description !== undefined && { description }) };
}

/** The text by which a message lists rules. */
export const listed = (rules: readonly RuleValues[]): string =>
  rules.map((rule) => `${rule.ip} (${[...(rule.services ?? []), ...(rule.ports ?? [])].join(", ")})`).join("; ");
