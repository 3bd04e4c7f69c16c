// `firewallRuleSet.ts` and `writes.ts` ask which rules a set owns, and which sets of a run clash. A set that is made or
// grows must not overwrite others' rules without `takeOver`: other stacks may need these. Texts may change.
import type { Sharing } from "../../framework/kind/context";
import { nameOf } from "../../framework/kind/tokens";
import { hasUnknown } from "../../framework/kind/values";
import type { Ctx } from "../shared/ctx";
import type { FirewallValues, RuleValues } from "./rules";
import { agreeInWords, byNetwork, canonicalNetwork, defaultRule, listed, networksOf, sameRule } from "./rules";

/** The topic under which a run keeps the rule sets that the program declares on one instance, by URN. */
const setsOf = (instance: string): string => `firewall sets of ${instance}`;

const setsInProgram = (run: Sharing, instance: string) =>
  run.recall(setsOf(instance)) as ReadonlyMap<string, Pick<FirewallValues, "mode" | "rules">>;

const othersInProgram = (run: Sharing, instance: string) =>
  [...setsInProgram(run, instance)].filter(([urn]) => urn !== run.urn);

/** The topic under which a run keeps the networks that it saw in the state of a set of the instance. */
const networksInState = (instance: string): string => `networks of ${instance} in state`;

/** Records a set, and explains why it cannot share the instance with the sets recorded before. */
export function explainSetConflict(run: Sharing, instance: string, { mode = "exclusive", rules }: FirewallValues) {
  run.tell(setsOf(instance), run.urn ?? "", { mode, rules });
  for (const [urn, other] of othersInProgram(run, instance)) {
    const name = nameOf(urn);
    if (mode === "exclusive" || other.mode === "exclusive")
      return `a set with the mode "exclusive" must be the only firewall rule set of its instance, but the set ${name} belongs to this instance too. Use the mode "merge" for both sets, or keep only one set`;
    const theirs = byNetwork(other.rules);
    const both = rules.filter((rule) => {
      const their = theirs.get(canonicalNetwork(rule.ip));
      return their !== undefined && !(sameRule(their, rule) && agreeInWords(their, rule));
    });
    if (both.length > 0)
      return `this set and the set ${name} declare different rules for ${both.map((rule) => rule.ip).join(", ")}. Declare the same rule in both sets, or keep the rule in only one set`;
  }
  return undefined;
}

/** Records the networks of a set in state. Another set of this run may take over their rules: no stranger has them. */
export function rememberSet(run: Sharing, instance: string, { rules = [] }: Partial<FirewallValues>): void {
  for (const network of networksOf(rules)) run.tell(networksInState(instance), network);
}

/** The topic under which a run keeps the networks whose rules its sets take away from an instance. */
const networksTakenAway = (instance: string): string => `networks removed from ${instance}`;

/** Records the networks whose rules the next change takes away. Another set may be compared before that change. */
export function rememberTakenAway(run: Sharing, instance: string, networks: Iterable<string>): void {
  for (const network of networks) run.tell(networksTakenAway(instance), network);
}

/** The networks of this set whose rules another set takes away, because its update may not have known this set. */
export function takenAwayFrom(run: Sharing, instance: string, rules: readonly RuleValues[]): string[] {
  const gone = run.recall(networksTakenAway(instance));
  return rules.map(({ ip }) => ip).filter((ip) => gone.has(canonicalNetwork(ip)));
}

/** True when this run declares the set. If such a set is deleted, it was replaced: the new one manages its rules. */
export const isInProgram = (run: Sharing, instance: string): boolean => setsInProgram(run, instance).has(run.urn ?? "");

/** The networks that sets of this run declare. No removal may touch these networks. */
export const networksInProgram = (run: Sharing, instance: string): Set<string> =>
  networksOf([...setsInProgram(run, instance).values()].flatMap(({ rules }) => rules));

/** Returns the rules in force that the set owns. */
export function managedRules(now: readonly RuleValues[], set: Partial<FirewallValues>): RuleValues[] {
  if (set.mode === "merge") {
    const own = networksOf(set.rules ?? []);
    return now.filter((rule) => own.has(canonicalNetwork(rule.ip)));
  }
  const left = new Set((set.unmanaged ?? []).map(canonicalNetwork));
  return now.filter((rule) => !left.has(canonicalNetwork(rule.ip)));
}

/** Explains which rules of others a set would overwrite, when it is made or when it owns more than `before`. */
export function explainConflict(
  run: Sharing,
  instance: string,
  now: readonly RuleValues[],
  set: FirewallValues,
  before: Partial<FirewallValues>,
): string | undefined {
  if (set.takeOver || before.mode === "exclusive") return undefined;
  const ours = new Set([...networksOf(before.rules ?? []), ...run.recall(networksInState(instance)).keys()]);
  const wanted = byNetwork(set.rules);
  const foreign = managedRules(now, set).filter((rule) => {
    const network = canonicalNetwork(rule.ip);
    if (ours.has(network) || sameRule(wanted.get(network), rule)) return false;
    return set.mode === "merge" || !sameRule(rule, defaultRule);
  });
  if (foreign.length === 0) return undefined;
  return set.mode === "merge"
    ? `for some networks of this set, the instance already has rules with other values. The existing rules are: ${listed(foreign)}. Declare the existing rules as they are, or set takeOver: true to replace the existing rules`
    : `the instance already has rules that this set does not declare: ${listed(foreign)}. To keep the rules, declare these rules, or list their networks in the input "unmanaged". To remove the rules, set takeOver: true`;
}

/** Names the rules that were in force before a new merge set declared them, without the rules of other sets. */
export function noteTakenOver(ctx: Ctx, instance: string, now: readonly RuleValues[], set: FirewallValues): void {
  if (set.mode !== "merge") return;
  const ofOthers = networksOf(othersInProgram(ctx.run, instance).flatMap(([, { rules }]) => rules));
  const before = ctx.run.recall(networksInState(instance));
  const wanted = byNetwork(set.rules);
  const found = now.filter((rule) => {
    const network = canonicalNetwork(rule.ip);
    return !ofOthers.has(network) && !before.has(network) && sameRule(wanted.get(network), rule);
  });
  if (found.length === 0) return;
  const networks = found.map(({ ip }) => ip).join(", ");
  ctx.say.note(
    `the instance already has the declared rules for these networks: ${networks}. From now on, this set manages the networks. A network is closed when you remove its rule from the set, or remove the set`,
  );
}

/** Names the networks whose rules `up` adds, changes or removes; in a refresh, those that were changed outside. */
export function noteChangedRules(ctx: Ctx, state: Partial<FirewallValues>, args: FirewallValues): void {
  if (hasUnknown(args.rules)) return;
  const [declared, seen] = [networksOf(args.rules), networksOf(state.rules ?? [])];
  const opened = (state.rules ?? []).map(({ ip }) => ip).filter((ip) => !declared.has(canonicalNetwork(ip)));
  const closed = args.rules.map(({ ip }) => ip).filter((ip) => !seen.has(canonicalNetwork(ip)));
  const isOpen = opened.length > 0 && args.mode !== "merge";
  if (ctx.run.inProgram) {
    const before = byNetwork(state.rules ?? []);
    const isChanged = (rule: RuleValues) => !sameRule(before.get(canonicalNetwork(rule.ip)) ?? rule, rule);
    const changed = args.rules.filter(isChanged).map(({ ip }) => ip);
    const all = { adds: closed, changes: changed, removes: isOpen ? opened : [] };
    const said = Object.entries(all).filter(([, ips]) => ips.length > 0);
    const texts = said.map(([verb, ips]) => `${verb} the rules of ${ips.join(", ")}`);
    if (texts.length > 0) ctx.say.note(texts.join("; "));
    return;
  }
  // After an unfinished update, state holds old and new rules, and nobody has looked at the instance.
  if (ctx.kept.pending) return;
  if (isOpen)
    ctx.say.warn(`the instance has undeclared rules for ${opened.join(", ")}; pulumi up --refresh removes these rules`);
  if (closed.length > 0)
    ctx.say.warn(
      `the instance lacks the declared rules for ${closed.join(", ")}; pulumi up --refresh adds these rules`,
    );
}
