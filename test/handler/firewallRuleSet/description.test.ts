import { expectNoErrors, expectNothingToDo } from "../../helpers/outcomes";
import { a, b, it, merge, nine, withFirewall } from "./scene";

/** The description of a rule is sent and compared where the program gives one, and nowhere else. */

const office = { ...a, description: "the office" };

describe.each([
  ["exclusive", {}],
  ["merge", merge],
])("%s", (_mode, more) => {
  test("a description is sent with its rule, shown by the service, and changed by a PATCH of that rule", () =>
    withFirewall(async ({ stack, set, firewall, patches }) => {
      const described = () => firewall().rules.flatMap(({ ip, description }) => (ip === a.ip ? [description] : []));
      expectNoErrors(await stack.up([set("fw", [office, b], more)]));
      expect(described()).toEqual(["the office"]);
      expect(patches().flat()).toEqual(
        expect.arrayContaining([
          { ip: a.ip, services: a.services, ports: [], description: "the office" },
          { ip: b.ip, services: [], ports: b.ports },
        ]),
      );
      expect(stack.entry("fw").outputs["rules"]).toEqual([office, b]);
      await expectNothingToDo(stack, [set("fw", [b, office], more)]);
      const moved = { ...office, description: "the new office" };
      expect(expectNoErrors(await stack.up([set("fw", [moved, b], more)])).changes).toEqual(["update fw"]);
      expect(described()).toEqual(["the new office"]);
      expect(patches().at(-1)).toEqual([{ ip: a.ip, services: a.services, ports: [], description: "the new office" }]);
    }));

  test("one that is changed outside is drift; one that is taken out, or never given, is none", () =>
    withFirewall(async ({ stack, set, byHand, patches }) => {
      expectNoErrors(await stack.up([set("fw", [office, b], more)]));
      byHand({ ...office, description: "theirs" }, { ...b, description: "theirs" });
      expect(expectNoErrors(await stack.refresh()).changes).toEqual(["drift fw"]);
      expectNoErrors(await stack.up([set("fw", [office, b], more)]));
      const sent = patches().length;
      await expectNothingToDo(stack, [set("fw", [a, b], more)]);
      expect(patches()).toHaveLength(sent);
      // A change of another rule leaves alone what the program does not give.
      expectNoErrors(await stack.up([set("fw", [a, { ...b, ports: [5671] }], more)]));
      expect(patches().slice(sent).flat()).toEqual([{ ip: b.ip, services: [], ports: [5671] }]);
    }));

  it("a service that shows none is not asked again and again", async ({ emulator, stack, set, firewall, patches }) => {
    const path = "/instance/api/security/firewall";
    expectNoErrors(await stack.up([set("fw", [a], more)]));
    const rules = firewall().rules.map(({ description: _, ...rule }) => rule);
    emulator.fault({ match: { method: "GET", path }, times: "always", fault: { raw: JSON.stringify(rules) } });
    const sent = patches().length;
    expect(expectNoErrors(await stack.up([set("fw", [office], more)])).changes).toEqual(["update fw"]);
    expect(patches()).toHaveLength(sent + 1);
    await expectNothingToDo(stack, [set("fw", [office], more)]);
  });
});

test("an import keeps descriptions where nothing is declared, but that of the service's own rule", () =>
  withFirewall(async ({ host, instance, byHand }) => {
    const read = async () => {
      const bag = { __provider: "require('pulumi-broker/host').firewallRuleSet", __get: true };
      const { props } = await host().handler("firewallRuleSet").read(`${instance}/firewall`, bag);
      return props?.["rules"];
    };
    const everybody = { ip: "0.0.0.0/0", services: nine };
    expect(await read()).toEqual([everybody]);
    byHand(office, { ...everybody, services: ["AMQPS"], description: "Default" });
    expect(await read()).toEqual([office, { ip: "0.0.0.0/0", services: ["AMQPS"], description: "Default" }]);
  }));

test("an import of rules that are declared without a description is no difference", () =>
  withFirewall(async ({ stack, set, instance, byHand }) => {
    byHand(office);
    expectNoErrors(await stack.up([set("fw", [a], {}, { import: `${instance}/firewall` })]));
    expect(await stack.up([set("fw", [a])])).toMatchObject({ changes: [], requests: 0 });
  }));

test("two sets that describe one network otherwise are refused at preview, and one description stands for both", () =>
  withFirewall(async ({ stack, set }) => {
    const other = { ...office, description: "visitors" };
    const { errors } = await stack.up([set("one", [office], merge), set("two", [other], merge)]);
    expect(errors).toEqual([
      expect.stringMatching(`^rules: this set and the set "one" declare different rules for ${office.ip}`),
    ]);
    expectNoErrors(await stack.up([set("one", [office], merge), set("two", [a], merge)]));
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
  }));
