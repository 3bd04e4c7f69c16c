import type { Client } from "../api";
import type { Context } from "../framework/definition";
import { byNetwork, defaultRule, listed, networkOf, networksOf, type RuleValues, sameRule } from "./firewall-rules";
import type { FirewallValues } from "./firewallRuleSet";

type Ctx = Context<Client>;

/** A set as the program declares it, and whether this run made it. */
interface Declared extends Pick<FirewallValues, "mode" | "rules"> {
  made: boolean;
}

/** The rule sets that the program declares on one instance, by URN. */
function declaredSets(ctx: Ctx, instance: string): Map<string, Declared> {
  return ctx.shared(`firewall sets of ${instance}`, () => new Map());
}

/** The networks that this run saw in the state of a set of the instance. */
function networksInState(ctx: Ctx, instance: string): Set<string> {
  return ctx.shared(`firewall networks of ${instance} in state`, () => new Set());
}

/** The networks whose rules this run took away by removing a set. */
function networksTaken(ctx: Ctx, instance: string): Set<string> {
  return ctx.shared(`firewall networks of ${instance} taken away`, () => new Set());
}

/** Enters a set among those of its instance; why it cannot stand beside the others, or undefined. */
export function declareSet(
  ctx: Ctx,
  instance: string,
  { mode = "exclusive", rules }: FirewallValues,
): string | undefined {
  const sets = declaredSets(ctx, instance);
  const others = [...sets].filter(([urn]) => urn !== ctx.urn);
  const urn = ctx.urn ?? "";
  sets.set(urn, { mode, rules, made: sets.get(urn)?.made ?? false });
  for (const [otherUrn, other] of others) {
    const name = otherUrn.split("::").at(-1);
    if (mode === "exclusive" || other.mode === "exclusive") {
      return `an exclusive set is alone on its instance, and "${name}" is another one: use merge for both, or one set`;
    }
    const theirs = byNetwork(other.rules);
    const both = rules.filter((rule) => {
      const their = theirs.get(networkOf(rule.ip));
      return their !== undefined && !sameRule(their, rule);
    });
    if (both.length > 0) return `${both.map((rule) => rule.ip).join(", ")} is declared otherwise by "${name}"`;
  }
  return undefined;
}

/** Remembers that this run makes the set, anew or in the place of one of the same URN. */
export function makeSet(ctx: Ctx, instance: string): void {
  const set = declaredSets(ctx, instance).get(ctx.urn ?? "");
  if (set !== undefined) set.made = true;
}

/** Remembers the rules of a set in state: where another set takes one of them over in the same run, it is no stranger's. */
export function rememberSet(ctx: Ctx, instance: string, { rules = [] }: Partial<FirewallValues>): void {
  for (const network of networksOf(rules)) networksInState(ctx, instance).add(network);
}

/** Remembers that removing a set takes these networks' rules away. */
export function takeAway(ctx: Ctx, instance: string, networks: Iterable<string>): void {
  for (const network of networks) networksTaken(ctx, instance).add(network);
}

/**
 * Whether this run has already taken a rule of this set away. The engine begins with what an earlier run has replaced and
 * had no time to delete, before any program tells which of its rules have a new owner: that one must put them back.
 */
export function isTaken(ctx: Ctx, instance: string, { rules = [] }: Partial<FirewallValues>): boolean {
  const taken = networksTaken(ctx, instance);
  return [...networksOf(rules)].some((network) => taken.has(network));
}

/**
 * The networks that no removal may touch: those that other sets of this run declare, and those of the set that this run
 * has made in the place of the one that goes.
 */
export function sparedBy(ctx: Ctx, instance: string): Set<string> {
  const sets = [...declaredSets(ctx, instance)].filter(([urn, { made }]) => urn !== ctx.urn || made);
  return networksOf(sets.flatMap(([, { rules }]) => rules));
}

/** Of the rules in force, those that the set owns. */
export function managed(now: readonly RuleValues[], set: Partial<FirewallValues>): RuleValues[] {
  if (set.mode === "merge") {
    const own = networksOf(set.rules ?? []);
    return now.filter((rule) => own.has(networkOf(rule.ip)));
  }
  const left = new Set((set.unmanaged ?? []).map(networkOf));
  return now.filter((rule) => !left.has(networkOf(rule.ip)));
}

/**
 * The rules of others that stand in the way of a set that is made, or that changes what it owns (`before`): they are
 * never overwritten silently.
 */
export function conflictOf(
  ctx: Ctx,
  instance: string,
  now: readonly RuleValues[],
  set: FirewallValues,
  before: Partial<FirewallValues> | undefined,
): string | undefined {
  if (set.takeOver || before?.mode === "exclusive") return undefined;
  const ours = new Set([...networksOf(before?.rules ?? []), ...networksInState(ctx, instance)]);
  const wanted = byNetwork(set.rules);
  const foreign = managed(now, set).filter((rule) => {
    const network = networkOf(rule.ip);
    if (ours.has(network) || sameRule(wanted.get(network), rule)) return false;
    return set.mode === "merge" || !sameRule(rule, defaultRule);
  });
  if (foreign.length === 0) return undefined;
  return set.mode === "merge"
    ? `there are other rules for these networks already: ${listed(foreign)}; declare them as they are, or add takeOver: true`
    : `there are rules that the set does not declare: ${listed(foreign)}; declare them, name them in unmanaged, or add takeOver: true`;
}
