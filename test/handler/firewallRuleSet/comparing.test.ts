import fc from "fast-check";
import { expectNoErrors } from "../../helpers/outcomes";
import { a, allowedBy, foreign, it, nine, type Rule, withFirewall } from "./scene";

/** Rules are compared by what they mean, whatever order and spelling they are in. */

const ports = fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { maxLength: 4 });

/** A hundred rules, networks of every size among them. */
const hundred = fc
  .array(fc.record({ size: fc.integer({ min: 16, max: 32 }), services: fc.subarray(nine), ports }), {
    minLength: 100,
    maxLength: 100,
  })
  .map((all) =>
    all.map(({ size, services, ports: own }, i): Rule => {
      const opened = services.length + own.length > 0 ? { services, ports: own } : { ports: [5671] };
      return { ip: `10.${i}.0.0/${size}`, ...opened };
    }),
  );

/** The same in another order, with repetitions. */
const mixed = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  values.length === 0
    ? fc.constant([])
    : fc
        .array(fc.constantFrom(...values), { maxLength: 3 })
        .chain((again) => fc.shuffledSubarray([...values, ...again], { minLength: values.length + again.length }));

/** The same rules as another program, or another hand, would write them. */
const respelled = (rules: readonly Rule[]): fc.Arbitrary<Rule[]> =>
  fc
    .tuple(
      ...rules.map((rule) =>
        fc
          .tuple(mixed(rule.services ?? []), mixed(rule.ports ?? []))
          .map(([services, own]): Rule => ({ ip: rule.ip, services, ports: own })),
      ),
    )
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));

/** Host bits, and a single address without its length. */
const asTheServiceMay = (rule: Rule, i: number): Rule => ({
  ...rule,
  ip: rule.ip.endsWith("/32") ? rule.ip.slice(0, -3) : i % 2 ? rule.ip.replace(/\.0\.0\//, ".0.1/") : rule.ip,
});

const thrice = hundred.chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    program: respelled(rules),
    service: respelled(rules).map((all) => all.map(asTheServiceMay)),
    which: fc.nat({ max: 99 }),
  }),
);

test.each(["exclusive", "merge"])(
  "a hundred rules in any order and spelling: no difference; one changed: one PATCH with one element (%s)",
  (mode) =>
    fc.assert(
      fc.asyncProperty(thrice, ({ rules, program, service, which }) =>
        withFirewall(async ({ stack, set, byHand, patches, firewall }) => {
          expectNoErrors(await stack.up([set("fw", rules, { mode })]));
          byHand(...service);
          expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
          const nothing = { changes: [], errors: [], requests: 0 };
          expect(await stack.up([set("fw", program, { mode })])).toMatchObject(nothing);

          const before = patches().length;
          const changed = program.map((rule, i) => (i === which ? { ip: rule.ip, ports: [65_000, 65_001] } : rule));
          expectNoErrors(await stack.up([set("fw", changed, { mode })]));
          const sent = { ip: expect.any(String), services: [], ports: [65_000, 65_001] };
          expect(patches().slice(before)).toEqual([[sent]]);
          expect(firewall().rules).toHaveLength(100);
          expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
        }),
      ),
      { numRuns: 4 },
    ),
);

it("a rule that differs is a difference: a service, a port, a network's size", async ({ stack, set, byHand }) => {
  const rule: Rule = { ip: a.ip, services: ["AMQPS"], ports: [5671] };
  expectNoErrors(await stack.up([set("fw", [rule])]));
  for (const other of [
    { ...rule, services: [] },
    { ...rule, services: [...nine] },
    { ...rule, ports: [5672] },
    { ...rule, ip: "198.51.100.0/25" },
  ]) {
    byHand(other);
    expect(expectNoErrors(await stack.refresh()).changes).toEqual(["drift fw"]);
    expectNoErrors(await stack.up([set("fw", [rule])]));
  }
});

it("MQTT and port 1883 are two things, whatever the service maps to what", async ({ stack, set, allowed, byHand }) => {
  byHand(foreign);
  expectNoErrors(await stack.up([set("fw", [{ ip: a.ip, services: ["MQTT"] }], { takeOver: true })]));
  const ported: Rule = { ip: a.ip, ports: [1883] };
  expect(expectNoErrors(await stack.up([set("fw", [ported])])).changes).toEqual(["update fw"]);
  expect(allowed()).toEqual(allowedBy(ported));
});
