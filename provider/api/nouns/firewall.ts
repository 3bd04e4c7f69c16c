import { z } from "zod";
import { createShared } from "../lists/sharedList";
import type { Call } from "../transport/call";
import { type Api, type Endpoint, request } from "../transport/request";

/** A rule of `GET /api/security/firewall`. */
export const firewallRuleSchema = z.object({
  ip: z.string(),
  description: z
    .string()
    .nullish()
    .transform((value) => value || undefined)
    .optional(),
  services: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? []),
  ports: z
    .array(z.coerce.number().int())
    .nullish()
    .transform((value) => value ?? []),
});
/** A rule of the firewall: one network, and what it may reach. */
export type FirewallRule = z.output<typeof firewallRuleSchema>;

/** Lists the rules. */
export const listRules: Endpoint<FirewallRule[]> = {
  method: "GET",
  path: "/api/security/firewall",
  answer: z.array(firewallRuleSchema),
};

/** Changes rules, and may be repeated: a rule overwrites the rule of its network, and an empty rule removes it. */
export const patchRules: Endpoint<void> = { method: "PATCH", path: "/api/security/firewall" };

/**
 * Sends rules. The specification does not say whether POST replaces the whole set or adds to it. No resource uses POST.
 */
export const postRules: Endpoint<void> = { method: "POST", path: "/api/security/firewall" };

/** The firewall of an instance. */
export interface Firewall {
  /** All rules, shared for 30 s unless `fresh`. */
  rules(call: Call, options?: { fresh?: boolean }): Promise<FirewallRule[]>;
  /** Overwrites or adds the rule of each network. A rule without services and ports removes the rule of its network. */
  change(rules: FirewallRule[], call: Call): Promise<void>;
  /** Sends rules by POST. The specification does not say what happens to the rules that are not sent. */
  post(rules: FirewallRule[], call: Call): Promise<void>;
}

/** The firewall of one instance. */
export function firewallApi(instance: Api): Firewall {
  const rules = createShared(instance.transport.clock, (call) => request(instance, listRules, {}, call));
  return {
    rules: (call, options) => rules.get(call, options),
    change: (changed, call) => request(instance, patchRules, { body: changed }, call),
    post: (sent, call) => request(instance, postRules, { body: sent }, call),
  };
}
