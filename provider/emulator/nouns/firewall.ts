// `nouns/index.ts` lists `firewallNoun`; `peerings/peerings.ts` and `vpcConnect.ts` open the firewall with `letIn`;
// `instances/creation.ts` copies rules. The texts of `listProblems` may change with `refusals.test.ts`. Codes must
// stay, because a live service showed them. `history` must stay, because tests check each moment of a change.
import { z } from "zod";
import { collection, moment, ofInstance, orNull, type RecordIn, recordOf, usually } from "../server/collection";
import { firewallBusy, ok, type Reply, ServiceError } from "../server/reply";
import { type Context, dedicatedInstanceOf, noun, route, singleOf } from "../server/route";
import { explainCidrProblem } from "../service/cidr";
import { drawDuration } from "../service/timings";
import type { Instance } from "./instances/record";
import { assertIdle } from "./instances/state";

/** The services of the specification's table, in its order. */
const services = ["AMQP", "AMQPS", "HTTPS", "MQTT", "MQTTS", "STOMP", "STOMPS", "STREAM", "STREAM_SSL"] as const;

const rule = z.strictObject({
  ip: z.string(),
  ports: z.array(z.int()),
  services: z.array(z.enum(services)),
  description: z.string(),
});

/** One rule: the services and ports that an IP range may reach. */
export type FirewallRule = z.output<typeof rule>;

/** The rule of a new instance, which lets everybody in. */
const defaultRule: FirewallRule = { description: "Default", ip: "0.0.0.0/0", ports: [], services: [...services] };

/** One firewall for each instance. */
export const firewalls = collection({
  name: "firewalls",
  firstId: 9001,
  single: true,
  ...recordOf({
    ...ofInstance,
    /** The rules in force. */
    rules: usually(z.array(rule), [defaultRule]),
    /** The change that is being applied. */
    change: orNull(z.strictObject({ rules: z.array(rule), endsAt: moment })),
    /** The rules that a GET shows during a change: the rules in force, or the rules asked for. */
    shows: usually(z.enum(["in force", "asked for"]), "in force"),
    /** All sets of rules that were ever in force, each with the time at which it began, oldest first. */
    history: usually(z.array(z.strictObject({ at: moment, rules: z.array(rule) })), ({ now }) => [
      { at: now, rules: [defaultRule] },
    ]),
  }),
  settle: (firewall, now) => {
    const { change, history } = firewall;
    // The control `state` can set rules without a change. Such rules belong to the history too.
    if (JSON.stringify(history.at(-1)?.rules) !== JSON.stringify(firewall.rules)) {
      history.push({ at: now, rules: firewall.rules });
    }
    if (change && change.endsAt <= now) {
      firewall.rules = change.rules;
      firewall.change = null;
      history.push({ at: change.endsAt, rules: change.rules });
    }
  },
});

type Firewall = RecordIn<typeof firewalls>;

/** The firewall of an instance; answers "busy" while the instance or its rules are being changed. */
export function changeableFirewallOf(context: Context, instance: Instance): Firewall {
  assertIdle(instance, context.now);
  const firewall = singleOf(context.store, firewalls, instance);
  if (firewall.change) throw firewallBusy();
  return firewall;
}

const ports = [443, 1883, 5551, 5552, 5671, 5672, 8883, 61613, 61614];

/** Adds a rule that lets a private network in, unless the network has a rule already. Returns what the rule opens. */
export function letIn(
  context: Context,
  firewall: Firewall,
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
export function applyRules(context: Context, firewall: Firewall, rules: FirewallRule[], answeredIn = 0): void {
  firewall.change = {
    rules: rules.map((rule) => ({
      ...rule,
      services: services.filter((service) => rule.services.includes(service)),
      ports: [...new Set(rule.ports)].sort((a, b) => a - b),
    })),
    endsAt: context.now + answeredIn + drawDuration(context, "configuringFirewall"),
  };
}

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

/** Lists the problems of the rules in a request. The IP range of an existing rule is not checked again. */
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

/** The firewall of an instance. */
export const firewallNoun = noun({
  name: "firewall",
  api: "instance",
  collections: [firewalls],
  routes: {
    list: route("GET /api/security/firewall", (context) => {
      const { rules, change, shows } = singleOf(context.store, firewalls, dedicatedInstanceOf(context));
      const shown = change && shows === "asked for" ? change.rules : rules;
      return { ...ok(shown), pending: change !== null };
    }),
    post: route("POST /api/security/firewall", { body: rulesBody }, (context) => replaceAll(context, 201)),
    patch: route("PATCH /api/security/firewall", { body: rulesBody }, (context) => {
      const { body } = context;
      const sent = new Map(body.map((rule) => [rule.ip, rule]));
      const { rules: existing } = singleOf(context.store, firewalls, dedicatedInstanceOf(context));
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
    }),
  },
  observed: {
    replace: route("PUT /api/security/firewall", { body: rulesBody }, (context) => replaceAll(context, 204)),
    configured: route("GET /api/security/firewall/configured", (context) => {
      if (singleOf(context.store, firewalls, dedicatedInstanceOf(context)).change) throw firewallBusy();
      return { status: 200 };
    }),
  },
});
