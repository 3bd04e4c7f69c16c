import type { Client } from "../../api";
import type { Context } from "../../framework/definition";
import { nameOf } from "../shared/refusals";
import {
  byNetwork,
  canonicalNetwork,
  defaultRule,
  type FirewallValues,
  listed,
  networksOf,
  type RuleValues,
  sameRule,
} from "./rules";

type Ctx = Context<Client>;

/** What a run keeps of a set that the program declares. */
type SetInProgram = Pick<FirewallValues, "mode" | "rules">;

/** The topic under which a run keeps the rule sets that the program declares on one instance, by URN. */
const setsOf = (instance: string): string => `firewall sets of ${instance}`;

const setsInProgram = (ctx: Ctx, instance: string) => ctx.recall(setsOf(instance)) as ReadonlyMap<string, SetInProgram>;

/** The topic under which a run keeps the networks that it saw in the state of a set of the instance. */
const networksInState = (instance: string): string => `firewall networks of ${instance} in state`;

/**
 * Records a set among those of its instance; explains why it cannot share the instance with them, or returns undefined.
 */
export function explainSetConflict(
  ctx: Ctx,
  instance: string,
  { mode = "exclusive", rules }: FirewallValues,
): string | undefined {
  const others = [...setsInProgram(ctx, instance)].filter(([urn]) => urn !== ctx.urn);
  ctx.tell(setsOf(instance), ctx.urn ?? "", { mode, rules });
  for (const [urn, other] of others) {
    const name = nameOf(urn);
    if (mode === "exclusive" || other.mode === "exclusive") {
      return `an exclusive set must be the only set of its instance, and ${name} is another one: use merge for both, or one set`;
    }
    const theirs = byNetwork(other.rules);
    const both = rules.filter((rule) => {
      const their = theirs.get(canonicalNetwork(rule.ip));
      return their !== undefined && !sameRule(their, rule);
    });
    if (both.length > 0)
      return `${name} declares another rule for ${both.map((rule) => rule.ip).join(", ")}: declare the same in both, or in one of the two`;
  }
  return undefined;
}

/**
 * Records the networks of a set in state: another set that takes one of them over in the same run does not meet a rule
 * of strangers.
 */
export function rememberSet(ctx: Ctx, instance: string, { rules = [] }: Partial<FirewallValues>): void {
  for (const network of networksOf(rules)) ctx.tell(networksInState(instance), network);
}

/**
 * Whether this run declares the set on the instance. A set that is removed then was replaced, in this run or in one
 * that had no time to remove it, and the set in its place has the same firewall.
 */
export function isInProgram(ctx: Ctx, instance: string): boolean {
  return setsInProgram(ctx, instance).has(ctx.urn ?? "");
}

/** The networks that sets of this run declare: no removal may touch them. */
export function networksInProgram(ctx: Ctx, instance: string): Set<string> {
  return networksOf([...setsInProgram(ctx, instance).values()].flatMap(({ rules }) => rules));
}

/** Returns those of the rules in force that the set owns. */
export function managedRules(now: readonly RuleValues[], set: Partial<FirewallValues>): RuleValues[] {
  if (set.mode === "merge") {
    const own = networksOf(set.rules ?? []);
    return now.filter((rule) => own.has(canonicalNetwork(rule.ip)));
  }
  const left = new Set((set.unmanaged ?? []).map(canonicalNetwork));
  return now.filter((rule) => !left.has(canonicalNetwork(rule.ip)));
}

/**
 * Explains which rules of others stand in the way of a set that is made, or that changes what it owns (`before`). Rules
 * of others are never overwritten silently.
 */
export function explainConflict(
  ctx: Ctx,
  instance: string,
  now: readonly RuleValues[],
  set: FirewallValues,
  before: Partial<FirewallValues> | undefined,
): string | undefined {
  if (set.takeOver || before?.mode === "exclusive") return undefined;
  const ours = new Set([...networksOf(before?.rules ?? []), ...ctx.recall(networksInState(instance)).keys()]);
  const wanted = byNetwork(set.rules);
  const foreign = managedRules(now, set).filter((rule) => {
    const network = canonicalNetwork(rule.ip);
    if (ours.has(network) || sameRule(wanted.get(network), rule)) return false;
    return set.mode === "merge" || !sameRule(rule, defaultRule);
  });
  if (foreign.length === 0) return undefined;
  return set.mode === "merge"
    ? `there are other rules for these networks already: ${listed(foreign)}; declare them as they are, or add takeOver: true`
    : `there are rules that the set does not declare: ${listed(foreign)}; declare them, name them in unmanaged, or add takeOver: true`;
}
