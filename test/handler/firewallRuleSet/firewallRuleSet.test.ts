import { expectNoErrors, expectNothingToDo, lastingLines, progress } from "../../helpers/outcomes";
import { a, allowedBy, b, foreign, it, merge, open, withFirewall } from "./scene";

/** What a set makes, changes and takes away, and what it leaves alone. */

describe("exclusive", () => {
  test("takes the place of the service's Default, by one PATCH, and waits until it is in force", () =>
    withFirewall(async ({ stack, set, allowed, firewall, instance, patches }) => {
      const made = expectNoErrors(await stack.up([set("fw", [a, b])]));
      expect(progress(made)).toContain(
        `waiting for the firewall of instance ${instance} (0s): the service still has to add 2 rules and remove 1 rule`,
      );
      expect(allowed()).toEqual(allowedBy(a, b));
      expect(firewall().change).toBeNull();
      expect(patches()).toEqual([
        [
          { ip: a.ip, services: a.services, ports: [] },
          { ip: b.ip, services: [], ports: b.ports },
          { ip: "0.0.0.0/0", services: [], ports: [] },
        ],
      ]);
      await expectNothingToDo(stack, [set("fw", [a, b])]);
    }));

  test("fails over rules of others, listing them, and takes them with takeOver", () =>
    withFirewall(async ({ stack, set, allowed, byHand, patches }) => {
      byHand(open, foreign, b);
      expect((await stack.up([set("fw", [a, b])])).errors).toEqual([
        'FirewallRuleSet "fw": the instance already has rules that this set does not declare: 192.0.2.0/24 (HTTPS). To keep the rules, declare these rules, or list their networks in the input "unmanaged". To remove the rules, set takeOver: true',
      ]);
      expect(patches()).toEqual([]);
      expect(stack.state).toEqual([]);
      expectNoErrors(await stack.up([set("fw", [a, b], { takeOver: true })]));
      expect(allowed()).toEqual(allowedBy(a, b));
    }));

  it("leaves the networks in unmanaged alone, in drift and in change", async ({ stack, set, allowed, byHand }) => {
    const unmanaged = { unmanaged: [foreign.ip] };
    expectNoErrors(await stack.up([set("fw", [a], unmanaged)]));
    byHand(a, foreign);
    await expectNothingToDo(stack, [set("fw", [a], unmanaged)]);
    const moved = expectNoErrors(await stack.up([set("fw", [b], unmanaged)]));
    expect(lastingLines(moved)).toEqual([`adds the rules of ${b.ip}; removes the rules of ${a.ip}`]);
    expect(allowed()).toEqual(allowedBy(b, foreign));
    const changed = expectNoErrors(await stack.up([set("fw", [{ ...b, services: ["MQTTS"] }], unmanaged)]));
    expect(lastingLines(changed)).toEqual([`changes the rules of ${b.ip}`]);
  });

  it("names a foreign rule in the drift, and takes it away", async ({ stack, set, allowed, byHand }) => {
    expectNoErrors(await stack.up([set("fw", [a])]));
    byHand(a, foreign);
    const refreshed = expectNoErrors(await stack.refresh());
    expect(refreshed.changes).toEqual(["drift fw"]);
    expect(lastingLines(refreshed)).toEqual([
      "the instance has undeclared rules for 192.0.2.0/24; pulumi up --refresh removes these rules",
    ]);
    expect(stack.entry("fw").outputs.rules).toContainEqual({ ip: foreign.ip, services: foreign.services });
    const repair = expectNoErrors(await stack.up([set("fw", [a])]));
    expect(lastingLines(repair)).toEqual(["removes the rules of 192.0.2.0/24"]);
    expect(allowed()).toEqual(allowedBy(a));

    byHand(foreign);
    expect(lastingLines(expectNoErrors(await stack.refresh()))).toEqual([
      "the instance has undeclared rules for 192.0.2.0/24; pulumi up --refresh removes these rules",
      `the instance lacks the declared rules for ${a.ip}; pulumi up --refresh adds these rules`,
    ]);
  });

  it("a change of onDelete alone sends nothing and is used by the next destroy", async ({ stack, set, allowed }) => {
    expectNoErrors(await stack.up([set("fw", [a])]));
    const local = expectNoErrors(await stack.up([set("fw", [a], { onDelete: "close" })]));
    expect([local.changes, local.requests]).toEqual([["update fw"], 0]);
    expectNoErrors(await stack.destroy());
    expect(allowed()).toEqual({});
  });
});

describe("merge", () => {
  it("never touches a foreign network, and takes only its own away", async ({ stack, set, allowed, byHand }) => {
    byHand(foreign);
    expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
    expect(allowed()).toEqual(allowedBy(foreign, a, b));
    expectNoErrors(await stack.up([set("fw", [a], merge)]));
    expect(allowed()).toEqual(allowedBy(foreign, a));
    const gone = expectNoErrors(await stack.destroy());
    expect(lastingLines(gone)).toEqual([`removes the rules of ${a.ip}`]);
    expect(allowed()).toEqual(allowedBy(foreign));
  });

  it("fails over another rule for one of its networks", async ({ stack, set, byHand }) => {
    byHand({ ...a, services: ["AMQP"] });
    expect((await stack.up([set("fw", [a], merge)])).errors).toEqual([
      `FirewallRuleSet "fw": for some networks of this set, the instance already has rules with other values. The existing rules are: 198.51.100.0/24 (AMQP). Declare the existing rules as they are, or set takeOver: true to replace the existing rules`,
    ]);
  });

  test("names a rule that was there as it is declared, because its removal takes it away", () =>
    withFirewall(async ({ stack, set, byHand, patches }) => {
      byHand(foreign, a);
      const made = expectNoErrors(await stack.up([set("one", [a, b], merge)]));
      expect(lastingLines(made)).toEqual([
        `the instance already has the declared rules for these networks: ${a.ip}. From now on, this set manages the networks. A network is closed when you remove its rule from the set, or remove the set`,
      ]);
      expect(patches()).toEqual([[{ ip: b.ip, services: [], ports: b.ports }]]);
      // A rule of another set of the program is nobody else's.
      const second = expectNoErrors(await stack.up([set("one", [a, b], merge), set("two", [a], merge)]));
      expect(lastingLines(second)).toEqual([]);
    }));

  it("an exclusive set beside it is refused", async ({ stack, set }) => {
    const { errors } = await stack.up([set("one", [a], merge), set("two", [b])]);
    expect(errors.join()).toContain(
      'a set with the mode "exclusive" must be the only firewall rule set of its instance, but the set "one" belongs to this instance too',
    );
  });
});
