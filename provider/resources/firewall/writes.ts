// `firewallRuleSet.ts` calls `write`, `removeSet` and `inForce`. `onSent` must hold the sent rules in state, because
// they may come into force after a failed run. The id `<instance>/firewall` must stay, because states hold it.
import { type Firewall, isApiError, type FirewallRule as WireRule, waitFor } from "../../api";
import type { Saying } from "../../framework/kind/context";
import type { Calling, Ctx } from "../shared/ctx";
import { idsOf } from "../shared/ids";
import type { Place } from "../shared/partKind";
import { throwIfRefused } from "../shared/refusals";
import {
  byNetwork,
  canonicalNetwork,
  defaultRule,
  delta,
  type FirewallValues,
  lacksNetworks,
  networksOf,
  type RuleValues,
  sameRule,
  toRule,
  wireRule,
} from "./rules";
import { explainConflict, isInProgram, managedRules, networksInProgram, rememberTakenAway } from "./sets";

export const firewallIds = idsOf("FirewallRuleSet", "<instance>/firewall");

/** The target of a change of the firewall. */
interface Target {
  wanted: readonly RuleValues[];
  /** The rules in force that go unless they are wanted, or another set of the program declares them. */
  owned(now: readonly RuleValues[]): readonly RuleValues[];
  /** The rules that an earlier run may have sent for this set, whether or not they are in force. */
  sent: readonly RuleValues[];
  /** The rules whose removal a preview tells. */
  told: readonly RuleValues[];
  /** Called before a change is sent. Explains why the change must not be sent. */
  explainConflict?(now: readonly RuleValues[]): string | undefined;
  /** Called when the service may have accepted a change, which then comes into force even if this run fails. */
  onSent?(): void;
}

/**
 * Changes the rules from `now` to the target with one PATCH, and returns the rules once they are in force. An earlier
 * change may come into force unseen meanwhile, so the rules are compared again after each change.
 */
async function changeRules(ctx: Ctx, at: Place, target: Target, now: readonly RuleValues[]) {
  const { wanted, sent } = target;
  const wantedNetworks = networksOf(wanted);
  const removed = (rules: readonly RuleValues[]) => {
    const spared = networksInProgram(ctx.run, at.instance);
    return [...networksOf(target.owned(rules))].filter((network) => !spared.has(network));
  };
  let seen = now;
  let barrier = ctx.kept.pending ? barrierOf(target, removed([...now, ...sent]), now) : [];
  for (let isFirst = true; ; isFirst = false) {
    const found = delta(seen, wanted, removed(seen), isFirst);
    const differs = networksOf(found);
    const changes = [...found, ...barrier.filter(({ ip }) => !differs.has(canonicalNetwork(ip)))];
    if (changes.length === 0) return seen;
    throwIfRefused(ctx.call, target.explainConflict?.(seen));
    const empty = changes.filter(isEmpty);
    noteStrangers(ctx.say, empty, seen, target.told);
    const gone = [...networksOf(empty)].filter((network) => !wantedNetworks.has(network));
    rememberTakenAway(ctx.run, at.instance, gone);
    await send(ctx.call, at.api.firewall, changes, target);
    seen = await waitForRules(ctx.call, at, wanted, networksOf(changes));
    barrier = [];
  }
}

/**
 * Returns the barrier: rules to send, although nothing differs, after a run that did not see the end of its change. The
 * service accepts them only after that end. They are empty rules of networks to remove, or else an existing rule.
 */
function barrierOf({ wanted, sent }: Target, removed: string[], now: readonly RuleValues[]): WireRule[] {
  const then = networksOf(wanted);
  const empty = sent
    .filter(({ ip }) => removed.includes(canonicalNetwork(ip)) && !then.has(canonicalNetwork(ip)))
    .map(({ ip }) => wireRule({ ip }));
  if (empty.length > 0) return empty;
  // The rule keeps its spelling on the service, because another spelling would make a second rule.
  const there = byNetwork(now);
  const spelled = ({ ip }: RuleValues) => there.get(canonicalNetwork(ip))?.ip ?? ip;
  return wanted.slice(0, 1).map((rule) => wireRule({ ...rule, ip: spelled(rule) }));
}

async function send(call: Calling, firewall: Firewall, changes: WireRule[], { onSent }: Target): Promise<void> {
  try {
    await firewall.change(changes, call);
  } catch (error) {
    if (!isRefusal(error)) onSent?.();
    throw error;
  }
  onSent?.();
}

/** True when the service has certainly not made the change: its only attempt was answered with a clear refusal. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) && error.attempts === 1 && ["invalid", "forbidden", "notFound", "conflict"].includes(error.kind);

/** How many milliseconds a changed description is waited for. The service need not show descriptions at all. */
const describedMs = 60_000;

/** Waits until the sent rules are in force. An earlier change may have undone other rules, which are sent next. */
async function waitForRules(
  call: Calling,
  { instance, api: { firewall } }: Place,
  wanted: readonly RuleValues[],
  sent: ReadonlySet<string>,
): Promise<readonly RuleValues[]> {
  const asked = wanted.filter(({ ip }) => sent.has(canonicalNetwork(ip)));
  const then = networksOf(asked);
  const gone = [...sent].filter((network) => !then.has(network));
  const describedBy = call.clock.now() + describedMs;
  return waitFor<readonly RuleValues[]>(call, `the firewall of instance ${instance}`, async () => {
    const now = await inForce(call, firewall);
    const left = delta(now, asked, gone, call.clock.now() < describedBy);
    return left.length === 0 ? { done: now } : { waiting: describeLeft(left, now) };
  });
}

/** Says how many changes of rules are not in force yet, by what each change does. */
function describeLeft(left: readonly WireRule[], now: readonly RuleValues[]): string {
  const there = networksOf(now);
  const actOf = (rule: WireRule) =>
    isEmpty(rule) ? "remove" : there.has(canonicalNetwork(rule.ip)) ? "change" : "add";
  const parts = ["add", "change", "remove"].flatMap((act) => {
    const count = left.filter((rule) => actOf(rule) === act).length;
    return count === 0 ? [] : [`${act} ${count} ${count === 1 ? "rule" : "rules"}`];
  });
  return `the service still has to ${parts.join(" and ")}`;
}

/** Reads the rules in force, twice where one of `known` is missing: a rule that a wrong list hides would be lost. */
export async function inForce(call: Calling, firewall: Firewall, known: readonly RuleValues[] = []) {
  const look = async () => (await firewall.rules(call, { fresh: true })).map(toRule);
  const now = await look();
  return lacksNetworks(now, known) ? look() : now;
}

/**
 * Writes the rules of a set, waits until they are in force, and returns the rules from before. Throws rather than
 * overwrite rules of others, also those that come while an earlier change of this set waits for its turn.
 */
export async function write(ctx: Ctx, at: Place, set: FirewallValues, before: Partial<FirewallValues>) {
  const known = before.rules ?? [];
  const now = await inForce(ctx.call, at.api.firewall, known);
  const narrowed = set.mode === "merge" && before.rules !== undefined && before.mode !== "merge";
  // A set whose state says `exclusive` may take away every rule. Until a new set is finished, its state does not say so,
  // and the next run looks for rules of others, too.
  const isNewlyExclusive = set.mode === "exclusive" && before.mode === undefined && !set.takeOver;
  const target: Target = {
    wanted: set.rules,
    owned(seen) {
      // The state of an exclusive set does not tell what it owns: a refresh may have added rules of others.
      if (set.mode === "exclusive") return managedRules(seen, set);
      return narrowed ? [] : known;
    },
    sent: known,
    told: known,
    explainConflict: (seen) => explainConflict(ctx.run, at.instance, seen, set, before),
    onSent: () =>
      ctx.kept.hold(at.id, {
        rules: [...byNetwork([...known, ...set.rules]).values()],
        ...(isNewlyExclusive && { mode: null }),
      }),
  };
  const seen = await changeRules(ctx, at, target, now);
  const wanted = networksOf(set.rules);
  const stays = narrowed ? managedRules(seen, before).filter(({ ip }) => !wanted.has(canonicalNetwork(ip))) : [];
  if (stays.length > 0)
    ctx.say.note(
      `the rules of ${ips(stays)} stay as they are, because a set with the mode "merge" owns only the networks in its input "rules"`,
    );
  return now;
}

/** Names the rules that are taken away, without `known`, which a preview has named. */
function noteStrangers(say: Saying, gone: WireRule[], now: readonly RuleValues[], known: readonly RuleValues[]): void {
  const own = networksOf(known);
  const strangers = now.filter(
    (rule) =>
      gone.some(({ ip }) => ip === rule.ip) && !own.has(canonicalNetwork(rule.ip)) && !sameRule(rule, defaultRule),
  );
  if (strangers.length > 0) say.note(`removes the rules of ${ips(strangers)}`);
}

/** True for a rule that takes away the rule of its network. */
const isEmpty = ({ services, ports }: WireRule): boolean => services.length + ports.length === 0;

const ips = (rules: readonly RuleValues[]): string => rules.map(({ ip }) => ip).join(", ");

/** Removes a set. A `merge` set takes its own rules away; an `exclusive` set does what `onDelete` says. */
export async function removeSet(ctx: Ctx, at: Place, set: Partial<FirewallValues>): Promise<void> {
  const isMerge = set.mode === "merge";
  if (!isMerge && ((set.onDelete ?? "keep") === "keep" || isInProgram(ctx.run, at.instance))) {
    ctx.say.note(`the firewall of instance ${at.instance} stays as it is`);
    return;
  }
  const known = set.rules ?? [];
  const target: Target = {
    wanted: set.onDelete === "open" && !isMerge ? [defaultRule] : [],
    owned: (seen) => managedRules(seen, set),
    sent: known,
    // Another set, which this run does not meet, may still declare a network of a merge set.
    told: isMerge ? [] : known,
  };
  await changeRules(ctx, at, target, await inForce(ctx.call, at.api.firewall, known));
}
