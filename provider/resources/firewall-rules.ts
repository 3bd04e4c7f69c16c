import type { FirewallRule as WireRule } from "../api";
import { canonical } from "../framework/values";
import { canonicalCidr } from "./cidr";

/** The services that a rule can open; which port each one has is for the service to say. */
export const services = ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"] as const;

/** A rule as state keeps it. */
export interface RuleValues {
  ip: string;
  services?: string[];
  ports?: number[];
}

/** The rule of a new instance: everybody may use every service. */
export const defaultRule: RuleValues = { ip: "0.0.0.0/0", services: [...services] };

/** Whether a value has the form of a rule; what has not is refused by the schema. */
export function isRule(value: unknown): value is RuleValues {
  if (value === null || typeof value !== "object") return false;
  const { ip, services: named = [], ports = [] } = value as Partial<RuleValues>;
  return typeof ip === "string" && Array.isArray(named) && Array.isArray(ports);
}

/** One form for one rule: services are compared with services, ports with ports, in no order. */
export function normalRule(rule: RuleValues): { ip: string; services: string[]; ports: number[] } {
  return {
    ip: canonicalCidr(rule.ip),
    services: [...new Set(rule.services ?? [])].sort(),
    ports: [...new Set(rule.ports ?? [])].sort((a, b) => a - b),
  };
}

/** The only mapping of a rule from the wire to state. */
export function toRule(wire: WireRule): RuleValues {
  return {
    ip: wire.ip,
    ...(wire.services.length > 0 ? { services: wire.services } : {}),
    ...(wire.ports.length > 0 ? { ports: wire.ports } : {}),
  };
}

/** Rules by their network. */
export function byNetwork(rules: readonly RuleValues[]): Map<string, RuleValues> {
  return new Map(rules.map((rule) => [canonicalCidr(rule.ip), rule]));
}

/** Whether two rules allow the same. */
export function sameRule(a: RuleValues | undefined, b: RuleValues | undefined): boolean {
  return a !== undefined && b !== undefined && canonical(normalRule(a)) === canonical(normalRule(b));
}

/**
 * The one PATCH that leads from what is in force to what is wanted: each rule that is new or differs, and for each
 * network in `removed` that has a rule and is not wanted, the empty rule that takes it away.
 */
export function delta(
  inForce: readonly RuleValues[],
  wanted: readonly RuleValues[],
  removed: Iterable<string>,
): WireRule[] {
  const now = byNetwork(inForce);
  const then = byNetwork(wanted);
  const changed = [...then].filter(([network, rule]) => !sameRule(now.get(network), rule));
  const gone = [...new Set(removed)].filter((network) => now.has(network) && !then.has(network));
  return [
    ...changed.map(([, rule]) => ({ ip: rule.ip, services: rule.services ?? [], ports: rule.ports ?? [] })),
    ...gone.map((network) => ({ ip: now.get(network)?.ip ?? network, services: [], ports: [] })),
  ];
}

/** Rules as a message lists them. */
export function listed(rules: readonly RuleValues[]): string {
  return rules.map((rule) => `${rule.ip} (${[...(rule.services ?? []), ...(rule.ports ?? [])].join(", ")})`).join("; ");
}
