import type * as pulumi from "@pulumi/pulumi";
import { aboutInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "./askInstance";
import { ask, askOutput, type InvokeOptions } from "./invoke";

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

/** The question of {@link getFirewallRules}. */
export const getFirewallRulesQuestion = aboutInstance<OnInstanceArgs, FirewallRuleResult[]>({
  name: "getFirewallRules",
  list: true,
  answer: (api, call) => api.firewall.rules(call, { fresh: true }),
});

/**
 * The firewall rules of an instance, including rules that a peering or VPC connect added.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const networks = broker.getFirewallRules({ instance: 123 }).then((rules) => rules.map((rule) => rule.ip));
 * ```
 */
export function getFirewallRules(args: OnInstanceArgs, options?: InvokeOptions): Promise<FirewallRuleResult[]> {
  return ask(getFirewallRulesQuestion, args, options);
}

/** {@link getFirewallRules} for arguments that are outputs of resources. */
export function getFirewallRulesOutput(
  args: OnInstanceOutputArgs,
  options?: InvokeOptions,
): pulumi.Output<FirewallRuleResult[]> {
  return askOutput(getFirewallRulesQuestion, args, options);
}
