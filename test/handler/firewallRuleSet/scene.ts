import type { FirewallRule } from "../../../provider/emulator/nouns/firewall";
import { type Declared, resource, type SceneIn, sceneOf } from "../../helpers/handlers";
import { lasting } from "../instance/scene";

/** A rule as a program writes it. */
export type Rule = { ip: string; services?: FirewallRule["services"]; ports?: number[]; description?: string };

/** What each network may use, sorted. */
export type Allowed = Record<string, (string | number)[]>;

export const nine = "AMQP AMQPS HTTPS MQTT MQTTS STOMP STOMPS STREAM STREAM_SSL".split(" ") as FirewallRule["services"];
export const a: Rule = { ip: "198.51.100.0/24", services: ["AMQPS", "HTTPS"] };
export const b: Rule = { ip: "203.0.113.7/32", ports: [5671, 443] };
export const c: Rule = { ip: "10.9.0.0/16", services: ["MQTTS"] };
/** A rule that no set declares. */
export const foreign: Rule = { ip: "192.0.2.0/24", services: ["HTTPS"] };
export const open: Rule = { ip: "0.0.0.0/0", services: nine };
export const merge = { mode: "merge" };

/** Tests with two instances, the first one with a firewall, whose rules come into force quickly, and a stack. */
export const { withScene: withFirewall, it } = sceneOf(({ emulator, clock, one }) => {
  lasting(emulator, { configuringFirewall: 3_000 });
  const [instance = "", other = ""] = emulator.instances.map(({ id }) => String(id));
  const firewall = (of = instance) => {
    const found = emulator.state().firewalls.find((each) => String(each.instance_id) === of);
    if (found === undefined) throw new Error(`instance ${of} has no firewall`);
    return found;
  };
  /** Changes a record of the firewall, such as what a GET shows. */
  const setFields = (fields: object) => void emulator.patch({ op: "set", in: "firewalls", id: firewall().id, fields });
  return {
    instance,
    other,
    stack: one,
    set: (name: string, rules: Rule[], more: object = {}, over?: Partial<Declared>) =>
      resource("firewallRuleSet", name, { instance, rules, ...more }, over),
    firewall,
    allowed: (of?: string) => allowedBy(...firewall(of).rules),
    patches: () => emulator.requests().flatMap(({ method, body }) => (method === "PATCH" ? [body] : [])),
    /** What an outsider does: the rules are in force at once. */
    byHand: (...rules: Rule[]) =>
      setFields({ rules: rules.map((rule) => ({ services: [], ports: [], description: "", ...rule })) }),
    setFields,
    /** Lets what is configuring come into force. */
    later: () => clock.sleep(100_000),
  };
});

export type Scene = SceneIn<typeof withFirewall>;

export const allowedBy = (...rules: Rule[]): Allowed =>
  Object.fromEntries(rules.map(({ ip, services = [], ports = [] }) => [ip, [...services, ...ports].sort()]));

/** Runs a change; every moment of it may allow no more and no less than both what was before and what is after. */
export async function expectNoGap({ firewall, allowed }: Scene, change: () => Promise<unknown>, instance?: string) {
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
