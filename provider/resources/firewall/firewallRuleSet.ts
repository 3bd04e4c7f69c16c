// `resources/index.ts` exports the file; `rules.ts`, `sets.ts` and `writes.ts` do the work. A new argument goes into
// `FirewallRuleSetArgs`, `schema` and `FirewallValues`. While `pending`, after an unfinished run, a read must keep the
// state's rules, because sent rules show only once they are in force.
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { askOutput } from "../../ask/ask";
import { CustomResource, isInstanceOf, type Outputs } from "../../dynamic/resource";
import type { Rule } from "../../framework/kind/definition";
import { field, inputsOf, ofText } from "../../framework/kind/marks";
import { hasUnknown } from "../../framework/kind/values";
import type { Agrees } from "../shared/agrees";
import { askInstance, type OnInstanceArgs, type OnInstanceOutputArgs } from "../shared/askInstance";
import { type ChildArgs, childShape, partSuper } from "../shared/child";
import { canonicalCidr, explainBadNetwork } from "../shared/cidr";
import { readCall } from "../shared/ctx";
import { partKind } from "../shared/partKind";
import { failuresOf } from "../shared/refusals";
import { textWithout } from "../shared/texts";
import type { FirewallValues } from "./rules";
import { differInNothing, lacksNetworks, ruleMarks, services, toRule, withDescriptions } from "./rules";
import { explainSetConflict, managedRules, noteChangedRules, noteTakenOver, rememberSet, takenAwayFrom } from "./sets";
import { firewallIds, inForce, removeSet, write } from "./writes";

/** A service that a rule can open. */
export type FirewallService =
  | "AMQP"
  | "AMQPS"
  | "HTTPS"
  | "MQTT"
  | "MQTTS"
  | "STOMP"
  | "STOMPS"
  | "STREAM"
  | "STREAM_SSL";

/** What one network may reach. */
export interface FirewallRuleArgs {
  /** The network in CIDR form, IPv4 or IPv6; `0.0.0.0/0` is everybody. A network has one rule. */
  ip: pulumi.Input<string>;
  /** Services that the network may use, in any order. A rule needs services, ports or both. Left out: none. */
  services?: pulumi.Input<pulumi.Input<FirewallService>[]>;
  /** Ports that the network may use beside those of `services`, 1 to 65535, in any order. Left out: none. */
  ports?: pulumi.Input<pulumi.Input<number>[]>;
  /** The purpose of the rule, for people. Left out: none is sent, and one that stands there is not compared. */
  description?: pulumi.Input<string>;
}

/** What a {@link FirewallRuleSet} is made from. */
export interface FirewallRuleSetArgs extends ChildArgs {
  /**
   * The rules, in any order, one for each network. Any change is one PATCH of what differs, without downtime for
   * networks that are allowed before and after. An empty list in an `exclusive` set lets only the networks in
   * `unmanaged` connect.
   */
  rules: pulumi.Input<pulumi.Input<FirewallRuleArgs>[]>;
  /**
   * `exclusive`: the set owns all rules of the instance, except those of the networks in `unmanaged`. `merge`: the set
   * owns only the networks that it lists, and never touches another one. Changed in place. A change from `exclusive` to
   * `merge` leaves the rules that are not listed, with a line that names them. Left out: `exclusive`.
   */
  mode?: pulumi.Input<"exclusive" | "merge">;
  /**
   * Networks whose rules belong to somebody else, such as those that a peering or VPC Connect adds. Only with
   * `exclusive`. Changed in place. Left out: none.
   */
  unmanaged?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * True when other rules may be replaced when the set is made: rules that are neither declared nor the service's
   * `Default`. A change sends nothing. Left out: false, which fails and lists these rules.
   */
  takeOver?: pulumi.Input<boolean>;
  /**
   * What removing an `exclusive` set does: `keep` leaves the rules, `close` takes all of them away, `open` goes back to
   * the rule of a new instance. A `merge` set always takes its own rules away. A change sends nothing. Left out:
   * `keep`.
   */
  onDelete?: pulumi.Input<"keep" | "close" | "open">;
}

const network = textWithout(explainBadNetwork);

const port = z.number().int("must be a whole number").min(1, "must be 1 or more").max(65535, "must be 65535 or less");

const schema = inputsOf(() => ({
  ...childShape,
  rules: field(
    z.array(
      z.object({
        ip: network,
        services: z.array(z.enum(services)).optional(),
        ports: z.array(port).optional(),
        description: z.string().min(1, "must not be empty: give a text, or leave this input out").optional(),
      }),
    ),
    ruleMarks,
  ),
  mode: field(z.enum(["exclusive", "merge"]).optional(), { default: "exclusive" }),
  unmanaged: field(z.array(network).optional(), { set: true, default: [], normal: ofText(canonicalCidr) }),
  takeOver: field(z.boolean().optional(), { local: true }),
  onDelete: field(z.enum(["keep", "close", "open"]).optional(), { local: true }),
}));

const rules: readonly Rule<FirewallValues>[] = [
  {
    needs: ["rules"],
    refuses({ rules }) {
      const networks = rules.map((rule) => canonicalCidr(rule.ip));
      const twice = networks.filter((each, i) => networks.indexOf(each) !== i);
      if (twice.length > 0)
        return `has several rules for the network ${twice.join(", ")}: put the services and ports of these rules into one rule`;
      const empty = rules.filter((rule) => !rule.services?.length && !rule.ports?.length).map((rule) => rule.ip);
      return empty.length > 0
        ? `has an empty rule for the network ${empty.join(", ")}: add services or ports to this rule`
        : undefined;
    },
  },
  {
    needs: ["unmanaged", "mode"],
    refuses: ({ mode, unmanaged }) =>
      mode === "merge" && unmanaged?.length > 0
        ? 'this property works only with the mode "exclusive": remove this property. With the mode "merge", a rule set never touches the rules of other networks'
        : undefined,
  },
  {
    needs: ["onDelete", "mode"],
    refuses: ({ mode, onDelete }) =>
      mode === "merge" && onDelete !== undefined
        ? 'this property works only with the mode "exclusive": remove this property. With the mode "merge", a delete removes the rules of this resource, except the rules that another resource declares'
        : undefined,
  },
  {
    needs: ["unmanaged", "rules"],
    refuses({ rules, unmanaged = [] }) {
      const left = new Set(unmanaged.map(canonicalCidr));
      const both = rules.map((rule) => rule.ip).filter((ip) => left.has(canonicalCidr(ip)));
      return both.length > 0
        ? `the network ${both.join(", ")} is in this list, but also has a rule in the input "rules". Remove the network from the input "unmanaged" or from the input "rules"`
        : undefined;
    },
  },
];

const firewallRuleSetDefinition = partKind<FirewallValues, FirewallValues, typeof firewallIds>({
  type: "FirewallRuleSet",
  ids: firewallIds,
  schema,
  rules,
  // If a run took the rules of an unfinished create away again, everybody could be locked out.
  leaves: ({ mode }) => (mode === "merge" ? undefined : ""),

  async offered(ctx, args) {
    if ([args.instance, args.rules, args.mode].some(hasUnknown)) return [];
    return failuresOf("rules", explainSetConflict(ctx.run, args.instance, args));
  },

  decide(ctx, id, state, args, compared) {
    const { instance } = firewallIds.parse(id);
    rememberSet(ctx.run, instance, state);
    const isSame = !hasUnknown(args.rules) && differInNothing(state.rules ?? [], args.rules);
    const found = { ...compared, changed: compared.changed.filter((name) => name !== "rules" || !isSame) };
    const isChanged = found.changed.includes("rules");
    if (isChanged) noteChangedRules(ctx, state, args);
    if (isChanged || hasUnknown(args.rules)) return found;
    const gone = takenAwayFrom(ctx.run, instance, args.rules);
    if (gone.length === 0) return found;
    ctx.say.note(
      `another FirewallRuleSet of this run closed these networks, so this FirewallRuleSet opens the networks again: ${gone.join(", ")}`,
    );
    return { ...found, changed: [...found.changed, "rules"] };
  },

  explainRefusal: (ctx, args) => explainSetConflict(ctx.run, args.instance, args),

  async create(turn, at, args) {
    noteTakenOver(turn, at.instance, await write(turn, at, args, {}), args);
  },

  async read(ctx, { api: { firewall } }, state) {
    const call = readCall(ctx);
    const seen = (await firewall.rules(call)).map(toRule);
    // Rules show only once they are in force: state must keep what was sent, or nobody would take it away.
    if (ctx.kept.pending) return {};
    // A single wrong list must not take a rule out of the state, because no run would remove that rule then.
    const now = lacksNetworks(seen, state.rules ?? []) ? await inForce(call, firewall) : seen;
    return { rules: withDescriptions(managedRules(now, state), state.rules) };
  },

  async update(turn, at, args, state) {
    await write(turn, at, args, state);
    return { rules: args.rules, mode: args.mode, unmanaged: args.unmanaged };
  },

  delete: removeSet,
});

/**
 * The firewall of a broker: which networks may reach it, and which services and ports each network may use. A set
 * manages all rules of the instance, or only the rules of some networks.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * const firewall = new broker.FirewallRuleSet("firewall", {
 *   instance: 123,
 *   rules: [
 *     { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] },
 *     { ip: "203.0.113.7/32", ports: [5671] },
 *   ],
 *   unmanaged: ["10.56.72.0/24"],
 * });
 * ```
 *
 * A new broker lets everybody in: its only rule is `Default`, for `0.0.0.0/0`. A set without `mode: "merge"` replaces
 * this rule by yours. A set with `mode: "merge"` keeps the rule `Default`, so that everybody may still connect.
 *
 * Any change is one PATCH of the rules that differ, so at every moment a network that is allowed before and after stays
 * allowed. The resource waits until the service shows the rules. Changing the instance replaces the set. Take over an
 * existing set by declaring the same rules, with `takeOver`, or with `{ import: "<instance>/firewall" }`.
 *
 * A rule can move from one `merge` set to another, and change, in one run. The engine may update the old set before the
 * new one, so the rule may be missing for a moment. To avoid that, declare the rule in both sets first, and take it out
 * of the old set in the next run.
 *
 * A run that runs out of time keeps what it sent in the state, and the next run waits for it. A process that is killed
 * while a change is under way cannot do so: run `up` again. If you undo the change of a `merge` set in the program
 * instead, check whether one of its rules came into force. No set owns that rule.
 *
 * @category Who may connect, and under which name
 */
export class FirewallRuleSet extends CustomResource {
  /** The rules that the set manages, as last seen. */
  declare readonly rules: pulumi.Output<{ ip: string; services?: string[]; ports?: number[]; description?: string }[]>;

  /**
   * @throws at preview: an invalid network, service or port, one network twice, two sets that cannot share an instance.
   * In `up`: rules of others that stand in the way.
   */
  constructor(name: string, args: FirewallRuleSetArgs, opts?: pulumi.CustomResourceOptions) {
    super(...partSuper<Agrees<FirewallRuleSetArgs, typeof schema>>(firewallRuleSetDefinition, name, args, opts));
  }

  /** Reads all the rules of an instance, by the id `<instance>/firewall`. Fails when there is no such instance. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): FirewallRuleSet {
    return new FirewallRuleSet(name, {} as FirewallRuleSetArgs, { ...opts, id });
  }

  /** True when a value is a FirewallRuleSet, made by this copy of the package or by another. */
  static override isInstance(value: unknown): value is FirewallRuleSet {
    return isInstanceOf(firewallRuleSetDefinition, value);
  }
}

export interface FirewallRuleSet extends Outputs<FirewallValues> {}

/** A rule as {@link getFirewallRules} lists it. */
export interface FirewallRuleResult {
  /** The network in CIDR form. */
  ip: string;
  /** The purpose of the rule, when the service shows one. */
  description?: string;
  /** Services that the network may use. */
  services: string[];
  /** Ports that the network may use beside those of `services`. */
  ports: number[];
}

/**
 * The firewall rules of an instance, including rules that a peering or VPC Connect added.
 *
 * ```typescript
 * import * as broker from "pulumi-broker";
 *
 * export const networks = broker.getFirewallRules({ instance: 123 }).then((rules) => rules.map((rule) => rule.ip));
 * ```
 */
export const getFirewallRules = askInstance<OnInstanceArgs, FirewallRuleResult[]>({
  name: "getFirewallRules",
  list: true,
  answer: (api, call) => api.firewall.rules(call, { fresh: true }),
});

/** {@link getFirewallRules} for arguments that are outputs of resources. */
export const getFirewallRulesOutput = askOutput<OnInstanceOutputArgs, FirewallRuleResult[]>(getFirewallRules);
