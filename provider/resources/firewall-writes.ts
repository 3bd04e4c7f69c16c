import { type Client, type Firewall, waitFor } from "../api";
import type { Context } from "../framework/definition";
import { canonicalCidr } from "./cidr";
import { byNetwork, defaultRule, delta, listed, type RuleValues, sameRule, toRule } from "./firewall-rules";
import type { FirewallValues } from "./firewallRuleSet";

type Ctx = Context<Client>;
type Declared = Pick<FirewallValues, "mode" | "rules">;

/** The rule sets that the program declares on one instance, by URN. */
function declaredSets(ctx: Ctx, instance: string): Map<string, Declared> {
  return ctx.shared(`firewall sets of ${instance}`, () => new Map());
}

/** Enters a set among those of its instance; why it cannot stand beside the others, or undefined. */
export function declareSet(
  ctx: Ctx,
  instance: string,
  { mode = "exclusive", rules }: FirewallValues,
): string | undefined {
  const sets = declaredSets(ctx, instance);
  const others = [...sets].filter(([urn]) => urn !== ctx.urn);
  sets.set(ctx.urn ?? "", { mode, rules });
  for (const [urn, other] of others) {
    const name = urn.split("::").at(-1);
    if (mode === "exclusive" || other.mode === "exclusive") {
      return `an exclusive set is alone on its instance, and "${name}" is another one: use merge for both, or one set`;
    }
    const theirs = byNetwork(other.rules);
    const both = rules.filter((rule) => {
      const their = theirs.get(canonicalCidr(rule.ip));
      return their !== undefined && !sameRule(their, rule);
    });
    if (both.length > 0) return `${both.map((rule) => rule.ip).join(", ")} is declared otherwise by "${name}"`;
  }
  return undefined;
}

/** Of the rules in force, those that the set owns. */
export function managed(now: readonly RuleValues[], set: Partial<FirewallValues>): RuleValues[] {
  if (set.mode === "merge") {
    const own = byNetwork(set.rules ?? []);
    return now.filter((rule) => own.has(canonicalCidr(rule.ip)));
  }
  const left = new Set((set.unmanaged ?? []).map(canonicalCidr));
  return now.filter((rule) => !left.has(canonicalCidr(rule.ip)));
}

/**
 * The rules of others that stand in the way of a set that is made, or that changes what it owns (`before`): they are
 * never overwritten silently.
 */
export function conflictOf(
  now: readonly RuleValues[],
  set: FirewallValues,
  before: Partial<FirewallValues> | undefined,
): string | undefined {
  if (set.takeOver || before?.mode === "exclusive") return undefined;
  const ours = byNetwork(before?.rules ?? []);
  const wanted = byNetwork(set.rules);
  const foreign = managed(now, set).filter((rule) => {
    const ip = canonicalCidr(rule.ip);
    if (ours.has(ip) || sameRule(wanted.get(ip), rule)) return false;
    return set.mode === "merge" || !sameRule(rule, defaultRule);
  });
  if (foreign.length === 0) return undefined;
  return set.mode === "merge"
    ? `there are other rules for these networks already: ${listed(foreign)}; declare them as they are, or add takeOver: true`
    : `there are rules that the set does not declare: ${listed(foreign)}; declare them, name them in unmanaged, or add takeOver: true`;
}

/** Sends the one PATCH that is needed, if any, and waits until the rules are in force. */
export async function write(
  ctx: Ctx,
  id: string,
  firewall: Firewall,
  now: readonly RuleValues[],
  set: FirewallValues,
  before: readonly RuleValues[],
): Promise<void> {
  const spared = othersOf(ctx, id.split("/")[0] ?? "");
  const owned = set.mode === "merge" ? before : managed(now, set);
  const removed = owned.map((rule) => canonicalCidr(rule.ip)).filter((ip) => !spared.has(ip));
  const changes = delta(now, set.rules, removed);
  if (changes.length === 0) return;
  await firewall.change(changes, ctx);
  ctx.hold(id, {});
  await untilInForce(ctx, firewall, set.rules, removed);
}

/** Removing a set: its own rules in `merge`, what `onDelete` says in `exclusive`. */
export async function closing(
  ctx: Ctx,
  instance: string,
  firewall: Firewall,
  set: Partial<FirewallValues>,
): Promise<void> {
  if (set.mode !== "merge" && (set.onDelete ?? "keep") === "keep") {
    ctx.note(`the firewall of instance ${instance} stays as it is`);
    return;
  }
  const now = (await firewall.rules(ctx, { fresh: true })).map(toRule);
  const spared = othersOf(ctx, instance);
  const removed = managed(now, set).map((rule) => canonicalCidr(rule.ip));
  const left = removed.filter((ip) => !spared.has(ip));
  const wanted = set.onDelete === "open" && set.mode !== "merge" ? [defaultRule] : [];
  const changes = delta(now, wanted, left);
  if (changes.length === 0) return;
  await firewall.change(changes, ctx);
  await untilInForce(ctx, firewall, wanted, left);
}

/** The networks that other sets of this run declare on the instance. */
function othersOf(ctx: Ctx, instance: string): Set<string> {
  const others = [...declaredSets(ctx, instance)].filter(([urn]) => urn !== ctx.urn);
  return new Set(others.flatMap(([, set]) => set.rules.map((rule) => canonicalCidr(rule.ip))));
}

async function untilInForce(
  ctx: Ctx,
  firewall: Firewall,
  wanted: readonly RuleValues[],
  removed: readonly string[],
): Promise<void> {
  await waitFor({
    ...ctx,
    what: "the firewall rules",
    poll: async () => {
      const now = (await firewall.rules(ctx, { fresh: true })).map(toRule);
      const left = delta(now, wanted, removed).length;
      return left === 0 ? { done: undefined } : { waiting: `${left} not in force yet` };
    },
  });
}
