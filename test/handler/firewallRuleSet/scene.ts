import type { FirewallRule } from "../../../provider/emulator/nouns/firewall";
import { type Declared, type HandlerStack, type Handlers, withHandlers } from "../../helpers/handlers";
import { testsOf } from "../../helpers/tests-of";
import { lasting } from "../instance/scene";

/** A rule as a program writes it. */
export type Rule = { ip: string; services?: FirewallRule["services"]; ports?: number[]; description?: string };

/** What each network may use, sorted. */
export type Allowed = Record<string, (string | number)[]>;

export const nine: FirewallRule["services"] = [
  "AMQP",
  "AMQPS",
  "HTTPS",
  "MQTT",
  "MQTTS",
  "STOMP",
  "STOMPS",
  "STREAM",
  "STREAM_SSL",
];
export const a: Rule = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] };
export const b: Rule = { ip: "203.0.113.7/32", ports: [5671, 443] };
export const c: Rule = { ip: "10.9.0.0/16", services: ["MQTTS"] };
/** A rule that no set declares. */
export const foreign: Rule = { ip: "192.0.2.0/24", services: ["HTTPS"] };
export const open: Rule = { ip: "0.0.0.0/0", services: nine };
export const merge = { mode: "merge" };

/** What a test about one firewall has at hand. */
export interface Scene extends Omit<Handlers, "stack"> {
  instance: string;
  other: string;
  stack: HandlerStack;
  set(name: string, rules: Rule[], more?: object, over?: Partial<Declared>): Declared;
  firewall(instance?: string): ReturnType<Handlers["emulator"]["state"]>["firewalls"][number];
  /** What is allowed now. */
  allowed(instance?: string): Allowed;
  /** The bodies of the PATCHes so far. */
  patches(): unknown[];
  /** What an outsider does: the rules are in force at once. */
  byHand(...rules: Rule[]): void;
  /** Changes a record of the firewall, such as what a GET shows. */
  setFields(fields: object): void;
  /** Lets what is configuring come into force. */
  later(): Promise<void>;
}

/** Runs `work` with two instances, the first one with a firewall, whose rules come into force quickly, and a stack. */
export function withFirewall<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
  return withHandlers((handlers) => {
    const { emulator, clock } = handlers;
    lasting(emulator, { configuringFirewall: 3_000 });
    const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
    const firewall: Scene["firewall"] = (of = instance) => {
      const found = emulator.state().firewalls.find((each) => String(each.instance_id) === of);
      if (found === undefined) throw new Error(`instance ${of} has no firewall`);
      return found;
    };
    const setFields = (fields: object) =>
      void emulator.patch({ op: "set", in: "firewalls", id: firewall().id, fields });
    return work({
      ...handlers,
      instance,
      other,
      stack: handlers.stack(),
      set: (name, rules, more = {}, over = {}) => ({
        type: "firewallRuleSet",
        name,
        inputs: { instance, rules, ...more },
        ...over,
      }),
      firewall,
      allowed: (of) => allowedBy(...firewall(of).rules),
      patches: () =>
        emulator
          .requests()
          .filter(({ method }) => method === "PATCH")
          .map(({ body }) => body),
      byHand(...rules) {
        const full = rules.map((rule) => ({ services: [], ports: [], description: "", ...rule }));
        setFields({ rules: full });
      },
      setFields,
      later: () => clock.sleep(100_000),
    });
  });
}

export const allowedBy = (...rules: Rule[]): Allowed =>
  Object.fromEntries(rules.map(({ ip, services = [], ports = [] }) => [ip, [...services, ...ports].sort()]));

/** Runs a change; every moment of it may allow no more and no less than both what was before and what is after. */
export async function expectNoGap(
  { firewall, allowed }: Scene,
  change: () => Promise<unknown>,
  instance?: string,
): Promise<void> {
  const from = firewall(instance).history.length;
  const before = allowed(instance);
  await change();
  const after = allowed(instance);
  for (const { rules } of firewall(instance).history.slice(from)) {
    const moment = allowedBy(...rules);
    for (const ip of new Set([before, after, moment].flatMap((each) => Object.keys(each)))) {
      const [was, is, becomes] = [before[ip] ?? [], moment[ip] ?? [], after[ip] ?? []];
      const atMost = new Set([...was, ...becomes]);
      expect(was.filter((each) => becomes.includes(each) && !is.includes(each))).toEqual([]);
      expect(is.filter((each) => !atMost.has(each))).toEqual([]);
    }
  }
}

/** A test with this scene. */
export const it = testsOf(withFirewall);
