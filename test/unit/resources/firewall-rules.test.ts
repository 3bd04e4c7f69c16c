import fc from "fast-check";
import {
  byNetwork,
  canonicalNetwork,
  delta,
  normalRule,
  type RuleValues,
  sameRule,
  services,
} from "../../../provider/resources/firewall/rules";

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const hex = (group: number) => group.toString(16);

/** Ways to write one address of IPv6. */
function spellings(all: readonly number[]): string[] {
  const full = all.map((group) => hex(group).padStart(4, "0")).join(":");
  const plain = all.map(hex).join(":");
  const [high = 0, low = 0] = all.slice(6);
  const tail = [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return [full, full.toUpperCase(), plain, plain.toUpperCase(), `${all.slice(0, 6).map(hex).join(":")}:${tail}`];
}

const address = groups.chain((all) =>
  fc.constantFrom(...spellings(all).map((text) => ({ text, plain: all.map(hex).join(":") }))),
);

test("a network of IPv6 has one name, however it is written", () =>
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 128 }), ({ text, plain }, length) => {
      expect(canonicalNetwork(`${text}/${length}`)).toBe(canonicalNetwork(`${plain}/${length}`));
      expect(canonicalNetwork(text)).toBe(canonicalNetwork(`${plain}/128`));
    }),
  ));

test.each([
  ["2001:DB8::/32", "2001:db8::/32"],
  ["2001:0db8:0:0:0:0:0:0/32", "2001:db8::/32"],
  ["2001:db8:ffff::1/32", "2001:db8::/32"],
  ["::ffff:192.0.2.1", "::ffff:c000:201/128"],
  ["::1", "::1/128"],
  ["::/0", "::/0"],
  ["198.51.100.9/24", "198.51.100.0/24"],
  ["203.0.113.7", "203.0.113.7/32"],
  ["everybody", "everybody/32"],
])("%s is the network %s", (text, network) => expect(canonicalNetwork(text)).toBe(network));

test("a network of IPv6 and the same in another size are two", () =>
  expect(canonicalNetwork("2001:db8::/32")).not.toBe(canonicalNetwork("2001:db8::/33")));

test("services in any case, order and number, ports in any order and number: one rule", () => {
  const rule: RuleValues = { ip: "2001:db8::/32", services: ["AMQPS", "HTTPS"], ports: [1, 2] };
  const same = { ip: "2001:DB8:0::/32", services: ["https", "amqps", "HTTPS"], ports: [2, 1, 2] };
  expect(normalRule(same)).toEqual({ ...rule, ip: "2001:db8::/32" });
  expect(sameRule(rule, same)).toBe(true);
  expect(sameRule(rule, { ...same, ports: [2] })).toBe(false);
});

const rule = (ips: readonly string[]) =>
  fc.record({ ip: fc.constantFrom(...ips), services: fc.subarray([...services]), ports: fc.subarray([1, 2, 3]) });
const ours = ["198.51.100.0/24", "203.0.113.7/32", "2001:db8::/32", "10.0.0.0/8"];
const theirs = [...ours, "198.51.100.9/24", "203.0.113.7", "2001:DB8::/32", "10.1.2.3/8", "192.0.2.0/24"];
const once = { selector: ({ ip }: RuleValues) => ip };

/** What the service does with a PATCH: spelling by spelling. */
function patched(now: readonly RuleValues[], sent: ReturnType<typeof delta>): RuleValues[] {
  const given = new Map(sent.map((each) => [each.ip, each]));
  const kept = now.filter(({ ip }) => !given.has(ip));
  return [...kept, ...sent.filter((each) => each.services.length + each.ports.length > 0)];
}

test("one PATCH leads from any rules to those wanted, names no spelling twice, and touches no other network", () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(rule(theirs), once),
      fc.uniqueArray(rule(ours), once).map((all) => all.map((each) => ({ ...each, ports: [...each.ports, 9] }))),
      fc.subarray([...ours, "192.0.2.0/24"]),
      (now, wanted, removed) => {
        const sent = delta(now, wanted, removed);
        expect(new Set(sent.map(({ ip }) => ip)).size).toBe(sent.length);
        const after = patched(now, sent);
        const then = byNetwork(wanted);
        for (const [network, each] of then) {
          const there = after.filter(({ ip }) => canonicalNetwork(ip) === network);
          expect(there).toHaveLength(1);
          expect(sameRule(there[0], each)).toBe(true);
        }
        const gone = removed.filter((network) => !then.has(network));
        expect(after.filter(({ ip }) => gone.includes(canonicalNetwork(ip)))).toEqual([]);
        const touched = new Set([...then.keys(), ...removed]);
        const others = (rules: readonly RuleValues[]) => rules.filter(({ ip }) => !touched.has(canonicalNetwork(ip)));
        expect(others(after)).toEqual(others(now));
        expect(delta(after, wanted, removed)).toEqual([]);
      },
    ),
  ));
