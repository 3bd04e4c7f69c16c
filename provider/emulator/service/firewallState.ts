import { assertIdle, drawDuration } from "../nouns/instances/state";
import type { RecordOf } from "../records";
import { type FirewallRule, services } from "../records/firewalls";
import { firewallBusy } from "../server/reply";
import { type Context, singleOf } from "../server/route";

type Instance = RecordOf<"instances">;

/** The firewall of an instance; answers "busy" while the instance or its rules are being changed. */
export function changeableFirewallOf(context: Context, instance: Instance): RecordOf<"firewalls"> {
  assertIdle(instance, context.now);
  const firewall = singleOf(context.store, "firewalls", instance);
  if (firewall.change) throw firewallBusy();
  return firewall;
}

const ports = [443, 1883, 5551, 5552, 5671, 5672, 8883, 61613, 61614];

/** Adds a rule that lets a private network in, unless the network has a rule already. Returns what the rule opens. */
export function letIn(
  context: Context,
  firewall: RecordOf<"firewalls">,
  opened: { subnet: string; description: string; answeredIn?: number },
): { ports: number[]; subnets: string[] } {
  const { subnet: ip, description, answeredIn } = opened;
  if (!firewall.rules.some((rule) => rule.ip === ip)) {
    const rule = { ip, description, services: [], ports };
    applyRules(context, firewall, [...firewall.rules, rule], answeredIn);
  }
  return { ports, subnets: [ip] };
}

/** Begins to apply these rules, `answeredIn` milliseconds from now. Services and ports are stored in a fixed order. */
export function applyRules(
  context: Context,
  firewall: RecordOf<"firewalls">,
  rules: FirewallRule[],
  answeredIn = 0,
): void {
  firewall.change = {
    rules: rules.map((rule) => ({
      ...rule,
      services: services.filter((service) => rule.services.includes(service)),
      ports: [...new Set(rule.ports)].sort((a, b) => a - b),
    })),
    endsAt: context.now + answeredIn + drawDuration(context, "configuringFirewall"),
  };
}
