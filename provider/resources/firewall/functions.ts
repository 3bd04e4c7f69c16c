// `resources/index.ts` exports the functions to programs. A new field of the client's answer, which is the result, goes
// into `FirewallRuleResult` too. The names of functions and fields must stay, because programs use them.
import { askOutput } from "../../ask/ask";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";

/** A rule as {@link getFirewallRules} lists it. */
export interface FirewallRuleResult {
  /** The network in CIDR form. */
  ip: string;
  /** The purpose of the rule, when the service shows one. */
  description?: string;
  /** Services that the network may use. */
  services: string[];
  /** Ports that the network may use beside those of `services`. */
  ports: number[];
}

/**
 * The firewall rules of an instance, including rules that a peering or VPC connect added.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const networks = broker.getFirewallRules({ instance: 123 }).then((rules) => rules.map((rule) => rule.ip));
 * ```
 */
export const getFirewallRules = askInstance<OnInstanceArgs, FirewallRuleResult[]>({
  name: "getFirewallRules",
  list: true,
  answer: (api, call) => api.firewall.rules(call, { fresh: true }),
});

/** {@link getFirewallRules} for arguments that are outputs of resources. */
export const getFirewallRulesOutput = askOutput<OnInstanceOutputArgs, FirewallRuleResult[]>(getFirewallRules);
