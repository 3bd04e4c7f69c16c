// Rules that every stack with brokers keeps, as a policy pack. Copy this folder beside your project, run `npm install` in
// it once, and then in the project:
//
//   pulumi preview --policy-pack ../policy
//
// The preview of a stack that breaks a rule fails, and so does `up`, which previews first and then sends nothing. What a
// rule leaves alone is named in a file that is reviewed like the rest and given with `--policy-pack-config`:
//
//   {
//     "no-open-firewall": { "except": ["public-gateway"] },
//     "broker-has-alarm": { "except": ["scratch"] },
//     "no-shared-plan-in-production": { "stacks": ["production", "live"], "plans": ["-shared-"] }
//   }
import { PolicyPack, type PolicyResource } from "@pulumi/policy";

/**
 * True when a type of the engine is this kind of `pulumi-broker`. Programs in TypeScript and JavaScript have the first of
 * the two types, and those in YAML, Python and other languages the second.
 */
const isOfKind = (type: string, kind: string) =>
  type === `pulumi-nodejs:dynamic/broker:${kind}` || type === `broker:index:${kind}`;

/** The logical names of the resources that a rule leaves alone. */
const except = {
  type: "array" as const,
  description: "The logical names of the resources that this rule leaves alone.",
  items: { type: "string" as const },
  default: [],
};

/** What the rules read of their settings. */
interface Settings {
  except: string[];
  stacks: string[];
  plans: string[];
}

/** Reads a value that a preview may not know yet: what stands on something new. */
function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Whether a resource stands on a broker of the program. */
const standsOn = (resource: PolicyResource, broker: PolicyResource) =>
  (resource.propertyDependencies["instance"] ?? []).some(({ urn }) => urn === broker.urn);

/**
 * Whether an alarm that goes off is told to anybody: to the recipients that it names, or else to all of its broker. The
 * recipient that the service makes with a broker does not count, because nobody has chosen it.
 */
function reachesSomeone(alarm: PolicyResource, ofBroker: readonly PolicyResource[]): boolean {
  if (ifKnown(() => alarm.props["enabled"]) === false) return false;
  const isNamed = (alarm.propertyDependencies["recipients"] ?? []).length > 0;
  const ids = ifKnown(() => (alarm.props["recipients"] as unknown[]).length) ?? 0;
  return isNamed || ids > 0 || ofBroker.some(({ type }) => isOfKind(type, "Recipient"));
}

/** The name of the stack that a resource belongs to. */
const stackOf = (urn: string) => urn.split("::")[0]?.replace("urn:pulumi:", "");

new PolicyPack("pulumi-broker", {
  enforcementLevel: "mandatory",
  policies: [
    {
      name: "no-open-firewall",
      description: "A firewall does not let the whole internet in.",
      configSchema: { properties: { except } },
      validateResource({ type, name, props, getConfig }, reportViolation) {
        if (!isOfKind(type, "FirewallRuleSet") || getConfig<Settings>().except.includes(name)) return;
        const rules = props["rules"] as { ip: string }[];
        // A network of length 0 is everybody, however its address is written.
        const open = rules.map(({ ip }) => ip).filter((ip) => ip.endsWith("/0"));
        if (open.length > 0)
          reportViolation(`"${name}" lets everybody connect (${open.join(", ")}): name the networks that need to.`);
      },
    },
    {
      name: "broker-has-alarm",
      description: "Each broker has an alarm that reaches someone.",
      configSchema: { properties: { except } },
      validateStack({ resources, getConfig }, reportViolation) {
        for (const broker of resources.filter(({ type }) => isOfKind(type, "Instance"))) {
          if (getConfig<Settings>().except.includes(broker.name)) continue;
          const ofBroker = resources.filter((each) => standsOn(each, broker));
          const alarms = ofBroker.filter(({ type }) => isOfKind(type, "Alarm"));
          if (!alarms.some((alarm) => reachesSomeone(alarm, ofBroker)))
            reportViolation(
              `"${broker.name}" has no alarm that reaches someone: declare an Alarm and a Recipient for it.`,
              broker.urn,
            );
        }
      },
    },
    {
      name: "no-shared-plan-in-production",
      description: "A broker in production does not share its machines.",
      configSchema: {
        properties: {
          stacks: { type: "array", items: { type: "string" }, default: ["production"] },
          // A preview does not know yet whether the plan of a new broker is shared, so the names of plans count too.
          plans: { type: "array", items: { type: "string" }, default: ["-shared-"] },
        },
      },
      validateStack({ resources, getConfig }, reportViolation) {
        const { stacks, plans } = getConfig<Settings>();
        for (const { type, name, urn, props } of resources) {
          if (!isOfKind(type, "Instance") || !stacks.includes(stackOf(urn) ?? "")) continue;
          const plan = ifKnown(() => props["plan"] as string);
          const named = plans.some((part) => plan?.includes(part));
          if (named || ifKnown(() => props["shared"]) === true)
            reportViolation(`"${name}" is on the shared plan ${plan}: choose a dedicated one for production.`, urn);
        }
      },
    },
  ],
});
