import { z } from "zod";
import { type FirewallRule, services } from "../records/firewalls";
import { firewallBusy, ok, type Reply, ServiceError } from "../server/reply";
import { type Context, dedicatedInstanceOf, type Route, route, singleOf } from "../server/route";
import { cidrProblem } from "../service/cidr";
import { applyRules, changeableFirewall } from "../service/firewallState";

const sentRule = z.strictObject({
  ip: z.string(),
  services: z.array(z.string()).optional(),
  ports: z.array(z.int()).optional(),
});
const rulesBody = z.array(sentRule);
/** A whole set of rules may describe them. */
const wholeBody = z.array(sentRule.extend({ description: z.string().optional() }));

type Sent = z.output<typeof wholeBody>[number];

const isService = (name: string): name is FirewallRule["services"][number] =>
  (services as readonly string[]).includes(name);

const isEmpty = ({ services: named = [], ports = [] }: Sent) => named.length + ports.length === 0;

/** What is wrong with the rules of a request, rule by rule. The CIDR of a rule that is there is right as it is. */
function problemsOf(sent: Sent[], there: FirewallRule[] = []): string[] {
  const seen = new Set<string>();
  return sent.flatMap((rule) => {
    const { ip, services: named = [], ports = [] } = rule;
    const cidr = there.some((each) => each.ip === ip) ? undefined : cidrProblem(ip, "any");
    const problems = [
      ...(cidr ? [cidr] : []),
      ...(seen.has(ip) ? ["Given twice"] : []),
      ...named.filter((name) => !isService(name)).map((name) => `Unknown service ${name}`),
      ...ports.filter((port) => port < 1 || port > 65_535).map((port) => `Port ${port} is not from 1 to 65535`),
    ];
    seen.add(ip);
    return problems.map((problem) => `${ip}: ${problem}`);
  });
}

const ruleOf = ({ ip, services: named = [], ports = [], description = "" }: Sent): FirewallRule => ({
  description,
  ip,
  ports,
  services: named.filter(isService),
});

const invalidRules = (problems: string[]) =>
  new ServiceError({ status: 400, body: { error_code: 40002, message: problems.join(", ") } });

/** Checks what was sent, then begins to apply the rules that `change` makes of it. */
function write(
  context: Context<Sent[]>,
  status: number,
  problems: string[],
  change: (rules: FirewallRule[]) => FirewallRule[],
): Reply {
  const instance = dedicatedInstanceOf(context);
  if (problems.length > 0) throw invalidRules(problems);
  const firewall = changeableFirewall(context, instance);
  applyRules(context, firewall, change(firewall.rules));
  // Announces JSON and sends none.
  return { status, headers: { "content-type": "application/json" } };
}

/** Puts these rules in the place of all that are there. */
function replaceAll(context: Context<Sent[]>, status: number): Reply {
  const { body } = context;
  const problems = [...problemsOf(body), ...body.filter(isEmpty).map(({ ip }) => `${ip}: Needs a service or a port`)];
  return write(context, status, problems, () => body.map(ruleOf));
}

/** Operations of the instance API on the firewall. */
export const firewallRoutes: Route[] = [
  route({
    operation: "firewall.list",
    method: "GET",
    path: "/api/security/firewall",
    auth: "instance",
    handle: (context) => {
      const { rules, change, shows } = singleOf(context.store, "firewalls", dedicatedInstanceOf(context));
      const shown = change && shows === "asked for" ? change.rules : rules;
      return { ...ok(shown), pending: change !== null };
    },
  }),
  route({
    operation: "firewall.post",
    method: "POST",
    path: "/api/security/firewall",
    auth: "instance",
    body: wholeBody,
    handle: (context) => replaceAll(context, 201),
  }),
  route({
    operation: "firewall.replace",
    method: "PUT",
    path: "/api/security/firewall",
    auth: "instance",
    body: wholeBody,
    handle: (context) => replaceAll(context, 204),
  }),
  route({
    operation: "firewall.configured",
    method: "GET",
    path: "/api/security/firewall/configured",
    auth: "instance",
    handle: (context) => {
      if (singleOf(context.store, "firewalls", dedicatedInstanceOf(context)).change) throw firewallBusy();
      return { status: 200 };
    },
  }),
  route({
    operation: "firewall.patch",
    method: "PATCH",
    path: "/api/security/firewall",
    auth: "instance",
    body: rulesBody,
    handle: (context) => {
      const { body } = context;
      const sent = new Map(body.map((rule) => [rule.ip, rule]));
      const { rules: there } = singleOf(context.store, "firewalls", dedicatedInstanceOf(context));
      return write(context, 204, problemsOf(body, there), (rules) => {
        const known = rules.map(({ ip }) => ip);
        return [
          ...rules.flatMap((rule) => {
            const given = sent.get(rule.ip);
            return !given ? [rule] : isEmpty(given) ? [] : [ruleOf(given)];
          }),
          ...body.filter((rule) => !known.includes(rule.ip) && !isEmpty(rule)).map(ruleOf),
        ];
      });
    },
  }),
];
