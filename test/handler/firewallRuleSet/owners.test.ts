import { expectError, expectNoErrors, expectNothingToDo, expectSaid, lastingLines } from "../../helpers/outcomes";
import { a, allowedBy, b, c, expectNoGap, foreign, it, merge, open, type Scene, withFirewall } from "./scene";

/** Which rules are a set's own, where another set, another spelling or somebody else has a rule, too. */

it("merge: replaced on demand, what the new one has taken over stays", async (at) => {
  const { stack, host, set, allowed } = at;
  at.byHand(foreign);
  expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
  const { id, inputs, outputs } = stack.entry("fw");
  const handler = host().handler("firewallRuleSet");
  // As the engine goes about `--replace`: the same URN, the new one first.
  await handler.check(inputs, inputs);
  await handler.diff(id, outputs, inputs);
  const made = await handler.create((await handler.check({}, { ...inputs, rules: [a] })).inputs);
  await handler.delete(id, outputs);
  expect(made.id).toBe(id);
  expect(allowed()).toEqual(allowedBy(foreign, a));
});

test.each([
  ["merge", merge],
  ["exclusive, closed on removal", { onDelete: "close" }],
  ["exclusive, opened on removal", { onDelete: "open" }],
])("a replaced set that an earlier run had no time to delete goes without its rules (%s)", (_mode, more) =>
  withFirewall(async ({ stack, set, allowed, byHand, patches }) => {
    byHand(a, b);
    const program = [set("fw", [a, b], more)];
    expectNoErrors(await stack.up(program));
    stack.state = [...stack.state, ...stack.state.map((entry) => ({ ...entry, condemned: true }))];
    expect(expectNoErrors(await stack.up(program)).changes).toEqual(["delete fw"]);
    expect(allowed()).toEqual(allowedBy(a, b));
    expect(patches()).toEqual([]);
  }),
);

it("exclusive to merge: nothing that is not listed goes, and what stays is named", async (at) => {
  const { stack, set, allowed } = at;
  expectNoErrors(await stack.up([set("fw", [a, b])]));
  at.byHand(a, b, foreign);
  expectNoErrors(await stack.refresh());
  const narrowed = expectNoErrors(await stack.up([set("fw", [a], merge)]));
  expect(allowed()).toEqual(allowedBy(a, b, foreign));
  expect(lastingLines(narrowed)).toEqual([
    "changes in place: mode exclusive → merge",
    'the rules of 203.0.113.7/32, 192.0.2.0/24 stay as they are, because a set with the mode "merge" owns only the networks in its input "rules"',
  ]);
  expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
  expectNoErrors(await stack.destroy());
  expect(allowed()).toEqual(allowedBy(b, foreign));
});

describe("one network in the service's spelling and in ours", () => {
  const theirs = { ...a, ip: "198.51.100.9/24" };

  it.each(["exclusive", "merge"])("%s: a change goes to the rule that is there", async (at, mode) => {
    const { stack, set, allowed } = at;
    at.byHand({ ...theirs, services: ["AMQP"] });
    expectNoErrors(await stack.up([set("fw", [a], { mode, takeOver: true })]));
    expect(allowed()).toEqual(allowedBy(theirs));
    await expectNothingToDo(stack, [set("fw", [a], { mode, takeOver: true })]);
    expectNoErrors(await stack.up([set("fw", [b], { mode, takeOver: true })]));
    expect(allowed()).toEqual(allowedBy(b));
  });

  it("there twice: one rule stays, the other goes", async (at) => {
    const { stack, set, allowed, patches } = at;
    at.byHand({ ...theirs, services: ["AMQP"] }, a);
    expectNoErrors(await stack.up([set("fw", [a], { ...merge, takeOver: true })]));
    expect(allowed()).toEqual(allowedBy(a));
    expect(patches()).toEqual([[{ ip: theirs.ip, services: [], ports: [] }]]);
  });

  it("a single address without its length, services in lower case: the same rule", async (at) => {
    const { stack, set, emulator, patches } = at;
    const host = { ip: "203.0.113.7/32", services: ["AMQPS" as const] };
    expectNoErrors(await stack.up([set("fw", [host])]));
    const body = [{ ip: "203.0.113.7", services: ["amqps"], ports: [] }];
    const match = { method: "GET", path: "/instance/api/security/firewall" };
    emulator.fault({ match, times: 3, fault: { status: 200, body } });
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expect(expectNoErrors(await stack.up([set("fw", [host], { onDelete: "close" })])).changes).toEqual(["update fw"]);
    expect(patches()).toHaveLength(1);
  });
});

describe("a rule that moves from one merge set to another, and changes", () => {
  const changed = { ...b, ports: [5672] };

  it.each([
    ["to one that is there", [c]],
    ["to a new one", undefined],
  ])("%s", async (at, _what, before) => {
    const { stack, set, allowed } = at;
    at.byHand(foreign);
    const two = before === undefined ? [] : [set("two", before, merge)];
    expectNoErrors(await stack.up([set("one", [a, b], merge), ...two]));
    const moved = [set("one", [a], merge), set("two", [c, changed], merge)];
    await expectNoGap(at, async () => expectNoErrors(await stack.up(moved)));
    expect(allowed()).toEqual(allowedBy(foreign, a, c, changed));
    expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
    expectNoErrors(await stack.up([set("one", [a], merge)]));
    expect(allowed()).toEqual(allowedBy(foreign, a));
  });

  it("a rule of nobody's is still a stranger's", async ({ stack, set, byHand }) => {
    byHand(foreign);
    expectNoErrors(await stack.up([set("one", [a], merge)]));
    const { errors } = await stack.up([
      set("one", [a], merge),
      set("two", [{ ...foreign, services: ["AMQP"] }], merge),
    ]);
    expect(errors.join()).toContain(
      "for some networks of this set, the instance already has rules with other values. The existing rules are: 192.0.2.0/24 (HTTPS)",
    );
  });
});

describe("exclusive names every rule that it takes away and has not seen before", () => {
  it("one that no refresh has seen", async (at) => {
    expectNoErrors(await at.stack.up([at.set("fw", [a])]));
    at.byHand(a, foreign);
    const run = expectNoErrors(await at.stack.up([at.set("fw", [a, b])]));
    expect(at.allowed()).toEqual(allowedBy(a, b));
    expect(lastingLines(run)).toEqual(["adds the rules of 203.0.113.7/32", "removes the rules of 192.0.2.0/24"]);
  });

  it("one that is not unmanaged any more", async (at) => {
    at.byHand(foreign);
    expectNoErrors(await at.stack.up([at.set("fw", [a], { unmanaged: [foreign.ip] })]));
    const run = expectNoErrors(await at.stack.up([at.set("fw", [a])]));
    expect(at.allowed()).toEqual(allowedBy(a));
    expectSaid(run, "unmanaged is not declared: 192.0.2.0/24 is removed from it", "removes the rules of 192.0.2.0/24");
  });

  it("with takeOver, but for the service's Default", async (at) => {
    at.byHand(open, foreign);
    const run = expectNoErrors(await at.stack.up([at.set("fw", [a], { takeOver: true })]));
    expect(lastingLines(run)).toEqual(["removes the rules of 192.0.2.0/24"]);
    expect(at.allowed()).toEqual(allowedBy(a));
  });
});

describe("a rule of somebody else that the first look does not show is not taken away by a new exclusive set", () => {
  const refusal = expect.stringContaining(
    "that this set does not declare: 192.0.2.0/24 (HTTPS). To keep the rules, declare these rules,",
  );

  it.each<[string, (at: Scene) => unknown]>([
    [
      "because it is not in force yet",
      (at) => {
        at.byHand(open, foreign);
        const { rules } = at.firewall();
        at.setFields({ rules: rules.slice(0, 1), change: { rules, endsAt: at.clock.now() + 60_000 } });
      },
    ],
    [
      "because the answer is wrong",
      (at) => {
        at.byHand(open, foreign);
        at.emulator.fault({ match: { method: "GET", path: "/instance/api/security/firewall" }, fault: { raw: "[]" } });
      },
    ],
  ])("%s", async (at, _why, begin) => {
    const { stack, set, allowed } = at;
    begin(at);
    // The id is kept, and the next run refuses the rule, too.
    for (const _run of ["first", "second"]) {
      expectError(await stack.up([set("fw", [a])]), refusal);
      expect([stack.state.length, allowed()]).toEqual([1, expect.objectContaining(allowedBy(a, foreign))]);
      expectNoErrors(await stack.refresh());
    }
    const program = [set("fw", [a], { unmanaged: [foreign.ip] })];
    expectNoErrors(await stack.up(program));
    expect(allowed()).toEqual(allowedBy(a, foreign));
    expect(stack.entry("fw").outputs).toMatchObject({ mode: "exclusive" });
    expect(expectNoErrors(await stack.up(program))).toMatchObject({ changes: [], requests: 0 });
  });
});

describe.each(["[]", '[{"ip":"192.0.2.0/24","services":["HTTPS"],"ports":[]}]'])(
  "merge: one wrong list (%s) leaves no rule to nobody",
  (raw) => {
    const wrongOnce = ({ emulator }: Scene) =>
      emulator.fault({ match: { method: "GET", path: "/instance/api/security/firewall" }, fault: { raw } });

    it.each([
      ["a refresh", true],
      ["a destroy", false],
    ])("in %s", async (at, _when, refreshed) => {
      const { stack, set, allowed } = at;
      at.byHand(foreign);
      expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
      wrongOnce(at);
      if (refreshed) expect(expectNoErrors(await stack.refresh()).changes).toEqual([]);
      expectNoErrors(await stack.destroy());
      expect(allowed()).toEqual(allowedBy(foreign));
    });
  },
);

it("merge: one list without the rule that is not declared any more does not leave the rule", async (at) => {
  const { stack, set, allowed } = at;
  at.byHand(a);
  expectNoErrors(await stack.up([set("fw", [a, b], merge)]));
  const raw = JSON.stringify([{ ...a, ports: [] }]);
  at.emulator.fault({ match: { method: "GET", path: "/instance/api/security/firewall" }, fault: { raw } });
  expectNoErrors(await stack.up([set("fw", [a], merge)]));
  expect(allowed()).toEqual(allowedBy(a));
});

it.each([
  ["after the rule was taken away", false],
  ["while the change that takes the rule away waits", true],
])(
  "merge: a rule that a set drops, and that another one declares which the run meets only %s, is opened again",
  async (at, _when, waits) => {
    const { stack, host, set, allowed, clock } = at;
    at.byHand(foreign);
    expectNoErrors(await stack.up([set("one", [a, b], merge), set("two", [b, c], merge)]));
    const [one, two] = [stack.entry("one"), stack.entry("two")];
    const handler = host().handler("firewallRuleSet");
    const { inputs } = await handler.check(one.inputs, { ...one.inputs, rules: [a] });
    await handler.diff(one.id, one.outputs, inputs);
    const { rules } = at.firewall();
    if (waits) at.setFields({ change: { rules, endsAt: clock.now() + 60_000 } });
    const first = handler.update(one.id, one.outputs, inputs);
    await (waits ? clock.sleep(30_000) : first);
    // The inputs of the other set waited for a slow output until now.
    await handler.check(two.inputs, two.inputs);
    expect((await handler.diff(two.id, two.outputs, two.inputs)).changes).toBe(true);
    await first;
    expect(allowed()).toEqual(allowedBy(foreign, a, c));
    await handler.update(two.id, two.outputs, two.inputs);
    expect(allowed()).toEqual(allowedBy(foreign, a, b, c));
  },
);
