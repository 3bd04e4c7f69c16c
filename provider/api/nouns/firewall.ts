import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call, CallOptions } from "../transport/call";
import type { Api } from "../transport/endpoint";
import { said, strings } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

/** A rule of `GET /api/security/firewall`. */
const firewallRuleSchema = z.object({
  ip: z.string(),
  description: said.optional(),
  services: strings,
  ports: z
    .array(z.coerce.number().int())
    .nullish()
    .transform((value) => value ?? []),
});
/** A rule of the firewall: one network, and what it may reach. */
export type FirewallRule = z.output<typeof firewallRuleSchema>;

/** A rule of the firewall as it is sent. A rule with neither services nor ports removes the rule of its network. */
export interface FirewallRuleBody {
  /** The network in CIDR form. */
  ip: string;
  services?: string[];
  ports?: number[];
  description?: string;
}

/** The operations on the firewall. */
export interface FirewallOperations {
  /** The rules in force. */
  list(options?: CallOptions): Promise<FirewallRule[]>;
  /** Sends rules by POST. The specification does not say what happens to the rules that are not sent. */
  post(rules: FirewallRuleBody[], options?: CallOptions): Promise<void>;
  /** Overwrites or adds the rule of each network; the other rules stay. */
  patch(rules: FirewallRuleBody[], options?: CallOptions): Promise<void>;
}

const path = "/api/security/firewall";
const rulesSchema = z.array(firewallRuleSchema);

/** The firewall of an instance. */
export interface Firewall {
  /** All rules, shared for 30 s unless `fresh`. */
  rules(call: Call, options?: { fresh?: boolean }): Promise<FirewallRule[]>;
  /** Overwrites or adds the rule of each network. A rule without services and ports removes the rule of its network. */
  change(rules: FirewallRule[], call: Call): Promise<void>;
}

/** The firewall of one instance. */
export function firewallNoun(instance: Api): {
  operations: { firewall: FirewallOperations };
  shared: { firewall: Firewall };
} {
  const send = senderTo(instance);
  const list = send({ method: "GET", path, answer: rulesSchema });
  const post = send({ method: "POST", path }, withBody);
  const patch = send({ method: "PATCH", path }, withBody);
  return {
    operations: { firewall: { list, post, patch } },
    shared: { firewall: { rules: createShared(instance.transport.clock, list).get, change: patch } },
  };
}
