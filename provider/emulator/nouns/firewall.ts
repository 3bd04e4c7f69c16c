import { z } from "zod";
import { type FirewallRule, services } from "../records/firewalls";
import { firewallBusy, ok, type Reply, ServiceError } from "../server/reply";
import { type Context, dedicatedInstanceOf, type Route, route, singleOf } from "../server/route";
import { explainCidrProblem } from "../service/cidr";
import { applyRules, changeableFirewallOf } from "../service/firewallState";

const sentRule = z.strictObject({
  ip: z.string(),
  services: z.array(z.string()).optional(),
  ports: z.array(z.int()).optional(),
  description: z.string().optional(),
});
const rulesBody = z.array(sentRule);

type SentRule = z.output<typeof sentRule>;

const isService = (name: string): name is FirewallRule["services"][number] =>
  (services as readonly string[]).includes(name);

const isEmpty = ({ services: named = [], ports = [] }: SentRule) => named.length + ports.length === 0;

/** Lists what is wrong with the rules of a request. The IP range of an existing rule is not checked again. */
function listProblems(sent: SentRule[], existing: FirewallRule[] = []): string[] {
  const seen = new Set<string>();
  return sent.flatMap((rule) => {
    const { ip, services: named = [], ports = [] } = rule;
    const cidr = existing.some((each) => each.ip === ip) ? undefined : explainCidrProblem(ip, "any");
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

const ruleOf = ({ ip, services: named = [], ports = [], description = "" }: SentRule): FirewallRule => ({
  description,
  ip,
  ports,
  services: named.filter(isService),
});

const invalidRules = (problems: string[]) =>
  new ServiceError({ status: 400, body: { error_code: 40002, message: problems.join(", ") } });

/**
 * Refuses a request that has problems; otherwise begins to apply the rules that `change` makes from the present ones.
 */
function write(
  context: Context<SentRule[]>,
  status: number,
  problems: string[],
  change: (rules: FirewallRule[]) => FirewallRule[],
): Reply {
  const instance = dedicatedInstanceOf(context);
  if (problems.length > 0) throw invalidRules(problems);
  const firewall = changeableFirewallOf(context, instance);
  applyRules(context, firewall, change(firewall.rules));
  // The service announces JSON and sends an empty body.
  return { status, headers: { "content-type": "application/json" } };
}

/** Replaces all rules by those of the request. */
function replaceAll(context: Context<SentRule[]>, status: number): Reply {
  const { body } = context;
  const problems = [...listProblems(body), ...body.filter(isEmpty).map(({ ip }) => `${ip}: Needs a service or a port`)];
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
    body: rulesBody,
    handle: (context) => replaceAll(context, 201),
  }),
  route({
    operation: "firewall.replace",
    method: "PUT",
    path: "/api/security/firewall",
    auth: "instance",
    body: rulesBody,
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
      const { rules: existing } = singleOf(context.store, "firewalls", dedicatedInstanceOf(context));
      return write(context, 204, listProblems(body, existing), (rules) => {
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
