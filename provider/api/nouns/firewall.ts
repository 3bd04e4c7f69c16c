// `firewallNoun` declares the firewall rules of a broker. `nouns/index.ts` opens it; `resources/firewall/` and `cli/`
// read `rules`, and `resources/firewall/` sends `change`. A new field goes into schema and body. `change` must stay a
// PATCH, because a POST may drop the other rules.
import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Api, CallOptions } from "../transport/endpoint";
import { optional, said, shown, strings } from "../transport/schemas";
import { senderTo, withBody } from "../transport/send";

const firewallRuleSchema = shown(() => ({
  ip: z.string(),
  description: said.optional(),
  services: strings,
  ports: optional(z.array(z.coerce.number().int())).transform((value) => value ?? []),
}));
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
const rulesSchema = z.lazy(() => z.array(firewallRuleSchema));

export function firewallNoun(instance: Api) {
  const send = senderTo(instance);
  const firewall: FirewallOperations = {
    list: send({ method: "GET", path, answer: rulesSchema }),
    post: send({ method: "POST", path }, withBody),
    patch: send({ method: "PATCH", path }, withBody),
  };
  const { get: rules } = createShared(instance.transport.clock, firewall.list);
  return { operations: { firewall }, shared: { firewall: { rules, change: firewall.patch } } };
}

export type Firewall = ReturnType<typeof firewallNoun>["shared"]["firewall"];
