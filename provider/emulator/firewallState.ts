import { assertIdle, timing } from "./instanceState";
import type { RecordOf } from "./records";
import { type FirewallRule, services } from "./records/firewalls";
import { firewallBusy } from "./reply";
import { type Context, singleOf } from "./route";

type Instance = RecordOf<"instances">;

/** The firewall, if the instance and its rules can be changed now. */
export function changeableFirewall(context: Context, instance: Instance): RecordOf<"firewalls"> {
  assertIdle(instance, context.now);
  const firewall = singleOf(context.store, "firewalls", instance);
  if (firewall.change) {
    throw firewallBusy();
  }
  return firewall;
}

/** Begins to apply these rules, `answeredIn` milliseconds from now; services and ports are kept in an order of their own. */
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
    endsAt: context.now + answeredIn + timing(context, "configuringFirewall"),
  };
}
